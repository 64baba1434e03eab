import type { CardPage } from '#contract/api.ts'
import type { Landing } from '#contract/landing.ts'
import type { Post } from '#contract/posts.ts'
import type { SiteFacts } from '#contract/site.ts'

/** The head of a document, and the status and redirect of its response. */
export type PageHead = {
  title: string
  description: string
  /** The canonical path of this page, if it has one. */
  canonicalPath?: string
  noindex?: boolean
  /** Image for shared links: a name in client/static/social. Default: the home page's. */
  image?: string
  /** The post on this page, for shared links and search engines. */
  article?: Post
  /** The posts that this page lists. */
  list?: CardPage
  /** Questions and answers for search engines. */
  questions?: Landing['questions']['list']
  /** The page is about the product as a whole: search engines receive its editions and prices. */
  offers?: true
  /** The page starts with the hero video, whose poster is preloaded. */
  heroVideo?: true
  /** Where the server redirects a form that the browser posts itself: a path or an external URL. */
  formRedirect?: string
  /** The page reports that nothing was found. */
  status?: 404
  /**
   * The page has moved permanently: the server responds with 301, the browser replaces the URL. With `status: 404` the
   * page does not exist, as with any unknown URL.
   */
  redirectTo?: string
}

/** Parameters of a page: those of its path, and its query. */
export type RouteParams = { params: Record<string, string>; search: URLSearchParams }

/** Props of every page. A page is the default export of its file. */
export type PageProps<Data> = { data: Data; site: SiteFacts }
