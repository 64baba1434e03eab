import type { PostEntry } from '#server/content/files/post-file.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { tokenize } from '#server/text/scan/words.ts'

/** Related posts shown under a post. */
const RELATED = 3
/** Weight of a shared category relative to a tag of the same rarity. */
const CATEGORY_WEIGHT = 0.5
const WORD_MIN_CHARACTERS = 5
/** The words of this many posts are compared. */
const COMPARED_MAX = 50

/** The live posts with the same category and tags, in the order of `live`: all of them are equally similar to a post. */
type Group = { terms: readonly string[]; posts: PostEntry[] }

/**
 * Finds the live posts most similar to one: cosine similarity over tags and category, weighted by rarity (IDF); of equal
 * ones those with common words, then those of about the same time. Hidden posts are not counted, because the order of related posts would reveal them.
 * Looks at one post for each combination of category and tags, and at those of about the same time.
 */
export function createRelatedPosts() {
  let indexed: readonly PostEntry[] = []
  let byTerm = new Map<string, Group[]>()
  let counts = new Map<string, number>()
  let norms = new Map<Group, number>()
  const keys = new WeakMap<PostEntry, string>()
  const words = new WeakMap<PostEntry, Set<string>>()

  /** Once after each change. */
  function index(live: readonly PostEntry[]): void {
    indexed = live
    byTerm = new Map()
    counts = new Map()
    norms = new Map()
    const byKey = Map.groupBy(live, (post) => keys.getOrInsertComputed(post, keyOf))
    for (const posts of byKey.values()) {
      const group = { terms: posts[0] ? termsOf(posts[0]) : [], posts }
      for (const term of group.terms) {
        byTerm.getOrInsertComputed(term, () => []).push(group)
        counts.set(term, (counts.get(term) ?? 0) + posts.length)
      }
    }
  }

  function weight(term: string): number {
    const rarity = Math.log(1 + indexed.length / (counts.get(term) || 1))
    return term.startsWith('category:') ? rarity * CATEGORY_WEIGHT : rarity
  }
  const computeNorm = ({ terms }: Group) => Math.sqrt(terms.reduce((total, term) => total + weight(term), 0))
  const normOf = (group: Group) => norms.getOrInsertComputed(group, computeNorm)
  const wordsOf = (post: PostEntry) => words.getOrInsertComputed(post, longWords)

  /** The groups that share a term with a post, the most similar first. */
  function similarGroups(entry: PostEntry) {
    const shared = new Map<Group, number>()
    for (const term of termsOf(entry))
      for (const group of byTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + weight(term))
    return [...shared].map(([group, sum]) => ({ group, score: sum / normOf(group) })).sort((a, b) => b.score - a.score)
  }

  /** `live` is sorted newest first, then by id. Calls `compared` for each post whose words decide. */
  return function findRelated(
    entry: PostEntry,
    live: readonly PostEntry[],
    compared: (post: PostEntry) => void = () => {},
  ): PostEntry[] {
    if (indexed !== live) index(live)
    const found: { post: PostEntry; score: number; distance: number }[] = []
    for (const { group, score } of similarGroups(entry)) {
      if (found.length >= COMPARED_MAX && score < (found.at(-1)?.score ?? 0)) break
      for (const post of closestInTime(entry, group.posts)) found.push({ post, score, distance: distance(post, entry) })
    }
    const own = wordsOf(entry)
    const closest = found
      .sort((a, b) => b.score - a.score || a.distance - b.distance || (a.post.id < b.post.id ? -1 : 1))
      .slice(0, COMPARED_MAX)
    // The words of posts that are less similar decide nothing.
    const lowest = closest[RELATED - 1]?.score ?? 0
    for (const { post, score } of closest) if (score >= lowest) compared(post)
    return closest
      .map((one) => ({ ...one, words: own.intersection(wordsOf(one.post)).size }))
      .sort((a, b) => b.score - a.score || b.words - a.words)
      .slice(0, RELATED)
      .map(({ post }) => post)
  }
}

const distance = ({ date }: PostEntry, entry: PostEntry) => Math.abs(Date.parse(date) - Date.parse(entry.date))

/** Other posts, among them the `COMPARED_MAX` closest ones in time, and of equally close ones the first by id. */
function closestInTime(entry: PostEntry, posts: readonly PostEntry[]): PostEntry[] {
  const middle = firstNotAfter(entry.date, posts)
  const newest = posts[Math.max(0, middle - COMPARED_MAX)]
  // All of the same date, of which the first by id come first.
  const start = newest ? firstNotAfter(newest.date, posts) : 0
  return posts.slice(start, middle + COMPARED_MAX + 1).filter((post) => post !== entry)
}

/** The index of the first post that is not newer than a date. */
function firstNotAfter(date: string, posts: readonly PostEntry[]): number {
  let [low, high] = [0, posts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((posts[middle]?.date ?? '') > date) low = middle + 1
    else high = middle
  }
  return low
}

const keyOf = (post: PostEntry) => termsOf(post).sort().join('\n')

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
