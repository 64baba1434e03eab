import { pathWith } from '#contract/path-pattern.ts'
import type { LandingId } from '#contract/trades.ts'

/** Every URL that client and server share. */
export const apiPaths = {
  posts: '/api/blog-posts',
  post: pathWith('/api/blog-posts/:id'),
  categories: '/api/categories',
  tags: '/api/tags',
  term: (kind: 'categories' | 'tags', id: string) => `/api/${kind}/${encodeURIComponent(id)}`,
  authors: '/api/authors',
  author: pathWith('/api/authors/:id'),
  landings: '/api/landings',
  landing: pathWith('/api/landings/:id'),
  pageTexts: pathWith('/api/page-texts/:id'),
  /** The prices, for requests that do not accept HTML. */
  plans: '/pricing',
  register: '/company/register',
  contactMessages: '/api/contact-messages',
} as const

export const pagePaths = {
  home: '/',
  contact: '/contact-us',
  learnMore: '/learn-more',
  features: '/features',
  pricing: '/pricing',
  tryForFree: '/pricing/try-for-free',
  /** The redirect target of a sign-up, unless content/site.yml sets another one. */
  welcome: '/welcome',
  landing: (id: LandingId) => `/${id}`,
  blog: '/blog',
  post: (id: string) => `/blog/${id}`,
  category: (id: string) => `/blog/category/${id}`,
  tag: (id: string) => `/blog/tag/${id}`,
  preview: (token: string) => `/preview/${token}`,
  /** The public page `path`, as of the moment that the token names. */
  timeMachine: (token: string, path = '/') => `/time-machine/${token}${path}`,
  adminLogin: '/admin/login',
  adminBlog: '/admin/blog',
  adminNew: '/admin/blog/new',
  adminEdit: (id: string) => `/admin/blog/${id}/edit`,
  adminTrash: '/admin/trash',
  adminImport: '/admin/import',
  adminLeads: '/admin/leads',
  adminMedia: '/admin/media',
  adminAccount: '/admin/account',
  adminAudit: '/admin/audit',
  /** With the token in the fragment. */
  adminInvite: '/admin/invite',
  author: (id: string) => `/blog/author/${id}`,
  driverApp: (slug: string) => `/download-${slug}-driver-pro`,
  operatorApp: (slug: string) => `/download-${slug}-operator-pro`,
} as const

/** The Atom feed of a list of posts, by the path of its page. */
export const feedPath = (page: string) => (page === pagePaths.blog ? '/feed.xml' : `${page}/feed.xml`)

/** The URL of a stored file: an image of a post, or a document. */
export const storageUrl = (storedPath: string) => `/storage/${storedPath}`

/** An image: the QR code of the page of an app, `driver` or `operator`. */
export const appCodeUrl = (app: string) => `/apps/${app}.svg`

/** The fragment of the home page for visitors of an unknown path, which is the id of the line that says so. */
export const NOT_FOUND_FRAGMENT = 'page-not-found'

/** The privacy policy as a page, and the source of the text in the footer's dialog. */
export const PRIVACY_POLICY_PATH = '/privacy-policy'

/** The subscription agreement as a page, whose clauses are the targets of links. The sign-up form offers the PDF. */
export const AGREEMENT_PATH = '/subscription-agreement'

/** The metrics for Prometheus. */
export const METRICS_PATH = '/metrics'

/** Path segments below `/blog/` with another meaning. */
export const RESERVED_IDS: readonly string[] = ['category', 'tag', 'author']

/** Decodes a part of a URL; one that is not encoded, as `/100%-rye`, is returned as it is. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
