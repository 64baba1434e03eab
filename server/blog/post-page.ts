import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { DescribedTerm, Post, PostCard, PostLink, PostPage, RelatedPost } from '#contract/posts.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'
import { cardKey, landingKey, postKey, type TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { tableOfContents } from '#server/text/scan/table-of-contents.ts'
import { cutBetweenWords, toPlainText } from '#server/text/scan/to-plain-text.ts'
import { tokenize } from '#server/text/scan/words.ts'
import { landingsOf, tradeOf } from './post-trade.ts'

/** Related posts shown under a post. */
const RELATED = 3
/** Weight of a shared category relative to a tag of the same rarity. */
const CATEGORY_WEIGHT = 0.5
const WORD_MIN_CHARACTERS = 5
/** The words of this many posts are compared. */
const COMPARED_MAX = 50

/** The live posts published before (`previous`) and after (`next`) a post, and the most similar ones. */
type PostContext = { previous: PostEntry | undefined; next: PostEntry | undefined; related: PostEntry[] }

/** `live` is sorted newest first, then by id. `entry` need not be one of them. */
export function adjacentPosts(entry: PostEntry, live: readonly PostEntry[]): Omit<PostContext, 'related'> {
  const isOlder = ({ date, id }: PostEntry) => (date === entry.date ? id > entry.id : date < entry.date)
  const older = live.findIndex(isOlder)
  const newest = (older === -1 ? live.length : older) - 1
  return { previous: live[older], next: live[newest]?.id === entry.id ? live[newest - 1] : live[newest] }
}

/**
 * Finds the live posts most similar to one: cosine similarity over tags and category, weighted by rarity (IDF); of equal
 * ones those with common words, then those of about the same time. Hidden posts are not counted, because the order of related posts would reveal them.
 * Takes about 3 ms among 10,000 posts.
 */
export function createRelatedPosts() {
  let indexed: readonly PostEntry[] = []
  let byTerm = new Map<string, { post: PostEntry }[]>()
  let norms = new Map<PostEntry, number>()
  const words = new WeakMap<PostEntry, Set<string>>()

  /** Takes about 5 ms for 10,000 posts, once after each change. */
  function index(live: readonly PostEntry[]): void {
    indexed = live
    norms = new Map()
    byTerm = Map.groupBy(
      live.flatMap((post) => termsOf(post).map((term) => ({ term, post }))),
      ({ term }) => term,
    )
  }

  function weight(term: string): number {
    const rarity = Math.log(1 + indexed.length / (byTerm.get(term)?.length || 1))
    return term.startsWith('category:') ? rarity * CATEGORY_WEIGHT : rarity
  }
  const computeNorm = (post: PostEntry) => Math.sqrt(termsOf(post).reduce((total, term) => total + weight(term), 0))
  const normOf = (post: PostEntry) => norms.getOrInsertComputed(post, computeNorm)
  const wordsOf = (post: PostEntry) => words.getOrInsertComputed(post, longWords)

  return function findRelated(entry: PostEntry, live: readonly PostEntry[]): PostEntry[] {
    if (indexed !== live) index(live)
    const shared = new Map<PostEntry, number>()
    for (const term of termsOf(entry))
      for (const { post } of byTerm.get(term) ?? []) shared.set(post, (shared.get(post) ?? 0) + weight(term))
    shared.delete(entry)
    const distance = ({ date }: PostEntry) => Math.abs(Date.parse(date) - Date.parse(entry.date))
    const nearest = [...shared]
      .map(([post, sum]) => ({ post, score: sum / normOf(post), distance: distance(post) }))
      .sort((a, b) => b.score - a.score || a.distance - b.distance || (a.post.id < b.post.id ? -1 : 1))
      .slice(0, COMPARED_MAX)
    const own = wordsOf(entry)
    return nearest
      .map((one) => ({ ...one, words: own.intersection(wordsOf(one.post)).size }))
      .sort((a, b) => b.score - a.score || b.words - a.words)
      .slice(0, RELATED)
      .map(({ post }) => post)
  }
}

/** The words of title and summary that say something about the topic. */
const longWords = ({ title, summary, teaser }: PostEntry): Set<string> =>
  new Set(
    tokenize(`${title} ${teaser ?? toPlainText('html', summary)}`).filter((word) => word.length >= WORD_MIN_CHARACTERS),
  )

/** The category and the tags of a post. */
export const termsOf = ({ category, tags }: PostEntry): string[] => [
  ...(category === null ? [] : [`category:${category}`]),
  ...new Set(tags.map((tag) => `tag:${tag}`)),
]

/** A post as its page shows it. `shown` is what it shows of a related post. */
export function postPage(
  post: Post,
  { seo_title, seo_description, canonical }: Pick<PostEntry, 'seo_title' | 'seo_description' | 'canonical'>,
  { previous, next, related }: PostContext,
  snapshot: Snapshot,
  shown: (entry: PostEntry) => RelatedPost,
): PostPage {
  return {
    ...post,
    ...tableOfContents(post.content),
    description: seo_description || excerpt(post.summary),
    ...(seo_title && { seo_title }),
    ...(canonical && { canonical }),
    previous: linkTo(previous),
    next: linkTo(next),
    trade: tradeOf(post.tags, snapshot),
    related: related.map(shown),
  }
}

const linkTo = (post: PostEntry | undefined): PostLink | null => (post ? { id: post.id, title: post.title } : null)

/** The length that search engines show. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** Returns the first words of HTML as plain text, for the description of a page. */
export function excerpt(html: string): string {
  const text = toPlainText('html', html)
  return text.length <= DESCRIPTION_MAX_CHARACTERS ? text : `${cutBetweenWords(text, DESCRIPTION_MAX_CHARACTERS)}…`
}

/** A post's authors: their names, and the id of a single one with a page. Any other text is a name, without e-mail addresses. */
export function authorOf(
  { author }: Pick<PostEntry, 'author'>,
  { authors, authorNames }: Pick<Snapshot, 'authors' | 'authorNames'>,
): Pick<PostCard, 'author' | 'author_id'> {
  const entry = author === null ? undefined : authors.get(author)
  if (entry) return { author: entry.name, author_id: entry.id }
  const names = authorsOf({ author }).map((one) => authors.get(one)?.name ?? authorNames.get(one) ?? one)
  return { author: names.map(withoutEmails).filter(Boolean).join(', ') || null, author_id: null }
}

const withoutEmails = (name: string) =>
  hasEmail(name)
    ? name
        .split(/\s+/)
        .filter((word) => !hasEmail(word))
        .join(' ')
    : name

type Queries = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  author(id: string): Promise<Author | undefined>
  categories(): DescribedTerm[]
  tags(): DescribedTerm[]
}

/** The API for a route's `load` on the server. Reads the snapshot, and tracks what each page depends on. */
export function createPageData(queries: Queries, uses: TrackDependency): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await queries.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'terms', 'authors', ...posts.map(({ id }) => cardKey(id))] as const) uses(key)
    if (narrowed.q) uses('any-post')
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = await queries.page(id)
    for (const key of new Set(['terms', 'authors', postKey(id), postKey(post?.id ?? id)] as const)) uses(key)
    if (!post) return undefined
    const links = [post.previous, post.next, ...post.related].filter((link) => link !== null)
    const landings = landingsOf(post.tags).map(landingKey)
    for (const key of ['list', ...landings, ...links.map(({ id }) => cardKey(id))] as const) uses(key)
    return post
  }

  async function author(id: string) {
    // An author has a page once a post that names the author is live.
    for (const key of ['authors', 'list'] as const) uses(key)
    return queries.author(id)
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    // A term has a page once a post that uses it is live.
    for (const key of ['terms', 'list'] as const) uses(key)
    return queries[kind]()
  }
  return { cards, post, author, categories: named('categories'), tags: named('tags') }
}
