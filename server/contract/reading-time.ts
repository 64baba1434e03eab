import { WORDS_PER_MINUTE } from '#contract/limits.ts'

/** A letter of a script that writes no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
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
