import { isId } from '#contract/ids.ts'
import { splitNames } from '#contract/names.ts'
import { isSafePath } from '#server/storage/safe-names.ts'
import { otherNames, type PostKey, postKeys } from './key-names.ts'

/** Front matter as it was parsed. */
export type Data = Readonly<Record<string, unknown>>
/** Our key → all keys of the file that mean it, the one that counts first. */
export type WrittenKeys = ReadonlyMap<PostKey, readonly string[]>

/** Which keys of a file mean what. Asked by the few keys that a file has, not by the many that we know: a start asks ten thousand times. */
export function writtenKeys(data: Data): WrittenKeys {
  const found = new Map<PostKey, string[]>()
  for (const name of Object.keys(data)) {
    for (const key of meaningsOf.get(name) ?? []) {
      if (!means(key, name, data[name])) continue
      const names = found.get(key)
      if (names) names.push(name)
      else found.set(key, [name])
    }
  }
  for (const [key, names] of found) if (names.length > 1) names.sort((one, other) => rank(key, one) - rank(key, other))
  return found
}

const rank = (key: PostKey, name: string) => (name === key ? -1 : otherNames[key].indexOf(name))

/** A name → our keys that it may stand for. */
const meaningsOf = new Map<string, PostKey[]>()
for (const key of postKeys) {
  for (const name of [key, ...otherNames[key]]) meaningsOf.set(name, [...(meaningsOf.get(name) ?? []), key])
}

const YES_OR_NO: readonly unknown[] = [true, false, 'true', 'false']

/** Jekyll's `published` says whether, others' says when. What others nest, as `cover: { image: … }`, we do not read. */
function means(key: PostKey, name: string, value: unknown): boolean {
  if (name !== key && isMap(value)) return false
  if (name !== 'published') return true
  return (key === 'draft') === YES_OR_NO.includes(value)
}

export const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The front matter under our keys, with the values as we mean them. Keys that we do not know are left out. */
export function asOurs(data: Data, keys: WrittenKeys): Record<string, unknown> {
  const ours: Record<string, unknown> = Object.create(null)
  for (const [key, [name = key]] of keys) ours[key] = meaning(key, name, data[name])
  return ours
}

function meaning(key: PostKey, name: string, value: unknown): unknown {
  if (name === 'published' && key === 'draft') return value === false || value === 'false'
  if (name === 'status') return drafts.get(value) ?? value
  if (key === 'aliases') return wordsOf(value)?.flatMap(asAlias) ?? value
  if (key === 'tags' && typeof value === 'string') return wordsOf(value)
  if (name === 'categories') return wordsOf(value)?.[0] ?? value
  const first = Array.isArray(value) && FIRST_OF_LIST.includes(key) ? (value[0] ?? null) : value
  return key === 'image' && name !== key && !isPicturePath(first) ? null : first
}

const FIRST_OF_LIST: readonly PostKey[] = ['image', 'author']
const drafts = new Map<unknown, boolean>([
  ['draft', true],
  ['published', false],
  ['scheduled', false],
])

/** A list, or words with commas or, as Jekyll has it, only blanks between them. */
export function wordsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return undefined
  return value.includes(',') ? splitNames(value) : value.split(/\s+/).filter((word) => word !== '')
}

/** Others keep whole addresses: those of the blog are ids of ours, the rest never led here. */
export function asAlias(alias: unknown): unknown[] {
  if (typeof alias !== 'string' || !alias.includes('/')) return [alias]
  const id = /^\/?(?:(?:blog|posts?)\/)?([^/]+)\/?$/.exec(alias)?.[1]?.replace(/\.html?$/, '')
  return isId(id) ? [id] : []
}

/** Others' pictures may lie anywhere; ours are files under storage/public or beside the post. */
export const isPicturePath = (value: unknown) =>
  typeof value !== 'string' || value === '' || isSafePath(value.replace(/^\.\/|^\/storage\//, ''))
