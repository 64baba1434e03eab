/** What the blog pages load. Every page ships this file. */
import type { RouteParams } from '#client/lib/page-types.ts'
import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { DescribedTerm, PostPage, Term } from '#contract/posts.ts'

export type TaxonomyLabel = 'Category' | 'Tag'
/** `q`: the search text. */
export type ListData = CardPage & { q?: string; categories: readonly Term[] }
/** `null`: not found. Unlike `undefined`, it survives JSON. */
export type PostData = { asked: string; post: PostPage | null }
export type TermData = {
  kind: TaxonomyLabel
  asked: string
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
async function loadTerm(api: BlogApi, at: RouteParams, kind: TaxonomyLabel): Promise<TermData> {
  const {
    params: { id: asked = '' },
    search,
  } = at
  const name = await api.term(kind === 'Category' ? 'categories' : 'tags', asked)
  if (!name) return { kind, asked, found: null }
  const query = kind === 'Category' ? { category: name.id } : { tag: name.id }
  const [list, categories] = await Promise.all([cards(api, search, query), api.categories()])
  return { kind, asked, found: { name, list, categories } }
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
