/** What the blog pages load. Every page ships this file. */
import type { RouteParams } from '#client/lib/page-types.ts'
import type { Api, BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { DescribedTerm, PostCard, PostPage, Term } from '#contract/posts.ts'
import { type LandingId, tradeOfTerm } from '#contract/trades.ts'

export type TaxonomyLabel = 'Category' | 'Tag'
/** The newest posts, for a page that has nothing else to read. */
type Newest = { newest?: readonly PostCard[] }
/** `q`: the search text. */
export type ListData = CardPage & Newest & { q?: string; categories: readonly Term[] }
/** `null`: not found. Unlike `undefined`, it survives JSON. */
export type PostData = Newest & { asked: string; post: PostPage | null }
export type TermData = {
  kind: TaxonomyLabel
  asked: string
  /** The trade that the term is about, if it has a page. */
  trade?: LandingId
  found: { name: DescribedTerm; list: CardPage; categories: readonly Term[] } | null
}
export type AuthorData = { asked: string; found: { author: Author; list: CardPage } | null }

const NEWEST_POSTS = 3
const loadNewest = async (api: BlogApi) => (await api.cards({ page: 1, per_page: NEWEST_POSTS })).posts

export async function loadList(api: BlogApi, { search }: RouteParams): Promise<ListData> {
  const q = search.get('q')
  const wanted = q ? { q } : {}
  const [list, categories] = await Promise.all([cards(api, search, wanted), api.categories()])
  const newest = q && list.total === 0 ? { newest: await loadNewest(api) } : {}
  return { ...list, ...wanted, categories, ...newest }
}

export async function loadPost(api: BlogApi, { params: { id = '' } }: RouteParams): Promise<PostData> {
  const post = await api.post(id)
  return post ? { asked: id, post } : { asked: id, post: null, newest: await loadNewest(api) }
}

/** Without `landing`, no term has a trade. */
type TermApi = BlogApi & Partial<Pick<Api, 'landing'>>

export const loadCategory = (api: TermApi, at: RouteParams) => loadTerm(api, at, 'Category')
export const loadTag = (api: TermApi, at: RouteParams) => loadTerm(api, at, 'Tag')

/** Posts are queried only after the id was found, so that visitors' input never becomes a query. */
async function loadTerm(api: TermApi, at: RouteParams, kind: TaxonomyLabel): Promise<TermData> {
  const {
    params: { id: asked = '' },
    search,
  } = at
  const name = await api.term(kind === 'Category' ? 'categories' : 'tags', asked)
  if (!name) return { kind, asked, found: null }
  const query = kind === 'Category' ? { category: name.id } : { tag: name.id }
  const trade = tradeOfTerm(name.id)
  const [list, categories, landing] = await Promise.all([
    cards(api, search, query),
    api.categories(),
    trade && api.landing?.(trade),
  ])
  return {
    kind,
    asked,
    ...(trade && landing && { trade }),
    found: { name, list, categories },
  }
}

export async function loadAuthor(
  api: BlogApi,
  { params: { id: asked = '' }, search }: RouteParams,
): Promise<AuthorData> {
  const author = await api.author(asked)
  return { asked, found: author ? { author, list: await cards(api, search, { author: author.id }) } : null }
}

const cards = (api: BlogApi, search: URLSearchParams, query: CardQuery = {}) =>
  api.cards({ ...query, page: pageOf(search), per_page: POSTS_PER_PAGE })

/** Anything but a positive integer is the first page. */
function pageOf(search: URLSearchParams): number {
  const typed = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}
