import { cut, fold } from './words.ts'

type IsHit = (word: string) => boolean

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const QUOTE_MAX_CHARACTERS = 200
/** So much stands before the first word that was found. */
const BEFORE_CHARACTERS = 60

/** A text as HTML, the words that were looked for marked. */
export function marked(text: string, isHit: IsHit): string {
  let html = ''
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isHit(cut(fold(word)))) continue
    html += `${Bun.escapeHTML(text.slice(end, index))}<mark>${Bun.escapeHTML(word)}</mark>`
    end = index + word.length
  }
  return html + Bun.escapeHTML(text.slice(end))
}

/** Whether any word of the text was looked for, and where the first one stands. */
export function firstHit(text: string, isHit: IsHit): number | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) if (isHit(cut(fold(word)))) return index
  return undefined
}

/** The stretch of a text around this place, cut between words. */
export function around(text: string, place: number): string {
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
  return (space > 0 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')).replace(/[\s,;:.–—-]+$/, '')
}
