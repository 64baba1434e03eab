/** Letters that are no letter with a mark, as people type them without such a keyboard. */
const ASCII_LETTERS: Readonly<Record<string, string>> = {
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

/** Anything longer is a URL or a key rather than a word. */
const TOKEN_MAX_CHARACTERS = 40

const isAscii = (text: string) => ASCII.test(text)

/** Returns the text in lower case and without marks: "Crème" and "creme" are the same. */
export function normalize(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.replace(OTHER_LETTERS, (letter) => ASCII_LETTERS[letter] ?? letter)
}

/**
 * Returns the normalized words of a text in their order. The search index stores them: raise `VERSION` in
 * `storage/cache-db.ts` when the result changes.
 */
export const tokenize = (text: string): string[] => (normalize(text).match(WORD) ?? []).map(truncateToken)

export const truncateToken = (word: string) =>
  word.length > TOKEN_MAX_CHARACTERS ? word.slice(0, TOKEN_MAX_CHARACTERS) : word
