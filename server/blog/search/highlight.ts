import { isAscii, normalize, truncateToken } from './tokenize.ts'

/** Decides which normalized words match a query; every match begins with one of `prefixes`. */
export type Matcher = { matches: (word: string) => boolean; prefixes: readonly string[] }

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const ASCII_WORD = /[a-z\d]+/y
const IN_ASCII_WORD = /[a-z\d]/
const TRAILING = /[\s,;:.–—-]/
const SNIPPET_MAX_CHARACTERS = 200
/** Length of the text that a snippet shows before its first match. */
const BEFORE_MATCH_CHARACTERS = 60

/** Returns a text as HTML with its matching words marked. */
export function highlight(text: string, { matches }: Matcher): string {
  let html = ''
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!matches(truncateToken(normalize(word)))) continue
    html += `${Bun.escapeHTML(text.slice(end, index))}<mark>${Bun.escapeHTML(word)}</mark>`
    end = index + word.length
  }
  return html + Bun.escapeHTML(text.slice(end))
}

/** Returns the index of the first matching word. */
export function firstMatch(text: string, { matches, prefixes }: Matcher): number | undefined {
  // A text of 4 kB has 650 words, of which this looks at very few.
  if (isAscii(text)) {
    const normalized = normalize(text)
    const found = prefixes.flatMap((prefix) => firstWithPrefix(prefix, normalized, matches) ?? [])
    return found.length > 0 ? Math.min(...found) : undefined
  }
  for (const { 0: word, index } of text.matchAll(WORD)) if (matches(truncateToken(normalize(word)))) return index
  return undefined
}

function firstWithPrefix(prefix: string, normalized: string, matches: Matcher['matches']): number | undefined {
  for (let at = normalized.indexOf(prefix); at !== -1; at = normalized.indexOf(prefix, at + 1)) {
    const isInsideWord = IN_ASCII_WORD.test(normalized[at - 1] ?? '')
    if (!isInsideWord && matches(truncateToken(wordAt(normalized, at)))) return at
  }
  return undefined
}

function wordAt(normalized: string, at: number): string {
  ASCII_WORD.lastIndex = at
  return ASCII_WORD.exec(normalized)?.[0] ?? ''
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
