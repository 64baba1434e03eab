import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { latest, type SitemapPage } from './sitemap.ts'

type Sources = {
  snapshot: Snapshot
  /** What visitors see, newest first. */
  live: readonly PostEntry[]
  /** Paths of the pages without parameters. */
  fixed: readonly string[]
  /** The post with the stored path of its picture, where that lies beside it. */
  placed: (entry: PostEntry) => PostEntry
}

/** All pages of the site that search engines may show: the fixed ones, the lists page by page, and the posts. */
export function sitemapPages({ snapshot, live, fixed, placed }: Sources): SitemapPage[] {
  const ofCategory = grouped(live, ({ category }) => (category === null ? [] : [category]))
  const ofTag = grouped(live, ({ tags }) => tags)
  return [
    ...fixed.filter((path) => path !== pagePaths.blog).map((path) => ({ path })),
    ...listPages(pagePaths.blog, live),
    ...[...snapshot.categories.keys()].flatMap((id) => listPages(pagePaths.category(id), ofCategory.get(id) ?? [])),
    ...[...snapshot.tags.keys()].flatMap((id) => listPages(pagePaths.tag(id), ofTag.get(id) ?? [])),
    ...live.map((entry) => postPage(placed(entry))),
  ]
}

const changed = ({ date, updated }: PostEntry) => (updated !== null && updated > date ? updated : date)

const postPage = (entry: PostEntry): SitemapPage => ({
  path: pagePaths.post(entry.id),
  modified: changed(entry),
  pictures: entry.image === null ? [] : [storageUrl(entry.image)],
})

function grouped(posts: readonly PostEntry[], idsOf: (post: PostEntry) => readonly string[]) {
  const groups = new Map<string, PostEntry[]>()
  for (const post of posts)
    for (const id of new Set(idsOf(post))) {
      const group = groups.get(id)
      if (group) group.push(post)
      else groups.set(id, [post])
    }
  return groups
}

/** A post that comes first moves all others: a page of a list changes with every post up to its last one. */
function listPages(path: string, posts: readonly PostEntry[]): SitemapPage[] {
  const pages: SitemapPage[] = []
  let modified: string | undefined
  for (let page = 1; page === 1 || (page - 1) * POSTS_PER_PAGE < posts.length; page++) {
    const shown = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
    modified = latest([modified, ...shown.map(changed)])
    pages.push({ path: page > 1 ? `${path}?page=${page}` : path, ...(modified !== undefined && { modified }) })
  }
  return pages
}
