import type { Data } from '#server/text/front-matter/read-yaml.ts'
import { stateThere } from './post-hiding.ts'
import { isHidingName, type PostKey, type WrittenKeys } from './post-keys.ts'
import { asAlias, termNames, wordsOf } from './post-values.ts'
import { termId } from './term-ids.ts'

/** New values under the keys that the file uses: a post with `lastmod` keeps `lastmod`, and gets no `updated` in addition. */
export function denormalize(
  changed: readonly [string, unknown][],
  data: Data,
  keys: WrittenKeys,
): Map<string, unknown> {
  const written = new Map<string, unknown>()
  for (const [key, value] of changed) {
    const names = (keys.get(key as PostKey) ?? []).filter((name) => !(isHidingName(name) && value === true))
    const [name = key] = names
    const there = valueThere(key as PostKey, name, value, data[name])
    // If it were removed, the next key with the same meaning would be read.
    written.set(name, there === undefined && names.length > 1 ? '' : there)
  }
  return written
}

function valueThere(key: PostKey, name: string, value: unknown, before: unknown): unknown {
  if (key === 'draft') return stateThere(name, value === true)
  if (value === undefined) return undefined
  if (key === 'aliases') return aliasesThere(value, before)
  if (key === 'tags') return tagsThere(value, name, before)
  const list = key === 'category' && typeof before === 'string' && name !== key ? wordsOf(before) : before
  if (!Array.isArray(list) || Array.isArray(value)) return value
  // Several authors are read together.
  return key === 'author' ? [value] : [value, ...list.slice(1)]
}

/** Names that mean an id stay as they are written. */
function tagsThere(value: unknown, name: string, before: unknown): unknown {
  const ids: unknown[] = Array.isArray(value) ? value : []
  const names = termNames('tags', before, name)
  return ids.map((id) => names.find((one) => termId(one) === id) ?? id)
}

/** Paths that mean an id stay as they are written; other paths stay in their place. */
function aliasesThere(value: unknown, before: unknown): unknown[] {
  const wanted: unknown[] = Array.isArray(value) ? value : []
  const old = wordsOf(before)
  const there = wanted.map((id) => old.find((one) => asAlias(one)[0] === id) ?? id)
  for (const [at, one] of old.entries()) {
    const above = there.indexOf(old[at - 1])
    if (asAlias(one).length === 0) there.splice(above === -1 ? at : above + 1, 0, one)
  }
  return there
}
