/** What the blog's screens load and what stands in their heads. Every page carries this file: it stays small and draws nothing. */
import type { Head, RouteParams } from '#client/api/page.ts'
import type { Api, CardPage, CardQuery } from '#contract/api.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { Name } from '#contract/names.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import type { SiteFacts } from '#contract/site.ts'
import { excerpt } from './plain-text.ts'

export type NameKind = 'Category' | 'Tag'
/** `null` says that there is no such post, category or tag: unlike `undefined`, it survives as JSON. */
export type PostData = { asked: string; post: Post | null }
export type NameData = { kind: NameKind; found: { name: Name; list: CardPage } | null }

export const loadList = (api: Api, { search }: RouteParams) => cards(api, search)

export async function loadPost(api: Api, { params: { id = '' } }: RouteParams): Promise<PostData> {
  return { asked: id, post: (await api.post(id)) ?? null }
}

export const loadCategory = async (api: Api, at: RouteParams) =>
  loadNamed('Category', await api.categories(), at, (category) => cards(api, at.search, { category }))

export const loadTag = async (api: Api, at: RouteParams) =>
  loadNamed('Tag', await api.tags(), at, (tag) => cards(api, at.search, { tag }))

/** Posts are asked for only once the id is known to be one: what a visitor typed never becomes a query. */
async function loadNamed(
  kind: NameKind,
  names: Name[],
  { params }: RouteParams,
  posts: (id: string) => Promise<CardPage>,
): Promise<NameData> {
  const name = names.find(({ id }) => id === params.id)
  return { kind, found: name ? { name, list: await posts(name.id) } : null }
}

const cards = (api: Api, search: URLSearchParams, query: CardQuery = {}) =>
  api.cards({ ...query, page: pageOf(search), per_page: POSTS_PER_PAGE })

/** Anything but a whole number from 1 is the first page. */
function pageOf(search: URLSearchParams): number {
  const typed = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

/** Page 1 of an empty list is a page (the empty state); a later one without posts is not. */
export const isMissingPage = ({ posts, page }: CardPage) => page > 1 && posts.length === 0

export const headList = (list: CardPage, site: SiteFacts) =>
  listHead(list, site, 'Our Blog', pagePaths.blog, `Insights, updates, and stories from the ${site.name} team.`)

export const headCategory = (data: NameData, site: SiteFacts) => headNamed(data, site, pagePaths.category)

export const headTag = (data: NameData, site: SiteFacts) => headNamed(data, site, pagePaths.tag)

function headNamed({ kind, found }: NameData, site: SiteFacts, path: (id: string) => string): Head {
  if (!found) return missing(kind, site)
  const { id, name } = found.name
  return listHead(found.list, site, name, path(id), `Posts about ${name} on the ${site.name} blog.`)
}

export function headPost({ asked, post }: PostData, site: SiteFacts): Head {
  if (!post) return missing('Post', site)
  return {
    title: `${post.title} | ${site.name}`,
    description: excerpt(post.summary),
    canonicalPath: pagePaths.post(post.id),
    ...(post.id !== asked && { redirectTo: pagePaths.post(post.id) }),
  }
}

function listHead(list: CardPage, site: SiteFacts, title: string, path: string, description: string): Head {
  if (isMissingPage(list)) return missing('Page', site)
  const later = list.page > 1
  return {
    title: `${title}${later ? `, page ${list.page}` : ''} | ${site.name}`,
    description,
    canonicalPath: later ? `${path}?page=${list.page}` : path,
  }
}

const missing = (what: string, site: SiteFacts): Head => ({
  title: `${what} not found | ${site.name}`,
  description: site.description,
  noindex: true,
  status: 404,
})
