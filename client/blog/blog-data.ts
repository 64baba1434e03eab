/** What the blog pages load, and their heads. Every page ships this file. */
import type { PageHead, RouteParams } from '#client/lib/page-types.ts'
import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DescribedTerm, PostPage, Term } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'

export type TaxonomyLabel = 'Category' | 'Tag'
/** `q`: the search text. */
export type ListData = CardPage & { q?: string; categories: readonly Term[] }
/** `null`: not found. Unlike `undefined`, it survives JSON. */
export type PostData = { asked: string; post: PostPage | null }
export type TermData = {
  kind: TaxonomyLabel
  found: { name: DescribedTerm; list: CardPage; categories: readonly Term[] } | null
}
export type AuthorData = { found: { author: Author; list: CardPage } | null }

export async function loadList(api: BlogApi, { search }: RouteParams): Promise<ListData> {
  const q = search.get('q')
  const wanted = q ? { q } : {}
  const [list, categories] = await Promise.all([cards(api, search, wanted), api.categories()])
  return { ...list, ...wanted, categories }
}

export async function loadPost(api: BlogApi, { params: { id = '' } }: RouteParams): Promise<PostData> {
  return { asked: id, post: (await api.post(id)) ?? null }
}

export const loadCategory = (api: BlogApi, at: RouteParams) => loadTerm(api, at, 'Category')
export const loadTag = (api: BlogApi, at: RouteParams) => loadTerm(api, at, 'Tag')

/** Posts are queried only after the id was found, so that visitors' input never becomes a query. */
async function loadTerm(api: BlogApi, { params, search }: RouteParams, kind: TaxonomyLabel): Promise<TermData> {
  const names = await (kind === 'Category' ? api.categories() : api.tags())
  const name = names.find(({ id }) => id === params.id)
  if (!name) return { kind, found: null }
  const query = kind === 'Category' ? { category: name.id } : { tag: name.id }
  const [list, categories] = await Promise.all([cards(api, search, query), api.categories()])
  return { kind, found: { name, list, categories } }
}

export async function loadAuthor(api: BlogApi, { params: { id = '' }, search }: RouteParams): Promise<AuthorData> {
  const author = await api.author(id)
  return { found: author ? { author, list: await cards(api, search, { author: author.id }) } : null }
}

const cards = (api: BlogApi, search: URLSearchParams, query: CardQuery = {}) =>
  api.cards({ ...query, page: pageOf(search), per_page: POSTS_PER_PAGE })

/** Anything but a positive integer is the first page. */
function pageOf(search: URLSearchParams): number {
  const typed = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

/** Page 1 of an empty list exists (the empty state); later ones do not. */
export const isMissingPage = ({ posts, page }: CardPage) => page > 1 && posts.length === 0

export const pageAddress = (path: string, page: number) =>
  page > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${page}` : path

export const searchAddress = (q = '') => (q ? `${pagePaths.blog}?${new URLSearchParams({ q })}` : pagePaths.blog)

export function headList(list: Omit<ListData, 'categories'>, site: SiteInfo): PageHead {
  const title = list.q ? `Posts that match “${list.q}”` : 'Our Blog'
  const description = `Insights, updates, and stories from the ${site.name} team.`
  const head = listHead(list, site, title, pagePaths.blog, description)
  return list.q ? { ...head, canonicalPath: pagePaths.blog, noindex: true } : head
}

export const termPath = (kind: TaxonomyLabel, id: string) =>
  (kind === 'Category' ? pagePaths.category : pagePaths.tag)(id)

export function headTerm({ kind, found }: TermData, site: SiteInfo): PageHead {
  if (!found) return missing(kind, site)
  const { id, name, description } = found.name
  const title = `Posts ${kind === 'Category' ? 'in' : 'about'} ${name}`
  return listHead(found.list, site, title, termPath(kind, id), description ?? `${title} on the ${site.name} blog.`)
}

export function headAuthor({ found }: AuthorData, site: SiteInfo): PageHead {
  if (!found) return missing('Author', site)
  const { author, list } = found
  const title = `Posts by ${author.name}`
  const path = pagePaths.author(author.id)
  return {
    ...listHead(list, site, title, path, author.description || `${title} on the ${site.name} blog.`),
    author,
  }
}

export function headPost({ asked, post }: PostData, site: SiteInfo): PageHead {
  if (!post) return missing('Post', site)
  return {
    title: post.seo_title ?? `${post.title} | ${site.name}`,
    canonical: post.canonical,
    description: post.description || site.description,
    canonicalPath: pagePaths.post(post.id),
    image: 'blog',
    article: post,
    ...(post.id !== asked && { redirectTo: pagePaths.post(post.id) }),
  }
}

function listHead(list: CardPage, site: SiteInfo, title: string, path: string, description: string): PageHead {
  if (isMissingPage(list)) return missing('Page', site)
  return {
    title: `${title}${list.page > 1 ? `, page ${list.page}` : ''} | ${site.name}`,
    description,
    canonicalPath: pageAddress(path, list.page),
    image: 'blog',
    list,
  }
}

const missing = (what: string, site: SiteInfo): PageHead => ({
  title: `${what} not found | ${site.name}`,
  description: site.description,
  noindex: true,
  status: 404,
})
