import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { editDistance } from '#server/lib/edit-distance.ts'
import { tokenize } from '#server/lib/tokenize.ts'
import type { Matcher } from './highlight.ts'
import { FIELDS, type SearchIndex } from './search-index.ts'

/** Each field counts more than all lighter ones together; the names of the category and the tags are between title and summary. */
const FIELD_WEIGHT = { title: 8, summary: 2, body: 1 }
const TERM_WEIGHT = 4
/** Weight of the word itself, of a word that begins with it, and of a word that corrects a typo. */
const EXACT = 4
const PREFIX = 3
const CORRECTION = 2

/** Shorter words have too many similar ones. */
const TYPO_MIN_CHARACTERS = 4
/** From this length on, a word may have two typos. */
const TWO_TYPOS_MIN_CHARACTERS = 8

/** The posts with every word and their scores, and how to find the words in a text. */
export type SearchMatch = { scores: ReadonlyMap<PostEntry, number>; matches: Matcher }
/** Scores by the row of a post, 0 without the word. */
type Scores = Uint8Array

/**
 * Finds the visible posts with all words, or words that begin with them. A word that no visible post has may be a typo.
 * Hidden posts are left out of every step, which rules out FTS5's own ranking: its statistics would reveal their words.
 */
export function match(
  words: readonly string[],
  index: SearchIndex,
  snapshot: Snapshot,
  visible: Iterable<PostEntry>,
): SearchMatch {
  const posts = postsByRow(index, visible)
  const terms = termWords(snapshot)
  const weigh = createWeigher(posts, index, terms)
  const corrections = new Set<string>()

  function scoresFor(word: string): Scores {
    const scores = weigh(word, { isPrefix: true, weight: PREFIX })
    if (hasMatch(scores)) return highest(scores, weigh(word, { isPrefix: false, weight: EXACT }))
    const correct = (candidate: string) => weigh(candidate, { isPrefix: false, weight: CORRECTION })
    const similar = nearestWords(word, candidates(word, index, terms), (candidate) => hasMatch(correct(candidate)))
    for (const correction of similar) corrections.add(correction)
    return similar.map(correct).reduce(highest, scores)
  }

  let totals: Scores | Uint16Array | undefined
  for (const word of words) {
    const scores = scoresFor(word)
    totals = totals ? sumWhereBoth(totals, scores) : scores
  }
  return {
    scores: new Map(posts.flatMap((post, row) => (post && totals?.[row] ? [[post, totals[row]]] : []))),
    matches: (word) => corrections.has(word) || words.some((one) => word.startsWith(one)),
  }
}

/** `undefined` in rows of hidden posts. */
type Posts = readonly (PostEntry | undefined)[]

function postsByRow(index: SearchIndex, visible: Iterable<PostEntry>): Posts {
  const posts: (PostEntry | undefined)[] = []
  for (const post of visible) {
    const row = index.rowOf(post.id)
    if (row !== undefined) posts[row] = post
  }
  return Array.from(posts)
}

/** Scores each post by the fields that have the word, or with `isPrefix` a word that begins with it. */
function createWeigher(posts: Posts, index: SearchIndex, terms: TermWords) {
  return (word: string, { isPrefix, weight }: { isPrefix: boolean; weight: number }): Scores => {
    const scores = new Uint8Array(posts.length)
    const add = (row: number, fieldWeight: number) => {
      if (posts[row]) scores[row] = (scores[row] ?? 0) + fieldWeight * weight
    }
    for (const field of FIELDS) for (const row of index.rowsWith(field, word, isPrefix)) add(row, FIELD_WEIGHT[field])
    const isMatch = (one: string) => (isPrefix ? one.startsWith(word) : one === word)
    const matching = new Set([...terms].filter(([, words]) => words.some(isMatch)).map(([term]) => term))
    if (matching.size === 0) return scores
    for (const [row, post] of posts.entries())
      if (post && termsOf(post).some((term) => matching.has(term))) add(row, TERM_WEIGHT)
    return scores
  }
}

const hasMatch = (scores: Scores) => scores.some((score) => score > 0)

const highest = (scores: Scores, others: Scores): Scores =>
  scores.map((score, row) => Math.max(score, others[row] ?? 0))

const sumWhereBoth = (ones: Scores | Uint16Array, others: Scores) =>
  Uint16Array.from(ones, (one, row) => (one > 0 && others[row] ? one + others[row] : 0))

/** The words in the name of each category and tag. */
type TermWords = ReadonlyMap<string, readonly string[]>

const termWords = ({ categories, tags }: Snapshot): TermWords =>
  new Map([
    ...[...categories.values()].map(({ id, name }) => [`category:${id}`, tokenize(name)] as const),
    ...[...tags.values()].map(({ id, name }) => [`tag:${id}`, tokenize(name)] as const),
  ])

const termsOf = ({ category, tags }: PostEntry) => [`category:${category}`, ...tags.map((tag) => `tag:${tag}`)]

const maxTypos = (word: string) => (word.length < TWO_TYPOS_MIN_CHARACTERS ? 1 : 2)

function* candidates(word: string, index: SearchIndex, terms: TermWords): Generator<string> {
  if (word.length < TYPO_MIN_CHARACTERS) return
  yield* index.wordsLike(word, maxTypos(word))
  for (const words of terms.values()) yield* words
}

/**
 * Returns the usable candidates with the smallest edit distance. The first letter has to be right. `isUsable` is costly and
 * called for similar words only.
 */
function nearestWords(word: string, candidates: Iterable<string>, isUsable: (word: string) => boolean): string[] {
  const found = new Map<string, number>()
  let smallest = maxTypos(word)
  for (const candidate of candidates) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > smallest || found.has(candidate))
      continue
    const distance = editDistance(word, candidate, smallest)
    if (distance > smallest || !isUsable(candidate)) continue
    found.set(candidate, distance)
    smallest = distance
  }
  return [...found].filter(([, distance]) => distance === smallest).map(([candidate]) => candidate)
}
