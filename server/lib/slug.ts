import { RESERVED_IDS } from '#contract/paths.ts'

const SLUG_MAX_CHARACTERS = 80
/** Letters that Unicode does not decompose into a base letter and a mark. */
const whole: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th', ð: 'd' }

/**
 * Converts a title or name to an id: lower case, without accents, words joined by hyphens. Returns `fallback` when no
 * Latin letter or digit is left.
 */
export function slugOf(text: string, fallback: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[ßæœøđłþð]/g, (one) => whole[one] ?? one)
  return cutAtWord(plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''), SLUG_MAX_CHARACTERS) || fallback
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
