import { WORDS_PER_MINUTE } from '#contract/limits.ts'

/** Scripts that write no spaces between words, as parts of a class of characters. */
export const UNSPACED_EAST_ASIAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70`
export const UNSPACED_SOUTHEAST_ASIAN = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const UNSPACED = new RegExp(`[${UNSPACED_EAST_ASIAN}${UNSPACED_SOUTHEAST_ASIAN}]`, 'gu')
const UNSPACED_CHARACTERS_PER_MINUTE = 500

/** Counts the words of a plain text. Of scripts without spaces, as many characters are a word as are read in the time of one. */
export function countWords(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0
  const isWord = (part: string) => part !== '' && (characters === 0 || /[\p{L}\p{N}]/u.test(part))
  const spaced = characters === 0 ? text : text.replace(UNSPACED, ' ')
  const unspaced = Math.ceil((characters * WORDS_PER_MINUTE) / UNSPACED_CHARACTERS_PER_MINUTE)
  return spaced.split(/\s+/).filter(isWord).length + unspaced
}

/** In minutes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
