import { RESERVED_IDS } from '#contract/paths.ts'

/** Letters that are no letter with a mark, as people type them without such a keyboard. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const LETTER = /[ßæœøłđðþı]/g
const ASCII = /^[\0-\x7f]*$/
const WORD = /[\p{L}\p{N}]+/gu

/** Anything longer is a URL or a key rather than a word. */
const TOKEN_MAX_CHARACTERS = 40

/**
 * Returns the text in lower case and without marks: "Crème" and "creme" are the same. The search index stores it: raise `VERSION` in
 * `storage/cache-db.ts` when the result changes.
 */
export function normalize(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}

/** Returns the normalized words of a text in their order. */
export const tokenize = (text: string): string[] => (normalize(text).match(WORD) ?? []).map(truncateToken)

export const truncateToken = (word: string) => word.slice(0, TOKEN_MAX_CHARACTERS)

const SLUG_MAX_CHARACTERS = 80

/**
 * Converts a title or name to an id: lower case, without accents, words joined by hyphens. Returns `fallback` when no
 * Latin letter or digit is left.
 */
export function slugOf(text: string, fallback: string): string {
  const words = normalize(text.normalize('NFKD').replace(/['’]/g, '')).match(/[a-z0-9]+/g) ?? []
  return cutAtWord(words.join('-'), SLUG_MAX_CHARACTERS) || fallback
}

function cutAtWord(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const end = slug.lastIndexOf('-', length)
  return slug.slice(0, end > 0 ? end : length)
}

/** Returns the first of `slug`, `slug-2`, `slug-3` … that is not taken. */
export async function freeId(slug: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : `-${count}`
    const id = cutAtWord(slug, SLUG_MAX_CHARACTERS - ending.length) + ending
    if (!RESERVED_IDS.includes(id) && !(await isTaken(id))) return id
  }
}
