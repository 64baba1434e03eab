import { cut, fold, isAscii } from './words.ts'

/** Which folded words were looked for; each begins like one of `beginnings`. */
export type Hits = { isHit: (word: string) => boolean; beginnings: readonly string[] }

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const ASCII_WORD = /[a-z\d]+/y
const IN_ASCII_WORD = /[a-z\d]/
const LOST_AT_END = /[\s,;:.–—-]/
const QUOTE_MAX_CHARACTERS = 200
/** So much stands before the first word that was found. */
const BEFORE_CHARACTERS = 60

/** A text as HTML, the words that were looked for marked. */
export function marked(text: string, { isHit }: Hits): string {
  let html = ''
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isHit(cut(fold(word)))) continue
    html += `${Bun.escapeHTML(text.slice(end, index))}<mark>${Bun.escapeHTML(word)}</mark>`
    end = index + word.length
  }
  return html + Bun.escapeHTML(text.slice(end))
}

/** Where the first word of the text stands that was looked for, if any was. */
export function firstHit(text: string, { isHit, beginnings }: Hits): number | undefined {
  // A text of 4 kB has 650 words, of which hardly any is looked at so.
  if (isAscii(text)) {
    const folded = fold(text)
    return firstOf(beginnings.flatMap((one) => firstLike(one, folded, isHit) ?? []))
  }
  for (const { 0: word, index } of text.matchAll(WORD)) if (isHit(cut(fold(word)))) return index
  return undefined
}

const firstOf = (places: readonly number[]) => (places.length > 0 ? Math.min(...places) : undefined)

/** The same in a folded text, among the words that begin like this. */
function firstLike(beginning: string, folded: string, isHit: Hits['isHit']): number | undefined {
  for (let at = folded.indexOf(beginning); at !== -1; at = folded.indexOf(beginning, at + 1)) {
    const isInside = IN_ASCII_WORD.test(folded[at - 1] ?? '')
    if (!isInside && isHit(cut(wordAt(folded, at)))) return at
  }
  return undefined
}

function wordAt(folded: string, at: number): string {
  ASCII_WORD.lastIndex = at
  return ASCII_WORD.exec(folded)?.[0] ?? ''
}

/** The stretch of a text around this place, cut between words. */
export function snippet(text: string, place: number): string {
  const from = place <= BEFORE_CHARACTERS ? 0 : wordStart(text, place - BEFORE_CHARACTERS, place)
  const rest = text.slice(from)
  const stretch = rest.length <= QUOTE_MAX_CHARACTERS ? rest : `${cutBetweenWords(rest, QUOTE_MAX_CHARACTERS)}…`
  return from === 0 ? stretch : `…${stretch}`
}

function wordStart(text: string, from: number, latest: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space >= latest ? latest : space + 1
}

/** Its first words, without what would stand lost at the end. */
export function cutBetweenWords(text: string, characters: number): string {
  const cut = text.slice(0, characters)
  const space = cut.lastIndexOf(' ')
  const words = space > 0 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  let end = words.length
  while (end > 0 && LOST_AT_END.test(words[end - 1] ?? '')) end--
  return words.slice(0, end)
}
