import type { FoundIn } from '#contract/posts.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { createYielding, mapInTurns } from '#server/lib/yielding.ts'
import { editDistance } from '#server/text/scan/edit-distance.ts'
import {
  indexedParts,
  joinedWords,
  otherNumbers,
  queriedParts,
  type SearchWord,
  searchWords,
} from '#server/text/scan/search-words.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { termsOf } from './related-posts.ts'
import { firstMatch, highlight, type Matcher, snippet } from './search-highlight.ts'
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
/** A shorter last word of joined ones is no plural: "oven s" on the way to "oven spring" is not "ovens". */
const PLURAL_MIN_CHARACTERS = 3
/** From this length on, a word may have two typos. */
const TWO_TYPOS_MIN_CHARACTERS = 8

/** The posts with every word and their scores, and how to find the words in a text. */
export type SearchMatch = { scores: ReadonlyMap<PostEntry, number>; matches: Matcher }
export type Search = ReturnType<typeof createSearch>

/** Finds posts by their words. */
export function createSearch({ maxWaitMs = MAX_WAIT_MS, ...deps }: SearchIndexDeps & { maxWaitMs?: number }) {
  const index = createSearchIndex(deps)
  const yielding = createYielding()

  /** Returns the visible posts with all words of the query. Throws `UnavailableError` while the index takes too long. */
  function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<SearchMatch> {
    const words = [...searchWords(query)].slice(0, SEARCH_WORDS_MAX)
    return index.query(maxWaitMs, (snapshot) =>
      match(words, { index, yielding, visible: visibleIn(snapshot), names: namesIn(snapshot) }),
    )
  }

  let named: { snapshot: Snapshot; names: TermWords } | undefined
  /** Splitting the names again for each search would take longer than the search. */
  function namesIn(snapshot: Snapshot): TermWords {
    if (named?.snapshot !== snapshot) named = { snapshot, names: termWords(snapshot) }
    return named.names
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
type Scores = Uint16Array
/** The words in the name of each category and tag. */
type TermWords = ReadonlyMap<string, readonly string[]>
type Searched = {
  index: SearchIndex
  visible: Iterable<PostEntry>
  names: TermWords
  yielding: ReturnType<typeof createYielding>
}

/**
 * Finds the visible posts with all words, or words that begin with them. A word that no visible post has may be a typo.
 * Hidden posts are left out of every step, which rules out FTS5's own ranking: its statistics would reveal their words.
 */
async function match(
  words: readonly SearchWord[],
  { index, visible, names, yielding }: Searched,
): Promise<SearchMatch> {
  const posts = postsByRow(index, visible)
  const corrections = new Set<string>()

  /** Scores each post by the fields that have the word, or with `isPrefix` a word that begins with it. */
  async function weigh(word: string, weight: number, isPrefix = false): Promise<Scores> {
    const scores = new Uint16Array(posts.length)
    const add = (row: number, fieldWeight: number) => {
      if (posts[row]) scores[row] = (scores[row] ?? 0) + fieldWeight * weight
    }
    for (const field of FIELDS) {
      await yielding()
      for (const row of index.rowsWith(field, word, isPrefix)) add(row, FIELD_WEIGHT[field])
    }
    const isMatch = (one: string) => (isPrefix ? one.startsWith(word) : one === word)
    const matching = new Set([...names].filter(([, words]) => words.some(isMatch)).map(([term]) => term))
    if (matching.size === 0) return scores
    for (const [row, post] of posts.entries())
      if (post && termsOf(post).some((term) => matching.has(term))) add(row, TERM_WEIGHT)
    return scores
  }

  /** Scores each post by the fields that have the word in two, or with hyphens. */
  async function scoreSeparateWords(word: string): Promise<Scores> {
    const scores = new Uint16Array(posts.length)
    for (const field of FIELDS) {
      await yielding()
      for (const row of index.rowsWithJoined(field, word))
        if (posts[row]) scores[row] = (scores[row] ?? 0) + FIELD_WEIGHT[field] * PREFIX
    }
    return scores
  }

  /** Scores the word, longer ones, and these others, which are its singular or plural. */
  async function weighForms(word: string, others: readonly string[]): Promise<Scores> {
    const longer = await weigh(word, PREFIX, true)
    const same = hasMatch(longer) ? highest(longer, await weigh(word, EXACT)) : longer
    return (await mapInTurns(others, (one) => weigh(one, PREFIX))).reduce(highest, same)
  }

  /** Scores the words of visible posts with the smallest edit distance. The first letter has to be right. */
  async function correct(word: string): Promise<Scores[]> {
    if (word.length < TYPO_MIN_CHARACTERS) return []
    const typos = word.length < TWO_TYPOS_MIN_CHARACTERS ? 1 : 2
    const inNames = [...names.values()].flat().filter((one) => one[0] === word[0])
    const similar = new Set([...index.wordsLike(word, typos), ...inNames])
    const byDistance = Map.groupBy(similar, (one) => editDistance(word, one, typos))
    for (let distance = 1; distance <= typos; distance++) {
      const near = byDistance.get(distance) ?? []
      const found = await mapInTurns(near, async (one) => ({ one, scores: await weigh(one, CORRECTION) }))
      const usable = found.filter(({ scores }) => hasMatch(scores))
      for (const { one } of usable) corrections.add(one)
      if (usable.length > 0) return usable.map(({ scores }) => scores)
    }
    return []
  }

  const joined = words.flatMap((word, last) => joinedWords(words, last).map((one) => ({ ...one, word, last })))
  const joints = await mapInTurns(joined, async ({ text, first, word, last }) => {
    const others = word.text.length < PLURAL_MIN_CHARACTERS ? [] : otherNumbers(text)
    return { text, first, last, others, scores: await weighForms(text, others) }
  })
  const usable = joints.filter(({ scores }) => hasMatch(scores))
  const isInJoint = (at: number) => usable.some(({ first, last }) => first <= at && at <= last)

  const found = new Map<string, Scores>()
  async function scoresFor(part: string, at: number): Promise<Scores> {
    const scores = found.get(part) ?? (await scoreForms(part))
    found.set(part, scores)
    return hasMatch(scores) || isInJoint(at) ? scores : (await correct(part)).reduce(highest, scores)
  }

  async function scoreForms(part: string): Promise<Scores> {
    const others = otherNumbers(part)
    const separate = await mapInTurns([part, ...others], scoreSeparateWords)
    return separate.reduce(highest, await weighForms(part, others))
  }

  /** The best scores of the words up to each place: as they are, or joined. */
  const totals: Scores[] = []
  for (const [at, word] of words.entries()) {
    const withThoseBefore = (first: number, scores: Scores) => {
      const before = totals[first - 1]
      return before ? sumWhereBoth(before, scores) : scores
    }
    const parts = queriedParts(word).slice(0, SEARCH_WORDS_MAX)
    const scores = await mapInTurns(parts, (part) => scoresFor(part, at))
    const asTheyAre = withThoseBefore(at, scores.reduce(sumWhereBoth))
    const ending = usable.filter(({ last }) => last === at)
    totals[at] = ending.map(({ first, scores }) => withThoseBefore(first, scores)).reduce(highest, asTheyAre)
  }
  const best = totals.at(-1)
  return {
    scores: new Map(posts.flatMap((post, row) => (post && best?.[row] ? [[post, best[row]]] : []))),
    matches: createMatcher(words, usable, corrections),
  }
}

function createMatcher(
  words: readonly SearchWord[],
  joints: readonly { text: string; others: readonly string[] }[],
  corrections: ReadonlySet<string>,
): Matcher {
  const textsOf = (ones: readonly { text: string }[]) => ones.map(({ text }) => text)
  const runs = textsOf(words.filter(({ run }) => run))
  const spaced = textsOf(words.filter(({ run }) => !run))
  const beginnings = [...spaced, ...textsOf(joints)]
  const whole = new Set([...corrections, ...spaced.flatMap(otherNumbers), ...joints.flatMap(({ others }) => others)])
  const joined = new Set([...spaced, ...spaced.flatMap(otherNumbers)])
  return {
    isMatch: (word) => whole.has(word) || beginnings.some((one) => word.startsWith(one)),
    isJoinedMatch: (joint) => joined.has(joint),
    runs,
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

const sumWhereBoth = (totals: Scores, scores: Scores): Scores =>
  totals.map((total, row) => (total > 0 && scores[row] ? total + scores[row] : 0))

const termWords = ({ categories, tags }: Snapshot): TermWords =>
  new Map([
    ...[...categories.values()].map(({ id, name }) => [`category:${id}`, wordsInName(name)] as const),
    ...[...tags.values()].map(({ id, name }) => [`tag:${id}`, wordsInName(name)] as const),
  ])

function wordsInName(name: string): string[] {
  const words = [...searchWords(name)]
  return words.flatMap((word, at) => [...indexedParts(word), ...joinedWords(words, at).map(({ text }) => text)])
}
