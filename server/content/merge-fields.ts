import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { type PostKey, postKeys } from './key-names.ts'
import type { PostFields } from './post-fields.ts'

/** When it was saved is nobody's decision: `updated` never overlaps. */
export type MergedKey = Exclude<PostKey, 'updated'>
export type FieldValue = PostFields[PostKey]
/** A key that both set, each to something else; `base` is null where it is not known. */
export type FieldMergeConflict = { field: MergedKey; base: FieldValue; mine: FieldValue; theirs: FieldValue }
export type MergedFields = {
  /** What is to be set in theirs. */
  changes: Partial<PostFields>
  /** What only they changed, or they too. */
  theirs: readonly MergedKey[]
  conflicts: readonly FieldMergeConflict[]
}

const same = (one: FieldValue | undefined, other: FieldValue | undefined) => Bun.deepEquals(one, other)

const mergedKeys = postKeys.filter((key): key is MergedKey => key !== 'updated')
const listKeys = ['tags', 'aliases'] as const

/** Merges front matter key by key, and lists item by item. Without a base, all that differs overlaps. */
export function mergeFields(base: PostFields | undefined, mine: PostFields, theirs: PostFields): MergedFields {
  const wanted = base ? { ...mine, ...mergedLists(base, mine, theirs) } : mine
  const changes: Partial<PostFields> = {}
  const take = <K extends MergedKey>(key: K) => {
    changes[key] = wanted[key]
  }
  const conflicts: FieldMergeConflict[] = []
  for (const field of mergedKeys) {
    const isSettled = same(mine[field], theirs[field]) || (base && same(mine[field], base[field]))
    if (isSettled) continue
    if (base && (same(theirs[field], base[field]) || wanted[field] !== mine[field])) take(field)
    else conflicts.push({ field, base: base?.[field] ?? null, mine: mine[field], theirs: theirs[field] })
  }
  const isTheirs = (key: MergedKey) =>
    !same(theirs[key], base?.[key]) && !same(mine[key], theirs[key]) && !conflicts.some(({ field }) => field === key)
  return { changes, theirs: base ? mergedKeys.filter(isTheirs) : [], conflicts }
}

function mergedLists(base: PostFields, mine: PostFields, theirs: PostFields): Partial<PostFields> {
  const merged: Partial<PostFields> = {}
  for (const key of listKeys) {
    const list = mergeLists(base[key], mine[key], theirs[key])
    if (list) merged[key] = list
  }
  return merged
}

/** Theirs, without what I took out, with what I added; `undefined` where somebody put what stayed into another order. */
function mergeLists(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const isInOrder = (list: string[]) =>
    same(
      list.filter((one) => base.includes(one)),
      base.filter((one) => list.includes(one)),
    )
  if (same(theirs, base) || !isInOrder(mine) || !isInOrder(theirs)) return undefined
  const stays = theirs.filter((one) => mine.includes(one) || !base.includes(one))
  const merged = [...stays, ...mine.filter((one) => !base.includes(one) && !theirs.includes(one))]
  return merged.length <= TAGS_PER_POST_MAX ? merged : undefined
}
