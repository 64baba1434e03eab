import { pagePaths } from '#contract/paths.ts'

/** URL paths of feeds, sitemap and robots.txt. */
export const feedPaths = {
  atom: '/feed.xml',
  json: '/feed.json',
  sitemap: '/sitemap.xml',
  /** Numbered from 1, where one file cannot hold all URLs. */
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  robots: '/robots.txt',
  /** The feeds of a category or a tag, by the path of its page. */
  atomOf: (page: string) => `${page}/feed.xml`,
  jsonOf: (page: string) => `${page}/feed.json`,
} as const

const TERM_PAGE = new RegExp(`^(?:${pagePaths.category('')}|${pagePaths.tag('')})[^/]+$`)

/** Whether a path is the page of a category or a tag. */
export const isTermPage = (path: string) => TERM_PAGE.test(path)
