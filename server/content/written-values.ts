import type { PostKey } from './key-names.ts'
import { asAlias, type Data, type WrittenKeys, wordsOf } from './written-keys.ts'

/** New values of our keys as the file's own keys have them: a post with `lastmod` keeps `lastmod`, and gets no `updated` beside it. */
export function asWrittenThere(changed: ReadonlyMap<string, unknown>, data: Data, keys: WrittenKeys) {
  const entries = [...changed].map(([key, value]): [string, unknown] => {
    const names = keys.get(key as PostKey) ?? [key]
    const [name = key] = names
    const written = valueThere(name, value, data[name])
    // Taken away, it would give way to the next key that means the same.
    return [name, written === undefined && names.length > 1 ? '' : written]
  })
  return new Map(entries)
}

function valueThere(name: string, value: unknown, before: unknown): unknown {
  if (name === 'published' && typeof value === 'boolean') return !value
  if (name === 'status') return value ? 'draft' : 'published'
  if (value === undefined) return undefined
  if (name === 'aliases' || name === 'redirect_from') return aliasesThere(value, before)
  const list = name === 'categories' ? wordsOf(before) : before
  return Array.isArray(list) && !Array.isArray(value) ? [value, ...list.slice(1)] : value
}

/** Addresses that mean an id stay as somebody wrote them; those that mean nothing here stay behind the one that they followed. */
function aliasesThere(value: unknown, before: unknown): unknown {
  const wanted: unknown[] = Array.isArray(value) ? value : []
  const old = wordsOf(before) ?? []
  const there = wanted.map((id) => old.find((one) => asAlias(one)[0] === id) ?? id)
  for (const [at, one] of old.entries()) {
    const above = there.indexOf(old[at - 1])
    if (asAlias(one).length === 0) there.splice(above === -1 ? at : above + 1, 0, one)
  }
  return there
}
