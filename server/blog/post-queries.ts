import type { CardPage } from '#contract/api.ts'
import type { PostFormat, PostQuery } from '#contract/post-form.ts'
import type { Post, PostCard, PostPage } from '#contract/posts.ts'
import type { InvalidationKey } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { bodyOf } from '#server/content/post-file.ts'
import { livePosts, newestFirst, stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import type { Log } from '#server/http/log.ts'
import { DomainError } from '#server/lib/errors.ts'
import { createSemaphore } from '#server/lib/semaphore.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { type ColocatedImages, placePictures } from './colocated-images.ts'
import { best, pageOf, select } from './list-query.ts'
import { type Chosen, createListResponses, rememberLists } from './list-responses.ts'
import { cardOf, namesOf, postPage } from './post-views.ts'
import { createPostContext } from './related-posts.ts'
import type { Renderer } from './render/renderer.ts'
import type { SearchMatch } from './search/match.ts'
import { createSearch } from './search/search.ts'

export type PostQueriesOptions = {
  content: Content
  renderer: Renderer
  now: () => Date
  log: Log
  colocatedImages: ColocatedImages
  cacheDb: CacheDb
}
export type PostQueries = ReturnType<typeof createPostQueries>

/** `all`: includes drafts, scheduled and expired posts, for administrators. */
export type Visibility = { all?: boolean }

/** Files read concurrently. */
const CONCURRENT_READS = 32

/** Reads posts in the form of the contract, with their terms resolved and summary and body sanitized. */
export function createPostQueries({ content, renderer, now, log, colocatedImages, cacheDb }: PostQueriesOptions) {
  const limited = createSemaphore(CONCURRENT_READS)
  const { contextOf, keys } = createPostContext(now)

  async function card(entry: PostEntry, snapshot: Snapshot, found?: SearchMatch): Promise<PostCard> {
    const [summary, quoted] = await Promise.all([
      html(entry, 'html', entry.summary),
      found && search.foundIn(entry, found),
    ])
    return { ...cardOf(colocatedImages.placed(entry), summary, snapshot, now()), ...(quoted && { found: quoted }) }
  }

  const full = async (entry: PostEntry, snapshot: Snapshot, found?: SearchMatch): Promise<Post> => ({
    ...(await card(entry, snapshot, found)),
    content: await rendered(entry),
  })

  const rendered = async (entry: PostEntry) => withImages(entry, await html(entry, entry.format, body(entry)))
  const withImages = (entry: PostEntry, safe: string) =>
    entry.beside ? placePictures(safe, (name) => colocatedImages.storedPath(entry, name)) : safe

  /**
   * Returns an empty text, and logs it, for a file that is missing or cannot be rendered, so that the page or list
   * still works.
   */
  async function html(entry: PostEntry, format: PostFormat, source: string | Promise<string>): Promise<string> {
    try {
      return await renderer.html(format, await source)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      log.warn('post not rendered', { file: entry.file, reason: error.message })
      return ''
    }
  }

  /** The body as it was in the snapshot, not a newer text on disk. */
  const body = async (entry: PostEntry) => bodyOf(await content.text(entry))
  /** Separate from `limited`, whose slots are held while search reads texts. */
  const limitedReads = createSemaphore(CONCURRENT_READS)
  const search = createSearch({ content, bodyOf: (entry) => limitedReads(() => body(entry)), cacheDb, log })

  /** Newest first; search results by score. */
  async function choose(query: PostQuery, { all = false }: Visibility): Promise<Chosen> {
    const visibleIn = (snapshot: Snapshot) => (all ? byState(snapshot, query.state) : livePosts(snapshot, now()))
    const found = query.q?.trim() ? await search.find(query.q, visibleIn) : undefined
    const snapshot = content.snapshot()
    const wanted = select(visibleIn(snapshot), query)
    return { entries: found ? best(wanted, found.scores) : wanted, snapshot, found }
  }

  const render = (entry: PostEntry, { snapshot, found }: Chosen, fields: PostQuery['fields']) =>
    limited(() => (fields === 'card' ? card : full)(entry, snapshot, found))

  async function list(query: PostQuery): Promise<CardPage> {
    const chosen = await choose(query, {})
    const { shown, ...place } = pageOf(chosen.entries, query)
    const posts = await Promise.all(shown.map((entry) => render(entry, chosen, query.fields)))
    return { posts, total: chosen.entries.length, ...place }
  }
  const respond = createListResponses({ choose, render })

  /** The newest live posts, with their bodies. */
  async function newest(query: Pick<PostQuery, 'category' | 'tag'>, count: number): Promise<Post[]> {
    const snapshot = content.snapshot()
    const found = select(livePosts(snapshot, now()), query).slice(0, count)
    return Promise.all(found.map((entry) => limited(() => full(entry, snapshot))))
  }

  function byState(snapshot: Snapshot, state: PostQuery['state'] = 'all'): readonly PostEntry[] {
    const posts = newestFirst(snapshot)
    return state === 'all' ? posts : posts.filter((post) => stateOf(post, now()) === state)
  }

  /** Finds a post by its id, or by a former id. */
  function entryOf(id: string, { all = false }: Visibility): PostEntry | undefined {
    const snapshot = content.snapshot()
    const entry = snapshot.posts.get(id) ?? snapshot.posts.get(snapshot.aliases.get(id) ?? '')
    return entry && (all || stateOf(entry, now()) === 'live') ? entry : undefined
  }

  /** Finds a post by its current or former id. `undefined`: it does not exist, or visitors may not see it. */
  async function post(id: string, visibility: Visibility = {}): Promise<Post | undefined> {
    const entry = entryOf(id, visibility)
    return entry && full(entry, content.snapshot())
  }

  /** The post with its adjacent and related posts, which are always live ones. */
  async function page(id: string, visibility: Visibility = {}): Promise<PostPage | undefined> {
    const entry = entryOf(id, visibility)
    const snapshot = content.snapshot()
    return entry && postPage(await full(entry, snapshot), contextOf(entry, snapshot), colocatedImages.placed)
  }

  const categories = () => namesOf(content.snapshot().categories)
  const tags = () => namesOf(content.snapshot().tags)

  return {
    respond,
    newest,
    remembered: rememberLists({ content, now, respond, pictures: colocatedImages.changes }),
    post,
    page,
    contextKeys: (changed: ReadonlySet<InvalidationKey>) => keys(changed, content.snapshot()),
    entryOf,
    full,
    withImages,
    search: { follow: search.follow, close: search.close },
    categories,
    tags,
    list,
  }
}
