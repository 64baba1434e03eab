import { cutText } from '#contract/cut-text.ts'
import { isUnspaced, joinedWords, type SearchWord, searchWords } from '#server/text/scan/search-words.ts'
import { cutBetweenWords } from '#server/text/scan/to-plain-text.ts'

/** Finds the words of a query in a text. */
export type Matcher = {
  /** Of a normalized word. */
  isMatch(word: string): boolean
  /** Of normalized neighbors that are one word of the query. */
  isJoinedMatch(joined: string): boolean
  /** The parts of the query in scripts without spaces. */
  runs: readonly string[]
}
type Range = { start: number; end: number }

/** Returns a text as HTML with its matching words marked. */
export function highlight(text: string, matches: Matcher): string {
  let html = ''
  let end = 0
  for (const range of merged(matchesIn(text, matches))) {
    html += `${Bun.escapeHTML(text.slice(end, range.start))}<mark>${Bun.escapeHTML(text.slice(range.start, range.end))}</mark>`
    end = range.end
  }
  return html + Bun.escapeHTML(text.slice(end))
}

/** Returns the index of the first matching word. */
export const firstMatch = (text: string, matches: Matcher): number | undefined =>
  matchesIn(text, matches).next().value?.start

/** The places of matching words, which may overlap, by their ends. */
function* matchesIn(text: string, matches: Matcher): Generator<Range, undefined> {
  const words: SearchWord[] = []
  for (const word of searchWords(text)) {
    words.push(word)
    if (word.run) yield* matchesInRun(word, matches.runs)
    else if (matches.isMatch(word.text)) yield word
    for (const { text: joined, first } of joinedWords(words, words.length - 1))
      if (matches.isJoinedMatch(joined)) yield { start: words[first]?.start ?? word.start, end: word.end }
  }
}

function* matchesInRun({ run, text }: SearchWord, runs: readonly string[]): Generator<Range> {
  let at = 0
  for (const [index, letter] of run?.letters.entries() ?? []) {
    const found = runs.find((one) => text.startsWith(one, at))
    const last = found === undefined ? undefined : run?.letters[index + Array.from(found).length - 1]
    if (last) yield { start: letter.start, end: last.end }
    at += letter.text.length
  }
}

function merged(ranges: Iterable<Range>): Range[] {
  const all: Range[] = []
  for (let { start, end } of ranges) {
    // A joined word begins before those that it consists of.
    for (let last = all.at(-1); last && last.end >= start; last = all.at(-1)) {
      start = Math.min(start, last.start)
      end = Math.max(end, last.end)
      all.pop()
    }
    all.push({ start, end })
  }
  return all
}

const SNIPPET_MAX_CHARACTERS = 200
/** Length of the text that a snippet shows before its first match. */
const BEFORE_MATCH_CHARACTERS = 60

/** Returns the part of a text around an index, cut between words. */
export function snippet(text: string, index: number): string {
  const from = index <= BEFORE_MATCH_CHARACTERS ? 0 : wordStart(text, index - BEFORE_MATCH_CHARACTERS, index)
  const rest = text.slice(from)
  const part = rest.length <= SNIPPET_MAX_CHARACTERS ? rest : `${cutBetweenWords(rest, SNIPPET_MAX_CHARACTERS)}…`
  return from === 0 ? part : `…${part}`
}

function wordStart(text: string, from: number, latest: number): number {
  const space = text.indexOf(' ', from)
  if (space !== -1 && space < latest) return space + 1
  return isUnspaced(text.slice(from, latest)) ? cutText(text, from).length : latest
}
