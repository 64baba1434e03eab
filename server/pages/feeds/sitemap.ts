import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { feedPaths } from '#server/pages/feed-paths.ts'
import { DECLARATION, element, wrap } from './xml.ts'

/** A page that responds 200 and that search engines may index. */
export type SitemapPage = {
  path: string
  /** ISO 8601: the last modification, where it is known. */
  modified?: string
  /** Paths of its images. */
  images?: readonly string[]
}

/** The limit of a sitemap file (sitemaps.org). */
export const SITEMAP_URLS_MAX = 50_000
export const SITEMAP_TYPE = 'application/xml; charset=utf-8'
export const ROBOTS_TYPE = 'text/plain; charset=utf-8'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1'

export const serializeSitemap = (pages: readonly SitemapPage[], origin: string): string =>
  DECLARATION +
  wrap('urlset', pages.map((page) => url(page, origin)).join('\n'), {
    xmlns: NAMESPACE,
    'xmlns:image': IMAGE_NAMESPACE,
  })

const url = ({ path, modified, images = [] }: SitemapPage, origin: string) =>
  wrap(
    'url',
    [
      element('loc', origin + path),
      element('lastmod', modified),
      ...images.map((image) => wrap('image:image', element('image:loc', origin + image))),
    ].join(''),
  )

/** The index of a sitemap in several files. */
export function serializeSitemapIndex(parts: readonly SitemapPage[], origin: string): string {
  const files = parts.map(({ path, modified }) =>
    wrap('sitemap', element('loc', origin + path) + element('lastmod', modified)),
  )
  return DECLARATION + wrap('sitemapindex', files.join('\n'), { xmlns: NAMESPACE })
}

/** The API, the dashboard, and preview links, which are secret. */
const DISALLOWED = ['/api/', '/admin/', '/preview/']

export const robotsText = (origin: string): string =>
  `User-agent: *\n${DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}${feedPaths.sitemap}\n`

type Sources = {
  snapshot: Snapshot
  /** Newest first. */
  live: readonly PostEntry[]
  /** Paths of the pages without parameters. */
  fixed: readonly string[]
  /** Adds the stored path of a co-located image. */
  placed: (entry: PostEntry) => PostEntry
}

/** All pages of the site that search engines may index: pages without parameters, every page of the lists, and the posts. */
export function sitemapPages({ snapshot, live, fixed, placed }: Sources): SitemapPage[] {
  const byCategory = groupBy(live, ({ category }) => (category === null ? [] : [category]))
  const byTag = groupBy(live, ({ tags }) => tags)
  return [
    ...fixed.filter((path) => path !== pagePaths.blog).map((path) => ({ path })),
    ...listPages(pagePaths.blog, live),
    ...[...snapshot.categories.keys()].flatMap((id) => listPages(pagePaths.category(id), byCategory.get(id) ?? [])),
    ...[...snapshot.tags.keys()].flatMap((id) => listPages(pagePaths.tag(id), byTag.get(id) ?? [])),
    ...live.map((entry) => postPage(placed(entry))),
  ]
}

const lastModified = ({ date, updated }: PostEntry) => (updated !== null && updated > date ? updated : date)

const postPage = (entry: PostEntry): SitemapPage => ({
  path: pagePaths.post(entry.id),
  modified: lastModified(entry),
  images: entry.image === null ? [] : [storageUrl(entry.image)],
})

function groupBy(posts: readonly PostEntry[], idsOf: (post: PostEntry) => readonly string[]) {
  const groups = new Map<string, PostEntry[]>()
  for (const post of posts)
    for (const id of new Set(idsOf(post))) {
      const group = groups.get(id)
      if (group) group.push(post)
      else groups.set(id, [post])
    }
  return groups
}

/** A new first post moves all others, so a page of a list changes with every post up to its last one. */
function listPages(path: string, posts: readonly PostEntry[]): SitemapPage[] {
  const pages: SitemapPage[] = []
  let modified: string | undefined
  for (let page = 1; page === 1 || (page - 1) * POSTS_PER_PAGE < posts.length; page++) {
    const shown = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
    modified = latest([modified, ...shown.map(lastModified)])
    pages.push({ path: page > 1 ? `${path}?page=${page}` : path, ...(modified !== undefined && { modified }) })
  }
  return pages
}

/** The latest of these times. */
export const latest = (times: readonly (string | undefined)[]): string | undefined =>
  times.reduce((last, one) => (one !== undefined && (last === undefined || one > last) ? one : last), undefined)
