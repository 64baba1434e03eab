import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { DECLARATION, element, feedPaths, latest, wrap } from './feed.ts'

/** A page that responds 200 and that search engines may index. */
export type SitemapPage = {
  path: string
  /** ISO 8601: the last modification, where it is known. */
  modified?: string
  /** Paths of its images. */
  images?: readonly string[]
}

/** The limit of a sitemap file (sitemaps.org). */
const URLS_MAX = 50_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1'

/** The sitemap, or its index and parts where one file cannot hold all pages. Returns `undefined` for other paths. */
export function serializeSitemap(path: string, pages: readonly SitemapPage[], origin: string, urlsMax = URLS_MAX) {
  const isWhole = path === feedPaths.sitemap
  if (pages.length <= urlsMax) return isWhole ? urlSet(pages, origin) : undefined
  const parts = Array.from({ length: Math.ceil(pages.length / urlsMax) }, (_, index) => ({
    path: feedPaths.sitemapPart(index + 1),
    pages: pages.slice(index * urlsMax, (index + 1) * urlsMax),
  }))
  const part = parts.find((one) => one.path === path)
  if (!isWhole) return part && urlSet(part.pages, origin)
  const files = parts.map((one) => {
    const modified = latest(one.pages.map((page) => page.modified))
    return wrap('sitemap', element('loc', origin + one.path) + element('lastmod', modified))
  })
  return DECLARATION + wrap('sitemapindex', files.join('\n'), { xmlns: NAMESPACE })
}

function urlSet(pages: readonly SitemapPage[], origin: string): string {
  const attributes = { xmlns: NAMESPACE, 'xmlns:image': IMAGE_NAMESPACE }
  return DECLARATION + wrap('urlset', pages.map((page) => url(page, origin)).join('\n'), attributes)
}

const url = ({ path, modified, images = [] }: SitemapPage, origin: string) =>
  wrap(
    'url',
    [
      element('loc', origin + path),
      element('lastmod', modified),
      ...images.map((image) => wrap('image:image', element('image:loc', origin + image))),
    ].join(''),
  )

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
  const categories = [...snapshot.categories.keys()].flatMap((id) =>
    listPages(
      pagePaths.category(id),
      live.filter(({ category }) => category === id),
    ),
  )
  const tags = [...snapshot.tags.keys()].flatMap((id) =>
    listPages(
      pagePaths.tag(id),
      live.filter((post) => post.tags.includes(id)),
    ),
  )
  const posts = live.map(placed).map((entry) => ({
    path: pagePaths.post(entry.id),
    modified: lastModified(entry),
    images: entry.image === null ? [] : [storageUrl(entry.image)],
  }))
  const others = fixed.filter((path) => path !== pagePaths.blog).map((path) => ({ path }))
  return [...others, ...listPages(pagePaths.blog, live), ...categories, ...tags, ...posts]
}

const lastModified = ({ date, updated }: PostEntry) => (updated !== null && updated > date ? updated : date)

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
