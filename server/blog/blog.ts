import type { Content } from '#server/content/content.ts'
import type { FileCache } from '#server/content/file-cache.ts'
import { bodyOf } from '#server/content/files/post-file.ts'
import { trackedSnapshot } from '#server/content/snapshot/tracked-snapshot.ts'
import type { Log } from '#server/lib/log.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { createMedia, type MediaDeps } from '#server/media/media.ts'
import { type CoversOptions, createCovers } from '#server/media/share-cards/covers.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { BlockLines } from '#server/text/merge/whole-blocks.ts'
import { authorEndpoints, createAuthors } from './authors.ts'
import { type ColocatedImages, type ColocatedImagesDeps, createColocatedImages } from './colocated-images.ts'
import { type PostEndpointsOptions, postEndpoints } from './post-endpoints.ts'
import { createPostContext } from './post-page.ts'
import { createPostQueries } from './post-queries.ts'
import { createPosts } from './posts.ts'
import { createPreviewLinks, type PreviewLinksDeps } from './preview-links.ts'
import type { Renderer } from './render/renderer.ts'
import { createSearch } from './search.ts'
import { type TermEndpointsOptions, termEndpoints } from './term-endpoints.ts'

type BlogOptions = Pick<PostEndpointsOptions, 'cache'> &
  Pick<MediaDeps, 'deletedImages' | 'isRecorded'> & {
    content: Content
    /** The content folder. */
    dir: string
    publicDir: string
    /** What administrators have written and not saved, as one text. */
    unsavedText(): Promise<string>
    versions: FileCache
    pictures: ImageStore
    imageDetails: MediaDeps['details']
    claimDerived: ColocatedImagesDeps['claimDerived']
    renderer: Renderer
    blockLines: BlockLines
    /** The names of those who have a post open. */
    readersOf(post: string): readonly string[]
    /** Re-renders the pages that depend on these keys. */
    invalidate: ColocatedImagesDeps['refresh']
    cacheDb: CacheDb
    cards: CoversOptions['cards']
    now(): Date
    log: Log
  }

/** The first visitors come first: filling the index takes seconds at a first start. */
const SEARCH_DELAY_MS = 500

/** Posts, their images, categories and tags: what reads, changes and serves them. */
export function createBlog(options: BlogOptions) {
  const { content, dir, versions, pictures, renderer, blockLines, invalidate, cacheDb, now, log } = options
  const colocatedImages = createColocatedImages({ ...options, refresh: invalidate })
  const search = createSearch({ content, bodyOf: async (entry) => bodyOf(await content.text(entry)), cacheDb, log })
  const covers = createCovers({ cards: options.cards, content, now, log })
  const contextOf = createPostContext()
  const queriesOf = (read: Pick<Content, 'snapshot' | 'text'>) =>
    createPostQueries({
      content: read,
      versions,
      renderer,
      now,
      log,
      colocatedImages,
      search,
      authors: createAuthors({ content: read, renderer, now, log }),
      contextOf,
      covers,
    })
  const queries = queriesOf(content)
  const authors = createAuthors({ content, renderer, now, log })

  /** The same for one page, which depends on the records that it reads. */
  const reading = (uses: Parameters<typeof trackedSnapshot>[1]) =>
    queriesOf({ snapshot: () => trackedSnapshot(content.snapshot(), uses), text: content.text })
  const posts = createPosts({ content, dir, versions, pictures, renderer, blockLines, now })
  const media = createMedia({ ...options, images: pictures, details: options.imageDetails, ...colocatedImages })

  /** Reads posts of former content, at that time. It cannot be searched. */
  const queriesAt = (
    past: Pick<Content, 'snapshot' | 'text'>,
    at: () => Date,
    images: Pick<ColocatedImages, 'placed' | 'storedPath'>,
  ) =>
    createPostQueries({
      colocatedImages: { ...images, named: images.placed },
      contextOf: createPostContext(),
      renderer,
      log,
      search,
      content: past,
      now: at,
      versions: { store: () => {} },
      authors: createAuthors({ content: past, renderer, now: at, log }),
    })

  return {
    queries,
    reading,
    queriesAt,
    authors,
    search,
    covers,
    colocatedImages,
    createPreviewLinks: (store: Pick<PreviewLinksDeps, 'tokens' | 'text'>, commits: PreviewLinksDeps['commits']) =>
      createPreviewLinks({ ...store, dir, commits, content, now, log }),
    /** By the headings of the API's description. */
    endpoints({
      creations,
      ...others
    }: Omit<PostEndpointsOptions, 'queries' | 'posts' | 'cache'> & Pick<TermEndpointsOptions, 'creations'>) {
      const { canRestore } = others
      return {
        posts: postEndpoints({ queries, posts, cache: options.cache, ...others }),
        terms: [...termEndpoints({ content, queries, readersOf: options.readersOf, creations, canRestore })],
        authors: authorEndpoints(authors),
        media: media.endpoints,
      }
    },
    start() {
      setTimeout(search.warmUp, SEARCH_DELAY_MS).unref()
      void covers.deleteUnneeded()
    },
    close() {
      return search.close()
    },
  }
}

export type Blog = ReturnType<typeof createBlog>
