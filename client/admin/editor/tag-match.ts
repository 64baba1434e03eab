import type { Name } from '#contract/names.ts'
import { splitNames } from '#contract/names.ts'

/** While a name is being typed, this little of it says nothing yet. */
const SHORTEST_TYPED_CHARACTERS = 2

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Exact name first, then the first partial one, ignoring case; `undefined` means "create it" (§4). */
export function matchTag(typed: string, tags: readonly Name[]): Name | undefined {
  const wanted = typed.toLowerCase()
  return tags.find((tag) => same(tag.name, typed)) ?? tags.find((tag) => tag.name.toLowerCase().includes(wanted))
}

export type Matched = { selected: Name[]; missing: string[] }

/** Matches every name of a comma-separated text; each tag and each missing name comes once, in the order typed. */
export function matchAll(text: string, tags: readonly Name[]): Matched {
  const selected = new Map<string, Name>()
  const missing = new Map<string, string>()
  for (const typed of splitNames(text)) {
    const tag = matchTag(typed, tags)
    if (tag) selected.set(tag.id, tag)
    else if (!missing.has(typed.toLowerCase())) missing.set(typed.toLowerCase(), typed)
  }
  return { selected: [...selected.values()], missing: [...missing.values()] }
}

/**
 * What the timer may match while somebody is typing: all of it, or, when the text after the last comma is too short
 * to mean anything, only what stands before. `rest` stays as it was typed, comma included.
 */
export function typedSoFar(text: string): { done: string; rest: string } {
  const comma = text.lastIndexOf(',')
  const unfinished = text.slice(comma + 1).trim().length < SHORTEST_TYPED_CHARACTERS
  if (!unfinished) return { done: text, rest: '' }
  return comma < 0 ? { done: '', rest: text } : { done: text.slice(0, comma), rest: text.slice(comma) }
}

/** Whether the whole name still stands in the text. */
export const mentions = (text: string, tag: Name): boolean => splitNames(text).some((typed) => same(typed, tag.name))

/** The text without one name; whatever else was typed stays. */
export const textWithout = (text: string, tag: Name): string =>
  splitNames(text)
    .filter((typed) => !same(typed, tag.name))
    .join(', ')

/** The text input shows the selected names (§4). */
export const textOf = (tags: readonly Name[]): string => tags.map((tag) => tag.name).join(', ')
