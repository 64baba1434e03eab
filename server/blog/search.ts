import type { FoundIn } from '#contract/posts.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { createYielding } from '#server/lib/yielding.ts'
import { editDistance } from '#server/text/scan/edit-distance.ts'
import { cutBetweenWords, toPlainText } from '#server/text/scan/to-plain-text.ts'
import { normalize, tokenize, truncateToken } from '#server/text/scan/words.ts'
import { termsOf } from './related-posts.ts'
import { createSearchIndex, FIELDS, type SearchIndex, type SearchIndexDeps } from './search-index.ts'

/** Further words of a search are ignored. */
const SEARCH_WORDS_MAX = 16

/** A search that waits longer for the index would lose its connection (see `IDLE_SECONDS`). */
const MAX_WAIT_MS = 8_000

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

/** Decides whether a normalized word matches the query. */
type Matcher = (word: string) => boolean
/** The posts with every word and their scores, and how to find the words in a text. */
export type SearchMatch = { scores: ReadonlyMap<PostEntry, number>; matches: Matcher }
export type Search = ReturnType<typeof createSearch>

/** Finds posts by their words. */
export function createSearch({ maxWaitMs = MAX_WAIT_MS, ...deps }: SearchIndexDeps & { maxWaitMs?: number }) {
  const index = createSearchIndex(deps)
  const yielding = createYielding()

  /** Returns the visible posts with all words of the query. Throws `UnavailableError` while the index takes too long. */
  function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<SearchMatch> {
    const words = [...new Set(tokenize(query))].slice(0, SEARCH_WORDS_MAX)
    return index.query(maxWaitMs, (snapshot) => match(words, index, snapshot, visibleIn(snapshot)))
  }

  /** Returns the title and the part of summary or text with a match, as HTML. */
  async function foundIn(entry: PostEntry, { matches }: SearchMatch): Promise<FoundIn> {
    const summary = toPlainText('html', entry.summary)
    const inSummary = firstMatch(summary, matches)
    await yielding()
    const text = inSummary === undefined ? await plainBody(entry) : ''
    const inText = firstMatch(text, matches)
    const part = inText === undefined ? snippet(summary, inSummary ?? 0) : snippet(text, inText)
    return { title: highlight(entry.title, matches), text: highlight(part, matches) }
  }

  async function plainBody(entry: PostEntry): Promise<string> {
    try {
      return index.bodyOf(entry) ?? toPlainText(entry.format, await deps.bodyOf(entry))
    } catch {
      return ''
    }
  }

  return { find, foundIn, warmUp: index.warmUp, close: index.close }
}

/** Scores by the row of a post, 0 without the word. */
type Scores = Uint8Array

/**
 * Finds the visible posts with all words, or words that begin with them. A word that no visible post has may be a typo.
 * Hidden posts are left out of every step, which rules out FTS5's own ranking: its statistics would reveal their words.
 */
function match(
  words: readonly string[],
  index: SearchIndex,
  snapshot: Snapshot,
  visible: Iterable<PostEntry>,
): SearchMatch {
  const posts = postsByRow(index, visible)
  const names = termWords(snapshot)
  const corrections = new Set<string>()

  /** Scores each post by the fields that have the word, or with `isPrefix` a word that begins with it. */
  function weigh(word: string, weight: number, isPrefix = false): Scores {
    const scores = new Uint8Array(posts.length)
    const add = (row: number, fieldWeight: number) => {
      if (posts[row]) scores[row] = (scores[row] ?? 0) + fieldWeight * weight
    }
    for (const field of FIELDS) for (const row of index.rowsWith(field, word, isPrefix)) add(row, FIELD_WEIGHT[field])
    const isMatch = (one: string) => (isPrefix ? one.startsWith(word) : one === word)
    const matching = new Set([...names].filter(([, words]) => words.some(isMatch)).map(([term]) => term))
    if (matching.size === 0) return scores
    for (const [row, post] of posts.entries())
      if (post && termsOf(post).some((term) => matching.has(term))) add(row, TERM_WEIGHT)
    return scores
  }

  function scoresFor(word: string): Scores {
    const scores = weigh(word, PREFIX, true)
    return hasMatch(scores) ? highest(scores, weigh(word, EXACT)) : correct(word).reduce(highest, scores)
  }

  /** Scores the words of visible posts with the smallest edit distance. The first letter has to be right. */
  function correct(word: string): Scores[] {
    if (word.length < TYPO_MIN_CHARACTERS) return []
    const typos = word.length < TWO_TYPOS_MIN_CHARACTERS ? 1 : 2
    const inNames = [...names.values()].flat().filter((one) => one[0] === word[0])
    const similar = new Set([...index.wordsLike(word, typos), ...inNames])
    const byDistance = Map.groupBy(similar, (one) => editDistance(word, one, typos))
    for (let distance = 1; distance <= typos; distance++) {
      const found = (byDistance.get(distance) ?? []).map((one) => ({ one, scores: weigh(one, CORRECTION) }))
      const usable = found.filter(({ scores }) => hasMatch(scores))
      for (const { one } of usable) corrections.add(one)
      if (usable.length > 0) return usable.map(({ scores }) => scores)
    }
    return []
  }

  const [first = new Uint8Array(), ...others] = words.map(scoresFor)
  const totals = others.reduce(sumWhereBoth, Uint16Array.from(first))
  return {
    scores: new Map(posts.flatMap((post, row) => (post && totals[row] ? [[post, totals[row]]] : []))),
    matches: (word) => corrections.has(word) || words.some((one) => word.startsWith(one)),
  }
}

/** `undefined` in rows of hidden posts. */
function postsByRow(index: SearchIndex, visible: Iterable<PostEntry>): (PostEntry | undefined)[] {
  const posts: (PostEntry | undefined)[] = []
  for (const post of visible) {
    const row = index.rowOf(post.id)
    if (row !== undefined) posts[row] = post
  }
  return Array.from(posts)
}

const hasMatch = (scores: Scores) => scores.some((score) => score > 0)

const highest = (scores: Scores, others: Scores): Scores =>
  scores.map((score, row) => Math.max(score, others[row] ?? 0))

const sumWhereBoth = (totals: Uint16Array, scores: Scores) =>
  totals.map((total, row) => (total > 0 && scores[row] ? total + scores[row] : 0))

/** The words in the name of each category and tag. */
const termWords = ({ categories, tags }: Snapshot): ReadonlyMap<string, readonly string[]> =>
  new Map([
    ...[...categories.values()].map(({ id, name }) => [`category:${id}`, tokenize(name)] as const),
    ...[...tags.values()].map(({ id, name }) => [`tag:${id}`, tokenize(name)] as const),
  ])

const WORD = /([\p{L}\p{M}\p{N}]+)/gu
const SNIPPET_MAX_CHARACTERS = 200
/** Length of the text that a snippet shows before its first match. */
const BEFORE_MATCH_CHARACTERS = 60

const isMatch = (word: string, matches: Matcher) => matches(truncateToken(normalize(word)))

/** Returns a text as HTML with its matching words marked. */
export function highlight(text: string, matches: Matcher): string {
  const mark = (part: string, isWord: boolean) => {
    const html = Bun.escapeHTML(part)
    return isWord && isMatch(part, matches) ? `<mark>${html}</mark>` : html
  }
  // Splitting with a group returns the words at odd positions.
  return text
    .split(WORD)
    .map((part, at) => mark(part, at % 2 === 1))
    .join('')
}

/** Returns the index of the first matching word. */
export const firstMatch = (text: string, matches: Matcher): number | undefined =>
  text.matchAll(WORD).find(({ 0: word }) => isMatch(word, matches))?.index

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
