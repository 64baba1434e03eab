import type { Data } from '#server/text/front-matter/read-yaml.ts'
import type { PostKey } from './post-fields.ts'
import { hidingValue } from './post-hiding.ts'
import { isHidingName, type WrittenKeys } from './post-keys.ts'
import { asAlias, termNames, wordsOf } from './post-values.ts'
import { termId } from './term-ids.ts'

type Changes = ReadonlyMap<string, unknown>

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
  setFurtherCategories(written, new Map(changed), data, keys)
  return written
}

/** Further categories are read as tags: one that is no tag any more leaves their list, and the others stay there. */
function setFurtherCategories(all: Map<string, unknown>, changes: Changes, data: Data, keys: WrittenKeys): void {
  const [name = ''] = keys.get('category') ?? []
  const [first, ...further] = termNames('category', data[name], name)
  const isRemoved = changes.has('category') && changes.get('category') === undefined
  if (!changes.has('tags') || further.length === 0 || isRemoved) return
  const tags = changes.get('tags')
  const wanted: unknown[] = Array.isArray(tags) ? tags : []
  const left = further.filter((one) => wanted.includes(termId(one)))
  if (left.length < further.length) all.set(name, [changes.get('category') ?? first, ...left])
  const [tagsName = 'tags'] = keys.get('tags') ?? []
  const own: unknown[] = termNames('tags', data[tagsName], tagsName).map(termId)
  const others: unknown[] = left.map(termId).filter((id) => !own.includes(id))
  const inTags = wanted.filter((id) => !others.includes(id))
  // They are read behind the tags of the file.
  const isInOrder = Bun.deepEquals([...inTags, ...others], wanted)
  const written = isInOrder ? inTags : wanted
  all.set(tagsName, written.length > 0 ? tagsThere(written, tagsName, data[tagsName]) : undefined)
}

function valueThere(key: PostKey, name: string, value: unknown, before: unknown): unknown {
  if (key === 'draft') return hidingValue(name, value === true)
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
