import type { CardPage } from '#contract/api.ts'
import type { Landing } from '#contract/landing.ts'
import type { Post } from '#contract/posts.ts'
import type { SiteFacts } from '#contract/site.ts'

/** What stands in a document's head, and how the server answers (decision 5). */
export type PageHead = {
  title: string
  description: string
  /** The one address of this page, without host; left out where a page has none. */
  canonicalPath?: string
  noindex?: boolean
  /** What a shared link shows: a drawing of client/static/social by its name. Without it, the home page's. */
  image?: string
  /** The post that the page is: shared links and search engines are told of it, and it has a picture of its own. */
  article?: Post
  /** The posts that the page lists. */
  list?: CardPage
  /** Questions with their answers, as the page shows them. */
  questions?: Landing['questions']['list']
  /** The page is about the software as a whole: search engines are told of its editions and prices. */
  offers?: true
  /** The page opens with the film of the hero: its poster is asked for before anything is drawn. */
  heroVideo?: true
  /** Where a form of the page is led on to when a browser posts it by itself: a path, or an address of another site. */
  formRedirect?: string
  /** The screen says that it found nothing; the server answers 404. */
  status?: 404
  /**
   * The page has moved to this path of the site for good: the server answers 301, the browser replaces the address.
   * With `status: 404` there is no page at all, as at any unknown address (decision 5).
   */
  redirectTo?: string
}

/** Where a route is opened: the parts of its path, and its query. */
export type RouteParams = { params: Record<string, string>; search: URLSearchParams }

/** What every screen is given. A screen is the default export of its file. */
export type PageProps<Data> = { data: Data; site: SiteFacts }
