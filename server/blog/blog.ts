import { Elysia } from 'elysia'
import type { InvalidationKey } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import type { Sources } from '#server/content/version-store.ts'
import { LIST_TIMEOUT_SECONDS } from '#server/http/admission.ts'
import type { Log } from '#server/http/log.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import type { Pictures } from '#server/media/pictures.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { createColocatedImages } from './colocated-images.ts'
import { createReading } from './post-queries.ts'
import { postRoutes } from './post-routes.ts'
import { createPosts } from './posts.ts'
import { type PreviewDeps, previewRoutes } from './preview-routes.ts'
import type { Renderer } from './render/renderer.ts'
import { nameRoutes } from './term-routes.ts'
import { createNames } from './terms.ts'

export type BlogOptions = {
  content: Content
  /** The content folder. */
  dir: string
  sources: Sources
  pictures: Pictures
  renderer: Renderer
  /** Re-renders the pages that depend on these keys. */
  invalidate(keys: Set<InvalidationKey>): unknown
  cacheDb: CacheDb
  now(): Date
  log: Log
}

/** Posts, categories and tags: what reads, changes and serves them. */
export function createBlog(options: BlogOptions) {
  const { content, dir, sources, pictures, renderer, invalidate, cacheDb, now, log } = options
  const colocatedImages = createColocatedImages({ content, dir, pictures, log, refresh: invalidate })
  const queries = createReading({ content, sources, renderer, now, log, colocatedImages, cacheDb })
  const posts = createPosts({ content, sources, pictures, renderer, now })
  const names = createNames({ content })

  return {
    queries,
    colocatedImages,
    routes({ requireAdmin, audit, extendTimeout }: RequestTools, preview: Pick<PreviewDeps, 'previews' | 'pages'>) {
      const patient = extendTimeout(LIST_TIMEOUT_SECONDS)
      const deps = { reading: queries, posts, names, requireAdmin, audit, patient }
      return new Elysia({ name: 'blog' })
        .use(postRoutes(deps))
        .use(nameRoutes('categories', deps))
        .use(nameRoutes('tags', deps))
        .use(previewRoutes({ reading: queries, ...preview, requireAdmin, audit }))
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
