import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { readEveryPost } from '#server/content/snapshot/tracked-snapshot.ts'
import { createYielding } from '#server/lib/yielding.ts'
import { DECLARATION, element, feedPaths, lastModified, latest, wrap } from './feed.ts'

/** A page that responds 200 and that search engines may index. */
export type SitemapPage = {
  path: string
  /** ISO 8601: the last modification, where it is known. */
  modified?: string
  /** Paths of its images. */
  images?: readonly string[]
}

const NAMESPACES = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
}

/** The limit of a sitemap (sitemaps.org). The oldest posts are last. */
const URLS_MAX = 50_000

/** Other requests are handled in between. */
export async function serializeSitemap(pages: Iterable<SitemapPage>, origin: string): Promise<string> {
  const yielding = createYielding()
  const urls: string[] = []
  for (const page of pages) {
    if (urls.push(urlElement(page, origin)) === URLS_MAX) break
    await yielding()
  }
  return DECLARATION + wrap('urlset', urls.join('\n'), NAMESPACES)
}

function urlElement({ path, modified, images = [] }: SitemapPage, origin: string): string {
  const pictures = images.map((image) => wrap('image:image', element('image:loc', origin + image)))
  return wrap('url', element('loc', origin + path) + element('lastmod', modified) + pictures.join(''))
}

/** The API, the dashboard, and preview links, which are secret. */
const DISALLOWED = ['/api/', '/admin/', '/preview/']

export const robotsText = (origin: string): string =>
  `User-agent: *\n${DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}${feedPaths.sitemap}\n`

/**
 * All pages that search engines may index, one by one: the fixed ones without parameters, every page of the lists, and the live
 * posts. `placed` adds the stored path of a co-located image.
 */
export function* sitemapPages(
  snapshot: Snapshot,
  {
    live,
    fixed,
    placed,
  }: { live: readonly PostEntry[]; fixed: readonly string[]; placed(entry: PostEntry): PostEntry },
): Generator<SitemapPage> {
  const { categories, tags, authors } = snapshot
  readEveryPost(snapshot)
  const inCategory = groupsOf(live, ({ category }) => (category === null ? [] : [category]))
  const withTag = groupsOf(live, ({ tags }) => tags)
  const by = groupsOf(live, authorsOf)
  /** Terms without live posts have no page. */
  const termPages = (path: string, posts: PostEntry[]) => (posts.length === 0 ? [] : listPages(path, posts))
  for (const path of fixed) if (path !== pagePaths.blog) yield { path }
  yield* listPages(pagePaths.blog, live)
  for (const id of categories.keys()) yield* termPages(pagePaths.category(id), inCategory(id))
  for (const id of tags.keys()) yield* termPages(pagePaths.tag(id), withTag(id))
  for (const id of authors.keys()) yield* termPages(pagePaths.author(id), by(id))
  for (const entry of live) if (isOriginal(entry)) yield postPage(placed(entry))
}

const postPage = (entry: PostEntry): SitemapPage => ({
  path: pagePaths.post(entry.id),
  modified: lastModified(entry),
  images: entry.image === null ? [] : [storageUrl(entry.image)],
})

/** The posts of each category, tag or author, found in one pass: there may be as many of these as posts. */
function groupsOf(posts: readonly PostEntry[], idsOf: (post: PostEntry) => readonly string[]) {
  const groups = new Map<string, PostEntry[]>()
  for (const post of posts) for (const id of new Set(idsOf(post))) groups.getOrInsertComputed(id, () => []).push(post)
  return (id: string): PostEntry[] => groups.get(id) ?? []
}

/** Search engines are sent to the original instead. */
const isOriginal = ({ id, canonical }: PostEntry) => canonical === '' || canonical === pagePaths.post(id)

/** A new first post moves all others, so a page of a list changes with every post up to its last one. */
function* listPages(path: string, posts: readonly PostEntry[]): Generator<SitemapPage> {
  let modified: string | undefined
  for (let page = 1; page === 1 || (page - 1) * POSTS_PER_PAGE < posts.length; page++) {
    const shown = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
    modified = latest([modified, ...shown.map(lastModified)])
    yield { path: page > 1 ? `${path}?page=${page}` : path, ...(modified !== undefined && { modified }) }
  }
}
