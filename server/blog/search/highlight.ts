import { normalize, truncateToken } from '#server/lib/tokenize.ts'

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
