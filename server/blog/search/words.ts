/** Letters that are no letter with a mark on it, as people type them who do not have them on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const OTHER_LETTERS = /[ßæœøłđðþı]/g
const ASCII = /^[\0-\x7f]*$/
const WORD = /[\p{L}\p{N}]+/gu

/** What is longer is no word: an address, a key. Its beginning is kept. */
const WORD_MAX_CHARACTERS = 40

/** Its words are where those of the folded text are. */
export const isAscii = (text: string) => ASCII.test(text)

/** Text without capitals and without marks on its letters: "Crème" and "creme" are one. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.replace(OTHER_LETTERS, (letter) => PLAIN[letter] ?? letter)
}

/** The words of a text in their order, folded. */
export const wordsOf = (text: string): string[] => (fold(text).match(WORD) ?? []).map(cut)

/** A word as the index has it; it is not longer than that. */
export const cut = (word: string) => (word.length > WORD_MAX_CHARACTERS ? word.slice(0, WORD_MAX_CHARACTERS) : word)
