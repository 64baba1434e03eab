import type { CardPage } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import type { Landing } from '#contract/landing.ts'
import type { Post } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'

/** The head of a document, and the status and redirect of its response. */
export type DocumentHead = {
  title: string
  description: string
  /** The canonical path of this page, if it has one. */
  canonicalPath?: string
  /** The URL of the original, if it is another page: absolute, or a path. */
  canonical?: string | undefined
  noindex?: boolean
  /** Image for shared links: a name in client/static/social. Default: the home page's. */
  image?: string
  article?: Post
  list?: CardPage
  /** The author whose page this is. */
  author?: Author
  questions?: Landing['questions']['list']
  /** The page is about the product as a whole: search engines receive its editions and prices. */
  offers?: true
  /** The page starts with the hero video, whose poster is preloaded. */
  heroVideo?: true
  /** Where the server redirects a form that the browser posts itself: a path or an external URL. */
  formRedirect?: string
  status?: 404
  /** Permanent redirect: the server responds with 301. With `status: 404` the page does not exist. */
  redirectTo?: string
}

export type RouteParams = { params: Record<string, string>; search: URLSearchParams }

/** Props of every page. A page is the default export of its file. */
export type PageProps<Data> = { data: Data; site: SiteInfo }
