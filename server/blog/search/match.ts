import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { eachPost, numberOf, type Pack, placesOf, rangeOf } from './inverted-index.ts'
import type { Hits } from './quote.ts'
import type { SearchIndex } from './search-index.ts'
import { PLACE } from './terms.ts'
import { nearestWords } from './typo.ts'
import { wordsOf } from './words.ts'

/** How much a place counts for the very word, for one that begins with it, and for one that may have been meant. */
const EXACT = 4
const BEGINNING = 3
const MEANT = 2

/** The posts in which every word was found, with how well; and which words of a text were looked for. */
export type Found = { scores: ReadonlyMap<PostEntry, number>; hits: Hits }
/** What one searched word counts for each post: those of the pack, then those beside it. */
type Counts = Uint8Array
/** `undefined` where a post is gone or hidden from the caller. */
type Posts = readonly (PostEntry | undefined)[]
export type Visible = ReadonlySet<PostEntry>
type Worth = (term: string) => number

/**
 * Finds the visible posts that have all these words, or words that begin with them. A word that no visible post has may be a typo.
 * Hidden posts are left out before anything is counted: otherwise the answers would reveal which words they contain.
 */
export function match(words: readonly string[], searchIndex: SearchIndex, snapshot: Snapshot, visible: Visible): Found {
  const posts = [...searchIndex.inPack, ...searchIndex.delta.map(({ entry }) => entry)].map((entry) =>
    entry && visible.has(entry) ? entry : undefined,
  )
  const names = wordsOfNames(snapshot)
  const meant = new Set<string>()
  const counts = words.map((word) => {
    const counts = countsOf(word, posts, searchIndex, names)
    if (isFound(counts)) return counts
    const isVisible = (term: string) => isFound(countsOf(term, posts, searchIndex, names, MEANT))
    const nearest = nearestWords(word, likeWords(word, searchIndex, names), isVisible)
    for (const one of nearest) meant.add(one)
    return nearest.map((one) => countsOf(one, posts, searchIndex, names, MEANT)).reduce(higher, counts)
  })
  const isHit = (word: string) => meant.has(word) || words.some((one) => word.startsWith(one))
  return { scores: scoresOf(posts, counts), hits: { isHit, beginnings: [...words, ...meant] } }
}

const isFound = (counts: Counts) => counts.some((count) => count > 0)

function scoresOf(posts: Posts, counts: readonly Counts[]): Map<PostEntry, number> {
  const scores = new Map<PostEntry, number>()
  for (let at = 0; at < posts.length; at++) {
    const post = posts[at]
    const score = scoreOf(at, counts)
    if (post && score > 0) scores.set(post, score)
  }
  return scores
}

/** 0 where a word is missing; most posts have not even the first. */
function scoreOf(at: number, counts: readonly Counts[]): number {
  let score = 0
  for (const count of counts) {
    const one = count[at] ?? 0
    if (one === 0) return 0
    score += one
  }
  return score
}

/** With `meant`, only the very word counts, and that less. */
function countsOf(word: string, posts: Posts, searchIndex: SearchIndex, names: Names, meant?: number): Counts {
  const counts = new Uint8Array(posts.length)
  const worth = (term: string) => (term === word ? (meant ?? EXACT) : meant ? 0 : BEGINNING)
  countPacked(counts, searchIndex.pack, word, worth)
  countDelta(counts, searchIndex, word, worth)
  addNames(counts, posts, namesWith(names, word, worth))
  for (let at = 0; at < posts.length; at++) if (!posts[at]) counts[at] = 0
  return counts
}

function countPacked(counts: Counts, pack: Pack, word: string, worth: Worth): void {
  const [from, to] = rangeOf(pack, word)
  for (let term = from; term < to; term++) {
    const each = worth(pack.terms[term] ?? '')
    eachPost(pack, term, (post, places) => raise(counts, post, places * each))
  }
}

function countDelta(counts: Counts, { pack, inPack, delta }: SearchIndex, word: string, worth: Worth): void {
  const [from, to] = rangeOf(pack, word)
  for (const [index, { known, others }] of delta.entries()) {
    const post = inPack.length + index
    for (const posting of known) {
      const number = numberOf(posting)
      if (number >= from && number < to) raise(counts, post, placesOf(posting) * worth(pack.terms[number] ?? ''))
    }
    for (const [term, places] of others) {
      if (term.startsWith(word)) raise(counts, post, places * worth(term))
    }
  }
}

function raise(counts: Counts, at: number, value: number): void {
  if (value > (counts[at] ?? 0)) counts[at] = value
}

function addNames(counts: Counts, posts: Posts, named: ReadonlyMap<string, number>): void {
  if (named.size === 0) return
  for (const [at, post] of posts.entries()) {
    if (!post) continue
    let best = named.get(`category:${post.category}`) ?? 0
    for (const tag of post.tags) best = Math.max(best, named.get(`tag:${tag}`) ?? 0)
    counts[at] = (counts[at] ?? 0) + best * PLACE.name
  }
}

/** The words of each category's and tag's name. */
type Names = ReadonlyMap<string, readonly string[]>

const wordsOfNames = ({ categories, tags }: Snapshot): Names =>
  new Map([
    ...[...categories.values()].map(({ id, name }) => [`category:${id}`, wordsOf(name)] as const),
    ...[...tags.values()].map(({ id, name }) => [`tag:${id}`, wordsOf(name)] as const),
  ])

/** The names that have the word, each with what that is worth. */
function namesWith(names: Names, word: string, worth: Worth): Map<string, number> {
  const found = new Map<string, number>()
  for (const [name, words] of names) {
    const best = Math.max(0, ...words.filter((one) => one.startsWith(word)).map(worth))
    if (best > 0) found.set(name, best)
  }
  return found
}

/** Words that are written somewhere, some more than once; those of the pack, which are most, by their first letter. */
function* likeWords(word: string, { pack, delta }: SearchIndex, names: Names): Generator<string> {
  yield* pack.terms.slice(...rangeOf(pack, word[0] ?? ''))
  for (const { others } of delta) yield* others.keys()
  for (const words of names.values()) yield* words
}

function higher(one: Counts, other: Counts): Counts {
  for (let at = 0; at < one.length; at++) one[at] = Math.max(one[at] ?? 0, other[at] ?? 0)
  return one
}
