import type { BlogApi, CardPage } from '#contract/api.ts'
import type { DescribedName } from '#contract/names.ts'
import type { PostPage } from '#contract/post-page.ts'
import type { EditablePost, Post, PostCard, PostFormat, PostQuery } from '#contract/posts.ts'
import type { InvalidationKey, TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { blogSchedule } from '#server/content/due.ts'
import { bodyOf } from '#server/content/post-file.ts'
import { livePosts, newestFirst, stateOf } from '#server/content/publication.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import type { Sources } from '#server/content/version-store.ts'
import type { Log } from '#server/http/log.ts'
import { DomainError } from '#server/lib/errors.ts'
import { atMost } from '#server/lib/semaphore.ts'
import { inProcessApi } from './api.ts'
import { cardOf, namesOf, sourceOf } from './card.ts'
import type { ColocatedImages } from './colocated-images.ts'
import { best, pageOf, select } from './filter-posts.ts'
import { rememberLists } from './list-cache.ts'
import { type Chosen, createListResponses } from './list-response.ts'
import { createPostContext } from './post-context.ts'
import { postPage } from './post-page.ts'
import type { Renderer } from './render/renderer.ts'
import { placePictures } from './rewrite-image-urls.ts'
import type { Found } from './search/match.ts'
import { createSearch } from './search/search.ts'

export type ReadingDeps = {
  content: Content
  /** Keeps what an editor begins from, so that a save can be merged. */
  sources: Pick<Sources, 'keep'>
  renderer: Renderer
  now: () => Date
  log: Log
  colocatedImages: ColocatedImages
}
export type Reading = ReturnType<typeof createReading>

/** `all`: drafts, scheduled and expired posts too, for the administrator (decision 10). */
export type Sight = { all?: boolean }

/** Files that are open at the same time. */
const READS_AT_ONCE = 32

/** Posts as the contract has them: names looked up, summary and body sanitised on their way out (decision 8). */
export function createReading({ content, sources, renderer, now, log, colocatedImages }: ReadingDeps) {
  const few = atMost(READS_AT_ONCE)
  const { contextOf, keys } = createPostContext(now)

  async function card(entry: PostEntry, snapshot: Snapshot, found?: Found): Promise<PostCard> {
    const [summary, quoted] = await Promise.all([
      html(entry, 'html', entry.summary),
      found && search.foundIn(entry, found),
    ])
    return { ...cardOf(colocatedImages.placed(entry), summary, snapshot, now()), ...(quoted && { found: quoted }) }
  }

  const full = async (entry: PostEntry, snapshot: Snapshot, found?: Found): Promise<Post> => ({
    ...(await card(entry, snapshot, found)),
    content: await rendered(entry),
  })

  async function rendered(entry: PostEntry): Promise<string> {
    const safe = await html(entry, entry.format, body(entry))
    return entry.beside ? placePictures(safe, (name) => colocatedImages.storedPath(entry, name)) : safe
  }

  /** Nobody's page or list falls because of one file: a text that is gone or too hard is left out, and said in the log. */
  async function html(entry: PostEntry, format: PostFormat, source: string | Promise<string>): Promise<string> {
    try {
      return await renderer.html(format, await source)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      log.warn('post not rendered', { file: entry.file, reason: error.message })
      return ''
    }
  }

  /** As the entry was read: what an editor is writing at this moment is not live yet. */
  const body = async (entry: PostEntry) => bodyOf(await content.text(entry))
  /** Apart from `few`: a post that is drawn holds a place there while its words are looked for. */
  const fewTexts = atMost(READS_AT_ONCE)
  const search = createSearch({ snapshot: content.snapshot, bodyOf: (entry) => fewTexts(() => body(entry)) })

  /** Newest first, or what was searched for, best first. */
  async function choose(query: PostQuery, { all = false }: Sight): Promise<Chosen> {
    const visibleIn = (snapshot: Snapshot) => (all ? inState(snapshot, query.state) : livePosts(snapshot, now()))
    const found = query.q?.trim() ? await search.find(query.q, visibleIn) : undefined
    const snapshot = content.snapshot()
    const wanted = select(visibleIn(snapshot), query)
    return { entries: found ? best(wanted, found.scores) : wanted, snapshot, found }
  }

  /** Cards where cards are asked, else whole posts (decision 11). */
  const render = (entry: PostEntry, { snapshot, found }: Chosen, fields: PostQuery['fields']) =>
    few(() => (fields === 'card' ? card : full)(entry, snapshot, found))

  /** One page of a list. */
  async function list(query: PostQuery): Promise<CardPage> {
    const chosen = await choose(query, {})
    const { shown, ...place } = pageOf(chosen.entries, query)
    const posts = await Promise.all(shown.map((entry) => render(entry, chosen, query.fields)))
    return { posts, total: chosen.entries.length, ...place }
  }
  const respond = createListResponses({ choose, render })

  /** The newest that visitors see, whole. */
  async function newest(query: Pick<PostQuery, 'category' | 'tag'>, count: number): Promise<Post[]> {
    const snapshot = content.snapshot()
    const found = select(livePosts(snapshot, now()), query).slice(0, count)
    return Promise.all(found.map((entry) => few(() => full(entry, snapshot))))
  }

  /** Every post, or those that are in one state at this moment. */
  function inState(snapshot: Snapshot, state: PostQuery['state'] = 'all'): readonly PostEntry[] {
    const posts = newestFirst(snapshot)
    return state === 'all' ? posts : posts.filter((post) => stateOf(post, now()) === state)
  }

  /** The entry behind an id, or behind an id it once had (decision 5). */
  function entryOf(id: string, { all = false }: Sight): PostEntry | undefined {
    const snapshot = content.snapshot()
    const entry = snapshot.posts.get(id) ?? snapshot.posts.get(snapshot.aliases.get(id) ?? '')
    return entry && (all || stateOf(entry, now()) === 'live') ? entry : undefined
  }

  /** One post; for an old id the post that it moved to, under its new one. `undefined` where a visitor must not see one. */
  async function post(id: string, sight: Sight = {}): Promise<Post | undefined> {
    const entry = entryOf(id, sight)
    return entry && full(entry, content.snapshot())
  }

  /** The same with what its page shows around it; a post that is not public stands among those that are. */
  async function page(id: string, sight: Sight = {}): Promise<PostPage | undefined> {
    const entry = entryOf(id, sight)
    const snapshot = content.snapshot()
    return entry && postPage(await full(entry, snapshot), contextOf(entry, snapshot), colocatedImages.placed)
  }

  /** A post with what the editor dialog begins from, whatever the post's state. */
  async function editable(id: string): Promise<EditablePost | undefined> {
    const snapshot = content.snapshot()
    const entry = entryOf(id, { all: true })
    if (!entry) return undefined
    const text = await content.text(entry)
    await keep(entry, text)
    return { ...(await full(entry, snapshot)), source: sourceOf(colocatedImages.placed(entry), bodyOf(text), snapshot) }
  }

  async function keep({ revision }: PostEntry, text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text)
    if (revisionOf(bytes) === revision) await sources.keep(revision, bytes)
  }

  const categories = (): DescribedName[] => namesOf(content.snapshot().categories)
  const tags = (): DescribedName[] => namesOf(content.snapshot().tags)

  /** For drawing pages: see `inProcessApi`. */
  const api = (uses: TrackDependency): BlogApi => inProcessApi({ list, page, categories, tags }, uses)

  return {
    /** See `createListResponses`. */
    respond,
    newest,
    remembered: rememberLists({ content, now, respond, pictures: colocatedImages.changes }),
    post,
    page,
    /** See `createPostContext`. */
    aroundKeys: (changed: ReadonlySet<InvalidationKey>) => keys(changed, content.snapshot()),
    editable,
    prepareSearch: search.prepare,
    schedule: () => blogSchedule(content.snapshot(), now()),
    categories,
    tags,
    api,
  }
}
