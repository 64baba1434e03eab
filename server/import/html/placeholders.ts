/**
 * Stand for what HTML has no element for while it is converted: `raw` source, a footnote's number, the kind of a callout. They
 * are enclosed in characters that no text has.
 */
export type PlaceholderKind = 'raw' | 'inline' | 'footnote' | 'definition' | 'callout' | 'task'

const OPEN = '\ufdd0'
const CLOSE = '\ufdd1'
const PLACEHOLDER = /\ufdd0([a-z]{1,20}):([a-z0-9]{1,20})\ufdd1/g

export const placeholder = (kind: PlaceholderKind, value: string | number): string => `${OPEN}${kind}:${value}${CLOSE}`

export const withoutPlaceholders = (text: string): string => text.replace(/[\ufdd0\ufdd1]/g, '')

export const replacePlaceholders = (text: string, put: (kind: PlaceholderKind, value: string) => string): string =>
  text.replace(PLACEHOLDER, (_, kind: PlaceholderKind, value: string) => put(kind, value))

/** Splits a text into plain parts and placeholders. */
export function placeholdersIn(text: string): (string | { kind: PlaceholderKind; value: string })[] {
  const parts: (string | { kind: PlaceholderKind; value: string })[] = []
  let copied = 0
  for (const { 0: all, 1: kind = '', 2: value = '', index } of text.matchAll(PLACEHOLDER)) {
    if (index > copied) parts.push(text.slice(copied, index))
    parts.push({ kind: kind as PlaceholderKind, value })
    copied = index + all.length
  }
  if (copied < text.length) parts.push(text.slice(copied))
  return parts
}

/** The placeholder of this kind that a text begins with. */
export function leadingPlaceholder(text: string, kind: PlaceholderKind): { value: string; rest: string } | undefined {
  const [first, ...rest] = placeholdersIn(text)
  if (typeof first !== 'object' || first.kind !== kind) return undefined
  const length = placeholder(kind, first.value).length
  return { value: first.value, rest: rest.length === 0 ? '' : text.slice(length) }
}
