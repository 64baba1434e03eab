/** Every URL that client and server share. */
export const apiPaths = {
  posts: '/api/blog-posts',
  post: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}`,
  /** POST: creates a preview link for a post that is not public. */
  previews: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}/preview`,
  schedule: '/api/blog-schedule',
  categories: '/api/categories',
  category: (id: string) => `/api/categories/${encodeURIComponent(id)}`,
  tags: '/api/tags',
  tag: (id: string) => `/api/tags/${encodeURIComponent(id)}`,
  landings: '/api/landings',
  landing: (id: string) => `/api/landings/${encodeURIComponent(id)}`,
  /** The prices, for requests that do not accept HTML. */
  plans: '/pricing',
  register: '/company/register',
  /** GET: the committed versions of a post. */
  history: (id: string) => `/api/blog-posts/${encodeURIComponent(id)}/history`,
  version: (id: string, commit: string) => `/api/blog-posts/${encodeURIComponent(id)}/history/${commit}`,
  /** POST: makes an old version the newest one. */
  restore: (id: string, commit: string) => `/api/blog-posts/${encodeURIComponent(id)}/history/${commit}/restore`,
  contentProblems: '/api/content-problems',
  contentState: '/api/content-state',
  contactMessages: '/api/contact-messages',
  leads: '/api/leads',
  /** GET, and DELETE to erase the lead. */
  lead: (id: string) => `/api/leads/${encodeURIComponent(id)}`,
  leadEvents: (id: string) => `/api/leads/${encodeURIComponent(id)}/events`,
  leadsCsv: '/api/leads.csv',
  login: '/api/admin/login',
  /** DELETE ends every session: "Log out everywhere". */
  sessions: '/api/admin/sessions',
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

/** The URL of a stored file: an image of a post, or a document. */
export const storageUrl = (storedPath: string) => `/storage/${storedPath}`

/** Path segments below `/blog/` with another meaning. */
export const RESERVED_IDS: readonly string[] = ['category', 'tag']
