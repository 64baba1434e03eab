import { SEARCH_WORDS_MAX } from '#contract/limits.ts'
import type { FoundIn } from '#contract/posts.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { editDistance } from '#server/lib/edit-distance.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { normalize, tokenize, truncateToken } from '#server/lib/tokenize.ts'
import { createSearchIndex, FIELDS, type SearchIndex, type SearchIndexDeps } from './search-index.ts'

/** A search that waits longer for the index would lose its connection (see `IDLE_SECONDS`). */
const MAX_WAIT_MS = 8_000

export type Search = ReturnType<typeof createSearch>

/** Finds posts by their words. */
export function createSearch({ maxWaitMs = MAX_WAIT_MS, ...deps }: SearchIndexDeps & { maxWaitMs?: number }) {
  const index = createSearchIndex(deps)

  /** Returns the visible posts with all words of the query. Throws `UnavailableError` while the index takes too long. */
  function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<SearchMatch> {
    const words = [...new Set(tokenize(query))].slice(0, SEARCH_WORDS_MAX)
    return index.query(maxWaitMs, (snapshot) => match(words, index, snapshot, visibleIn(snapshot)))
  }

  /** Returns the title and the part of summary or text with a match, as HTML. */
  async function foundIn(entry: PostEntry, { matches }: SearchMatch): Promise<FoundIn> {
    const summary = toPlainText('html', entry.summary)
    const inSummary = firstMatch(summary, matches)
    const text = inSummary === undefined ? toPlainText(entry.format, await deps.bodyOf(entry).catch(() => '')) : ''
    const inText = firstMatch(text, matches)
    const part = inText === undefined ? snippet(summary, inSummary ?? 0) : snippet(text, inText)
    return { title: highlight(entry.title, matches), text: highlight(part, matches) }
  }

  return { find, foundIn, follow: index.follow, close: index.close }
}

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

/** Decides whether a normalized word matches the query. */
export type Matcher = (word: string) => boolean

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const TRAILING = /[\s,;:.–—-]/
const SNIPPET_MAX_CHARACTERS = 200
/** Length of the text that a snippet shows before its first match. */
const BEFORE_MATCH_CHARACTERS = 60

function* matchesIn(text: string, matches: Matcher): Generator<{ word: string; index: number }> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (matches(truncateToken(normalize(word)))) yield { word, index }
  }
}

/** Returns a text as HTML with its matching words marked. */
export function highlight(text: string, matches: Matcher): string {
  let html = ''
  let end = 0
  for (const { word, index } of matchesIn(text, matches)) {
    html += `${Bun.escapeHTML(text.slice(end, index))}<mark>${Bun.escapeHTML(word)}</mark>`
    end = index + word.length
  }
  return html + Bun.escapeHTML(text.slice(end))
}

/** Returns the index of the first matching word. */
export function firstMatch(text: string, matches: Matcher): number | undefined {
  for (const { index } of matchesIn(text, matches)) return index
  return undefined
}

/** Returns the part of a text around an index, cut between words. */
export function snippet(text: string, index: number): string {
  const from = index <= BEFORE_MATCH_CHARACTERS ? 0 : wordStart(text, index - BEFORE_MATCH_CHARACTERS, index)
  const rest = text.slice(from)
  const part = rest.length <= SNIPPET_MAX_CHARACTERS ? rest : `${cutBetweenWords(rest, SNIPPET_MAX_CHARACTERS)}…`
  return from === 0 ? part : `…${part}`
}

function wordStart(text: string, from: number, latest: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space >= latest ? latest : space + 1
}

/** Returns the first words of a text, without punctuation at the end. */
export function cutBetweenWords(text: string, characters: number): string {
  const cut = text.slice(0, characters)
  const space = cut.lastIndexOf(' ')
  const words = space > 0 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  let end = words.length
  while (end > 0 && TRAILING.test(words[end - 1] ?? '')) end--
  return words.slice(0, end)
}
