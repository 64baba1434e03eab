import type { PostQuery } from '#contract/post-form.ts'
import type { AllPostsQuery } from '#contract/post-list.ts'
import type { EditablePost, Post, PostCard, PostImage, PostPage } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { FileCache } from '#server/content/file-cache.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'
import { blogSchedule, findPost, livePostAt, livePosts, newestFirst, stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { listed, readEveryPost } from '#server/content/snapshot/tracked-snapshot.ts'
import { mapInTurns } from '#server/lib/yielding.ts'
import { type Authors, authorId } from './authors.ts'
import type { ColocatedImages } from './colocated-images.ts'
import { type Chosen, pageOf, type Visibility } from './list-responses.ts'
import { createPostHtml, type PostHtmlDeps } from './post-html.ts'
import { inOrder, matcherOf } from './post-list-order.ts'
import { createPageData, type createPostContext, postPage } from './post-page.ts'
import { cardOf, relatedOf, sourceOf } from './post-shapes.ts'
import type { Search } from './search.ts'
import { createTermLists } from './term-lists.ts'

type QueryDeps = Pick<PostHtmlDeps, 'renderer' | 'log'> & {
  content: Pick<Content, 'snapshot' | 'text'>
  versions: Pick<FileCache, 'store'>
  now: () => Date
  colocatedImages: Pick<ColocatedImages, 'named' | 'placed' | 'storedPath'>
  search: Pick<Search, 'find' | 'foundIn'>
  authors: Pick<Authors, 'author'>
  /** Finds related posts, with an index of its own for each list of posts. */
  contextOf: ReturnType<typeof createPostContext>
  /** Without covers, cards of posts without an image name none. */
  covers?: { coverOf(post: PostEntry): PostImage } | undefined
}
export type PostQueries = ReturnType<typeof createPostQueries>

/** Reads posts in the form of the contract, with their terms resolved and summary and body sanitized. */
export function createPostQueries(deps: QueryDeps) {
  const { content, versions, renderer, now, log, colocatedImages, search, authors, contextOf, covers } = deps
  const postAt = (path: string) => livePostAt(path, content.snapshot(), now())
  const html = createPostHtml({ content, renderer, colocatedImages, postAt, log })
  const live = (snapshot = content.snapshot()) => livePosts(snapshot, now())

  const { terms, term, idOf, allTerms } = createTermLists({ content, now })
  const { named, placed } = colocatedImages

  async function card(entry: PostEntry, snapshot: Snapshot, found?: Chosen['found']): Promise<PostCard> {
    const [summary, quoted] = await Promise.all([
      html.summary(listed(snapshot, entry)),
      found && search.foundIn(entry, found),
    ])
    return {
      ...cardOf(listed(snapshot, placed(entry)), summary, snapshot, now()),
      ...artworkOf(entry, snapshot),
      ...(quoted && { found: quoted }),
    }
  }

  const artworkOf = (entry: PostEntry, snapshot: Snapshot) =>
    covers && placed(entry).image === null && stateOf(entry, now()) === 'live' && !entry.unlisted
      ? { artwork: covers.coverOf(listed(snapshot, entry)) }
      : {}

  const full = async (entry: PostEntry, snapshot: Snapshot, found?: Chosen['found']): Promise<Post> => ({
    ...(await card(entry, snapshot, found)),
    content: await html.body(listed(snapshot, entry)),
    ...fromContent(listed(snapshot, entry)),
  })

  /** Newest first; search results by score, unless an administrator asked for an order. */
  async function choose(query: AllPostsQuery, { all = false }: Visibility): Promise<Chosen> {
    const { state = 'all', sort, order } = query
    const moment = now()
    const isAsked = (post: PostEntry) => state === 'all' || stateOf(post, moment) === state
    const visibleIn = (snapshot: Snapshot) => (all ? newestFirst(snapshot).filter(isAsked) : live(snapshot))
    const found = query.q?.trim() ? await search.find(query.q, visibleIn) : undefined
    const snapshot = content.snapshot()
    if (found) readEveryPost(snapshot)
    const [category, tag] = [idOf('categories', query.category), idOf('tags', query.tag)]
    const author = query.author && authorId(snapshot, query.author)
    const matches = all
      ? matcherOf({ ...query, author }, snapshot)
      : (post: PostEntry) => !author || authorsOf(post).includes(author)
    const wanted = visibleIn(snapshot).filter(
      (post) => (!category || post.category === category) && (!tag || post.tags.includes(tag)) && matches(post),
    )
    const entries = found ? byScore(wanted, found.scores) : wanted
    const ordered = all && (sort ?? order) ? inOrder(entries, query, snapshot, moment) : entries
    return { entries: ordered, snapshot, found, isForAdministrators: all }
  }

  async function render(
    entry: PostEntry,
    { snapshot, found, isForAdministrators }: Chosen,
    fields: PostQuery['fields'],
  ) {
    const shown = await (fields === 'card' ? card : full)(entry, snapshot, found)
    return isForAdministrators ? { ...shown, words: entry.words } : shown
  }

  async function list(query: AllPostsQuery, visibility: Visibility = {}) {
    const chosen = await choose(query, visibility)
    const { shown, ...place } = pageOf(chosen.entries, query)
    const posts = await mapInTurns(shown, (entry) => render(entry, chosen, query.fields))
    return { posts, total: chosen.entries.length, ...place }
  }

  /** The newest live posts, with their bodies. */
  async function newest(query: Pick<PostQuery, 'category' | 'tag'>, count: number): Promise<Post[]> {
    const { entries, snapshot } = await choose(query, {})
    return mapInTurns(entries.slice(0, count), (entry) => full(entry, snapshot))
  }

  /** Finds a post that the visitor may see by its present or former id. */
  function entryOf(id: string, { all = false }: Visibility): PostEntry | undefined {
    const snapshot = content.snapshot()
    const entry = findPost(snapshot, id)
    return entry && (all || stateOf(entry, now()) === 'live') ? entry : undefined
  }

  /** Finds a post by its current or former id. `undefined`: it does not exist, or visitors may not see it. */
  async function post(id: string, visibility: Visibility = {}): Promise<Post | undefined> {
    const entry = entryOf(id, visibility)
    return entry && full(entry, content.snapshot())
  }

  /** Returns the post with the source that the editor begins from, which is stored, so that a save can be merged. */
  async function editable(id: string): Promise<EditablePost | undefined> {
    const snapshot = content.snapshot()
    const entry = entryOf(id, { all: true })
    if (!entry) return undefined
    const text = await content.text(entry)
    versions.store(entry.file, entry.revision, new TextEncoder().encode(text))
    return { ...(await full(entry, snapshot)), source: sourceOf(named(entry), text, snapshot) }
  }

  /** Renders a post from another text, as visitors would see it. Throws `UnrenderableContentError`. */
  async function preview(entry: PostEntry, text: string): Promise<EditablePost> {
    const snapshot = content.snapshot()
    return {
      ...cardOf(placed(entry), await html.summaryOf(entry), snapshot, now()),
      content: await html.bodyOfText(entry, text),
      ...fromContent(entry),
      source: sourceOf(named(entry), text, snapshot),
    }
  }

  /** The post with its adjacent and related posts, which are always live ones. */
  async function page(id: string, visibility: Visibility = {}): Promise<PostPage | undefined> {
    const entry = entryOf(id, visibility)
    if (!entry) return undefined
    const snapshot = content.snapshot()
    const { previous, next, related } = contextOf(entry, live(snapshot), (one) => readWords(listed(snapshot, one)))
    const context = {
      previous: previous && listed(snapshot, previous),
      next: next && listed(snapshot, next),
      related,
    }
    const shown = (one: PostEntry) => ({
      ...relatedOf(listed(snapshot, placed(one))),
      ...artworkOf(one, snapshot),
    })
    return postPage(await full(entry, snapshot), entry, context, snapshot, shown)
  }

  const queries = {
    choose,
    render,
    live: () => live(),
    newest,
    post,
    page,
    editable,
    preview,
    author: authors.author,
    /** Those that have a page. */
    categories: () => terms('categories', 'live'),
    tags: () => terms('tags', 'live'),
    term,
    terms,
    allTerms,
    list,
    schedule: () => blogSchedule(content.snapshot(), now()),
  }
  /** `api`: what the `load` of a route reads on the server. */
  return { ...queries, api: createPageData(queries) }
}

/** What related posts are found by. */
const readWords = ({ title, summary, teaser }: PostEntry) => [title, summary, teaser]

const fromContent = ({ teaser }: PostEntry) => (teaser === undefined ? {} : { summary_from_content: true as const })

/** Returns the posts that have a score, highest first; posts with equal scores keep their order. */
const byScore = (entries: readonly PostEntry[], scores: ReadonlyMap<PostEntry, number>) =>
  entries.filter((entry) => scores.has(entry)).sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
