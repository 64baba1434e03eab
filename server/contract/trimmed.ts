import * as v from 'valibot'

/** What copying puts around a value, invisibly: spaces of any kind, marks of direction, characters without width. */
const INVISIBLE = /[\s\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/

/** Not one expression for both ends: it would take quadratic time for spaces in the middle. */
export function withoutInvisible(typed: string): string {
  let start = 0
  let end = typed.length
  while (start < end && INVISIBLE.test(typed.charAt(start))) start += 1
  while (end > start && INVISIBLE.test(typed.charAt(end - 1))) end -= 1
  return typed.slice(start, end)
}

/**
 * For every form field except passwords, which are taken as typed. Of the type of the library's own action: after any other
 * transformation, descriptions of the API have no limits of length.
 */
export const trimmed = (): v.TrimAction => ({
  ...v.trim(),
  reference: trimmed,
  '~run': (dataset) => ({ ...dataset, value: withoutInvisible(dataset.value) }),
})
