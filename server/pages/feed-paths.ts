import { pagePaths } from '#contract/paths.ts'

/** The addresses at which machines read the site. */
export const feedPaths = {
  atom: '/feed.xml',
  json: '/feed.json',
  sitemap: '/sitemap.xml',
  /** From 1, where there are more addresses than one file may hold. */
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  robots: '/robots.txt',
  /** The feeds of a category or a tag, by the address of its page. */
  atomOf: (page: string) => `${page}/feed.xml`,
  jsonOf: (page: string) => `${page}/feed.json`,
} as const

const NAMED_LIST = new RegExp(`^(?:${pagePaths.category('')}|${pagePaths.tag('')})[^/]+$`)

/** Whether a page's path is that of a category or a tag. */
export const isNamedList = (path: string) => NAMED_LIST.test(path)
