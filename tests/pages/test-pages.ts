import type { Post, PostPage } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { pageOf } from '#server/blog/list-responses.ts'
import { createPageData } from '#server/blog/post-page.ts'
import { cardKey, postKey, type TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { readManifest } from '#server/http/static-files.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { createPages } from '#server/pages/pages.ts'
import { aPost, aSite } from '#tests/helpers/cards.ts'

/** The output of `bun run build`. */
export const dist = 'client/dist'
export const manifest = await readManifest(dist)

type PagesState = {
  posts?: PostPage[]
  /** The stored path of a post's share card. */
  card?: (post: Post) => string | undefined
  publicUrl?: string
  now?: () => Date
  site?: SiteInfo
}

/** Pages over posts in memory. `asked` lists what was loaded to render them; `said` is the log. */
export async function aWorld({ posts = [aPost()], publicUrl, now, site = aSite(), card }: PagesState = {}) {
  const asked: string[] = []
  const logged: string[] = []
  const state = { posts, site, moved: new Map<string, string>(), broken: false, busy: false }
  const reads = {
    list: async (query: { page?: number; per_page?: number }) => {
      asked.push('list')
      if (state.busy) throw new UnavailableError('It is being prepared.', 5)
      const { shown, ...place } = pageOf(state.posts, query)
      return { posts: [...shown], total: state.posts.length, ...place }
    },
    page: async (id: string) => {
      asked.push(id)
      if (state.broken) throw new Error('the renderer is ill')
      return state.posts.find((post) => post.id === (state.moved.get(id) ?? id))
    },
    author: async () => undefined,
    term: (kind: 'categories' | 'tags', id: string) => reads[kind]().find((one) => one.id === id),
    categories: () => [{ id: 'production', name: 'Production' }],
    tags: () => [{ id: 'bakery', name: 'Bakery' }],
  }
  /** What a tracked snapshot says of these reads. */
  const tracked = (uses: TrackDependency): typeof reads => ({
    ...reads,
    async list(query) {
      const page = await reads.list(query)
      for (const key of ['list', 'any-post', ...page.posts.map(({ id }) => cardKey(id))] as const) uses(key)
      return page
    },
    async page(id) {
      const post = await reads.page(id)
      for (const key of ['list', postKey(id), postKey(post?.id ?? id)] as const) uses(key)
      return post
    },
  })
  const pages = await createPages({
    manifest,
    api: (uses) => ({
      ...createPageData(tracked(uses)),
      landing: async () => undefined,
      pageTexts: async () => null,
      plans: async () => [],
    }),
    siteInfo: async (uses) => {
      uses?.('site')
      return state.site
    },
    slug: () => state.site.slug,
    postAtOldPath: () => undefined,
    newest: () => state.posts,
    tls: undefined,
    cdnSeconds: 0,
    cache: createResponseCache(),
    card,
    log: createLog('error', (line) => logged.push(line)),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(now ? { now } : {}),
  })
  const get = async (path: string, headers: Record<string, string> = {}) =>
    pages.answer(new Request(`http://localhost${path}`, { headers }))
  return { ...pages, state, asked, logged, get, text: async (path: string) => (await get(path)).text() }
}
