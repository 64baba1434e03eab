import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { isId } from '#contract/paths.ts'
import { pictureOf } from '#contract/pictures.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { DescribedTerm, Post, PostLink, PostPage, RelatedPost } from '#contract/posts.ts'
import { cutBetweenWords } from '#server/blog/search/search.ts'
import {
  cardKey,
  changedCards,
  contextKey,
  type InvalidationKey,
  linkKey,
  postKey,
  type TrackDependency,
} from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import { livePosts, stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { addTableOfContents } from '#server/lib/table-of-contents.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { tokenize } from '#server/lib/tokenize.ts'

/** Related posts shown under a post. */
const RELATED = 3
/** A new post is shown at once under this many related posts; under others when they are re-rendered. */
const REFRESHED_RELATED = 6
/** When more posts change at once, all pages are invalidated. */
const CHANGES_MAX = 20

/** Terms of more posts than this are too common: of those posts, only the ones from about the same time are compared. */
const RARE_MAX_POSTS = 300
const SAME_TIME_POSTS = 50
/** Weight of a shared category relative to a tag of the same rarity, and of each shared word of title and summary. */
const CATEGORY_WEIGHT = 0.5
const WORD_WEIGHT = 0.2
const WORDS_MAX = 10
const WORD_MIN_CHARACTERS = 5

/** The live posts published before (`previous`) and after (`next`) a post, and the most similar ones. */
type PostContext = { previous: PostEntry | undefined; next: PostEntry | undefined; related: PostEntry[] }

/** Finds the adjacent and related posts of a post. Cheap enough for each rendering, with 10,000 posts too. */
export function createPostContext({ content, now }: { content: Pick<Content, 'snapshot'>; now(): Date }) {
  const findRelated = createRelatedPosts()

  function contextOf(entry: PostEntry, snapshot: Snapshot, count = RELATED): PostContext {
    const live = livePosts(snapshot, now())
    return { ...adjacentPosts(entry, live), related: findRelated(entry, live, count) }
  }

  /** The links, adjacent and related posts that a change of these keys invalidates. */
  function contextKeys(changed: ReadonlySet<InvalidationKey>): InvalidationKey[] {
    const ids = changedCards(changed)
    const links = ids.map(linkKey)
    if (!changed.has('list')) return links
    if (ids.length > CHANGES_MAX) return [...links, 'context']
    const snapshot = content.snapshot()
    const live = ids.flatMap((id) => snapshot.posts.get(id) ?? []).filter((post) => stateOf(post, now()) === 'live')
    const shownUnder = live.flatMap((post) =>
      linkedFrom<PostEntry | undefined>(contextOf(post, snapshot, REFRESHED_RELATED)),
    )
    return [...links, ...shownUnder.map(({ id }) => contextKey(id))]
  }

  return { contextOf, contextKeys }
}

/** The posts that a page links to. */
const linkedFrom = <Link>({
  previous,
  next,
  related,
}: Record<'previous' | 'next', Link> & { related: readonly Link[] }) =>
  [previous, next, ...related].filter((one) => one != null)

/** `live` is sorted newest first, then by id. `entry` need not be one of them. */
function adjacentPosts(entry: PostEntry, live: readonly PostEntry[]) {
  const isOlder = ({ date, id }: PostEntry) => (date === entry.date ? id > entry.id : date < entry.date)
  const older = live.findIndex(isOlder)
  const newest = (older === -1 ? live.length : older) - 1
  return { previous: live[older], next: live[newest]?.id === entry.id ? live[newest - 1] : live[newest] }
}

/** The live posts, and those with each term. */
type Index = { live: readonly PostEntry[]; byTerm: ReadonlyMap<string, readonly PostEntry[]> }

/**
 * Finds the live posts most similar to one: cosine similarity over IDF-weighted tags and category, plus shared words.
 * Hidden posts are not counted, because the order of related posts would reveal them.
 */
function createRelatedPosts() {
  let index: Index = indexTerms([])
  const words = new WeakMap<PostEntry, ReadonlySet<string>>()

  /** Inverse document frequency. */
  const weight = (term: string) => {
    const rarity = Math.log(1 + index.live.length / (index.byTerm.get(term)?.length || 1))
    return term.startsWith('category:') ? rarity * CATEGORY_WEIGHT : rarity
  }

  function candidates(entry: PostEntry): Set<PostEntry> {
    const { live, byTerm } = index
    const position = live.findIndex(({ date }) => date <= entry.date)
    const at = position === -1 ? live.length : position
    const found = new Set(live.slice(Math.max(0, at - SAME_TIME_POSTS), at + SAME_TIME_POSTS))
    for (const term of termsOf(entry)) {
      const posts = byTerm.get(term) ?? []
      if (posts.length <= RARE_MAX_POSTS) for (const post of posts) found.add(post)
    }
    found.delete(entry)
    return found
  }

  function wordsIn(entry: PostEntry): ReadonlySet<string> {
    const known = words.get(entry)
    if (known) return known
    const all = tokenize(`${entry.title} ${toPlainText('html', entry.summary)}`)
    const long = new Set(all.filter((word) => word.length >= WORD_MIN_CHARACTERS))
    words.set(entry, long)
    return long
  }

  /** Returns 0 for posts that share neither tag nor category. */
  function similarity(one: PostEntry, other: PostEntry): number {
    const [ones, others] = [termsOf(one), termsOf(other)]
    const shared = sum(ones.filter((term) => others.includes(term)).map(weight))
    if (shared === 0) return 0
    const sharedWords = [...wordsIn(one)].filter((word) => wordsIn(other).has(word)).length
    const norm = Math.sqrt(sum(ones.map(weight)) * sum(others.map(weight)))
    return shared / norm + WORD_WEIGHT * Math.min(sharedWords, WORDS_MAX)
  }

  /** Returns the most similar posts; posts with equal scores by the distance of their dates. */
  return function findRelated(entry: PostEntry, live: readonly PostEntry[], count: number) {
    if (index.live !== live) index = indexTerms(live)
    const distance = ({ date }: PostEntry) => Math.abs(Date.parse(date) - Date.parse(entry.date))
    return [...candidates(entry)]
      .map((post) => ({ post, score: similarity(entry, post), distance: distance(post) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.distance - b.distance || (a.post.id < b.post.id ? -1 : 1))
      .slice(0, count)
      .map(({ post }) => post)
  }
}

/** Takes about 5 ms for 10,000 posts, once after each change. */
function indexTerms(live: readonly PostEntry[]): Index {
  const byTerm = new Map<string, PostEntry[]>()
  for (const post of live) {
    for (const term of termsOf(post)) {
      const posts = byTerm.get(term)
      if (posts) posts.push(post)
      else byTerm.set(term, [post])
    }
  }
  return { live, byTerm }
}

const termsOf = ({ category, tags }: PostEntry): string[] => [
  ...(category === null ? [] : [`category:${category}`]),
  ...new Set(tags.map((tag) => `tag:${tag}`)),
]

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** A post as its page shows it. `placed` adds the stored paths of co-located images. */
export function postPage(
  post: Post,
  { previous, next, related }: PostContext,
  placed: (entry: PostEntry) => PostEntry,
): PostPage {
  return {
    ...post,
    ...addTableOfContents(post.content),
    description: excerpt(post.summary),
    previous: linkTo(previous),
    next: linkTo(next),
    related: related.map((entry) => shown(placed(entry))),
  }
}

const linkTo = (post: PostEntry | undefined): PostLink | null => (post ? { id: post.id, title: post.title } : null)

const shown = ({ id, title, date, image }: PostEntry): RelatedPost => ({
  id,
  title,
  date,
  // Decorative: the title next to it names the link.
  picture: image === null ? null : pictureOf(image, ''),
})

/** The length that search engines show. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** Returns the first words of HTML as plain text, for the description of a page. */
export function excerpt(html: string): string {
  const text = toPlainText('html', html)
  return text.length <= DESCRIPTION_MAX_CHARACTERS ? text : `${cutBetweenWords(text, DESCRIPTION_MAX_CHARACTERS)}…`
}

type Queries = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  categories(): DescribedTerm[]
  tags(): DescribedTerm[]
}

/** The API for a route's `load` on the server. Reads the snapshot, and tracks what each page depends on. */
export function createPageData(queries: Queries, uses: TrackDependency): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await queries.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'terms', ...posts.map(({ id }) => cardKey(id))] as const) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await queries.page(id) : undefined
    for (const key of new Set(['terms', postKey(id), postKey(post?.id ?? id)] as const)) uses(key)
    if (!post) return undefined
    const links = linkedFrom<PostLink | null>(post).map(({ id }) => linkKey(id))
    for (const key of ['context', contextKey(post.id), ...links] as const) uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('terms')
    return queries[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}
