import { Elysia } from 'elysia'
import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { PostPage } from '#contract/posts.ts'
import type { DescribedTerm } from '#contract/terms.ts'
import {
  aroundKey,
  cardKey,
  type InvalidationKey,
  linkKey,
  postKey,
  type TrackDependency,
} from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { blogSchedule } from '#server/content/publication.ts'
import type { VersionStore } from '#server/content/version-store.ts'
import type { Log } from '#server/http/log.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { createColocatedImages } from './colocated-images.ts'
import { createEditorQueries } from './editor-queries.ts'
import { createPostQueries } from './post-queries.ts'
import { postRoutes } from './post-routes.ts'
import { createPosts } from './posts.ts'
import { type PreviewRoutesOptions, previewRoutes } from './preview-routes.ts'
import type { Renderer } from './render/renderer.ts'
import { createTerms, termRoutes } from './terms.ts'

export type BlogOptions = {
  content: Content
  /** The content folder. */
  dir: string
  versions: VersionStore
  pictures: ImageStore
  renderer: Renderer
  /** Re-renders the pages that depend on these keys. */
  invalidate(keys: Set<InvalidationKey>): unknown
  cacheDb: CacheDb
  now(): Date
  log: Log
}

/** Posts, categories and tags: what reads, changes and serves them. */
export function createBlog(options: BlogOptions) {
  const { content, dir, versions, pictures, renderer, invalidate, cacheDb, now, log } = options
  const colocatedImages = createColocatedImages({ content, dir, pictures, log, refresh: invalidate })
  const queries = createPostQueries({ content, renderer, now, log, colocatedImages, cacheDb })
  const editor = createEditorQueries({ content, queries, versions, renderer, colocatedImages, now })
  const posts = createPosts({ content, versions, pictures, renderer, now })
  const terms = createTerms({ content })

  return {
    queries,
    editor,
    colocatedImages,
    /** What pages and feeds read. */
    forPages: { ...queries, api: (uses: TrackDependency) => inProcessApi(queries, uses) },
    routes(tools: RequestTools, preview: Pick<PreviewRoutesOptions, 'previews' | 'pages'>) {
      const schedule = () => blogSchedule(content.snapshot(), now())
      return new Elysia({ name: 'blog' })
        .use(postRoutes({ queries, editor, posts, schedule }, tools))
        .use(termRoutes('categories', { queries, terms }, tools))
        .use(termRoutes('tags', { queries, terms }, tools))
        .use(previewRoutes({ queries, ...preview }, tools))
    },
    start() {
      queries.search.follow()
      void colocatedImages.update()
    },
    async close() {
      await Promise.all([queries.search.close(), colocatedImages.close()])
    },
  }
}

export type Reads = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  categories(): DescribedTerm[]
  tags(): DescribedTerm[]
}

/** The API for a route's `load` on the server. Reads the snapshot, and tracks what each page depends on. */
export function inProcessApi(reading: Reads, uses: TrackDependency): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await reading.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'terms', ...posts.map(({ id }) => cardKey(id))] as const) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await reading.page(id) : undefined
    for (const key of new Set(['terms', postKey(id), postKey(post?.id ?? id)] as const)) uses(key)
    if (post)
      for (const key of ['around', aroundKey(post.id), ...linkedFrom(post).map(({ id }) => linkKey(id))] as const)
        uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('terms')
    return reading[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}

const linkedFrom = ({ previous, next, related }: PostPage) => [previous, next, ...related].filter((one) => one !== null)
