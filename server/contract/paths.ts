/** Every address that both sides name (§2, §7). */
export const apiPaths = {
  posts: '/api/blog-posts',
  post: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}`,
  /** POST: a link that shows a post which is not public. */
  previews: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}/preview`,
  schedule: '/api/blog-schedule',
  categories: '/api/categories',
  category: (id: string) => `/api/categories/${encodeURIComponent(id)}`,
  tags: '/api/tags',
  tag: (id: string) => `/api/tags/${encodeURIComponent(id)}`,
  landings: '/api/landings',
  landing: (id: string) => `/api/landings/${encodeURIComponent(id)}`,
  /** The prices, where a page is not what is asked for (decision 4). */
  plans: '/pricing',
  register: '/company/register',
  /** GET: the versions that git has kept of a post. */
  history: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}/history`,
  version: (id: string, commit: string) => `/api/blog-posts/${encodeURIComponent(id)}/history/${commit}`,
  /** POST: makes an old version the newest one. */
  restore: (id: string, commit: string) => `/api/blog-posts/${encodeURIComponent(id)}/history/${commit}/restore`,
  contentProblems: '/api/content-problems',
  contentState: '/api/content-state',
  contactMessages: '/api/contact-messages',
  leads: '/api/leads',
  /** GET, and DELETE: erase on request. */
  lead: (id: string) => `/api/leads/${encodeURIComponent(id)}`,
  leadEvents: (id: string) => `/api/leads/${encodeURIComponent(id)}/events`,
  leadsCsv: '/api/leads.csv',
  login: '/api/admin/login',
  /** DELETE ends every session: "Log out everywhere" (decision 29). */
  sessions: '/api/admin/sessions',
} as const

export const pagePaths = {
  home: '/',
  contact: '/contact-us',
  learnMore: '/learn-more',
  features: '/features',
  pricing: '/pricing',
  tryForFree: '/pricing/try-for-free',
  /** Where the browser goes after a sign-up, unless content/site.yml says otherwise. */
  welcome: '/welcome',
  bakery: '/bakery-erp',
  milk: '/milk-distribution',
  sauce: '/sauce-erp',
  importers: '/importers',
  distributors: '/distributors',
  blog: '/blog',
  post: (id: string) => `/blog/${id}`,
  category: (id: string) => `/blog/category/${id}`,
  tag: (id: string) => `/blog/tag/${id}`,
  preview: (token: string) => `/preview/${token}`,
  adminLogin: '/admin/login',
  adminBlog: '/admin/blog',
  adminLeads: '/admin/leads',
  driverApp: (slug: string) => `/download-${slug}-driver-pro`,
  operatorApp: (slug: string) => `/download-${slug}-operator-pro`,
} as const

/** The address of a stored file: `image` of a post, a document of the site (§9). */
export const storageUrl = (storedPath: string) => `/storage/${storedPath}`

/** §7: every call of the site says that a script makes it. */
export const SCRIPT_HEADER = { 'x-requested-with': 'XMLHttpRequest' } as const

/** Where the browser keeps the administrator's token (§3, decision 29). */
export const ADMIN_TOKEN_KEY = 'admin_token'
