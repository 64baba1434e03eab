import { CONTENT_MAX_CHARACTERS, TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { type Merged, mergeTexts, wholeConflict } from '#server/lib/merge3.ts'
import { ifValid } from '#server/lib/text-file.ts'
import { type PostFields, type PostKey, postKeys } from './post-fields.ts'
import { bodyOf, decodeFields, editPost, type FieldChanges, plainBody, withChanges } from './post-file.ts'

/** The changes of an editor. Absent fields stay as they are. */
export type PostEdit = FieldChanges & { body: string }

export type PostSides = {
  /** The text that the editor began from; if it is unknown, every difference is a conflict. */
  base: string | undefined
  mine: PostEdit
  /** The text of the file now. */
  theirs: string
  /** Whether my body has another format than theirs (md, html). */
  inOtherFormat?: boolean
}
export type MergedPost = {
  isBaseKnown: boolean
  /** Their text with my changes that do not conflict. */
  text: string
  /** The fields that only they changed. */
  theirs: readonly (MergedKey | 'body')[]
  fields: readonly FieldMergeConflict[]
  /** Conflicting lines, and the body around them. */
  body: Pick<Merged, 'conflicts' | 'context'>
}

/**
 * Merges an editor's changes into a file that another user changed meanwhile: by key in the front matter, by line in the
 * body. Equal changes do not conflict. Throws `ContentFileError` where `theirs` or a new value is invalid.
 */
export function mergePost({ base, mine: { body, ...changes }, theirs, inOtherFormat = false }: PostSides): MergedPost {
  const was = base === undefined ? undefined : ifValid(() => ({ fields: decodeFields(base), body: bodyOf(base) }))
  const now = decodeFields(theirs)
  const wanted = withChanges(was?.fields ?? now, changes)
  const fields = mergeFields(was?.fields, wanted, now)
  const bodies = mergeBodies({ base: was?.body, mine: plainBody(body), theirs: bodyOf(theirs) }, inOtherFormat)
  const { text, conflicts: overlaps, context: around, isTheirs } = bodies
  return {
    isBaseKnown: was !== undefined,
    text: editPost(theirs, { ...fields.changes, body: overlaps.length > 0 ? undefined : text }),
    theirs: isTheirs ? [...fields.theirs, 'body'] : fields.theirs,
    fields: fields.conflicts,
    body: { conflicts: overlaps, context: around },
  }
}

/** `updated` is set by every save, so it never conflicts. */
export type MergedKey = Exclude<PostKey, 'updated'>
export type FieldValue = PostFields[PostKey]
/** A field that both set to different values; `base` is null where it is unknown. */
export type FieldMergeConflict = { field: MergedKey; base: FieldValue; mine: FieldValue; theirs: FieldValue }
export type MergedFields = {
  /** My changes to apply to their text. */
  changes: Partial<PostFields>
  /** The fields that they changed and I did not change to the same value. */
  theirs: readonly MergedKey[]
  conflicts: readonly FieldMergeConflict[]
}

const same = (one: FieldValue | undefined, other: FieldValue | undefined) => Bun.deepEquals(one, other)

const mergedKeys = postKeys.filter((key): key is MergedKey => key !== 'updated')
const listKeys = ['tags', 'aliases'] as const

/** Merges front matter by key, and lists by item. Without a base, every difference is a conflict. */
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

/** Their list without the items that I removed and with those that I added; `undefined` where an order changed. */
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

type Bodies = {
  base: string | undefined
  mine: string
  theirs: string
}
export type MergedBodies = Merged & { isTheirs: boolean }

/**
 * Merges bodies by line. They conflict as a whole without a base, with different formats, and where the result would be too
 * long.
 */
export function mergeBodies({ base, mine, theirs }: Bodies, inOtherFormat: boolean): MergedBodies {
  if (mine === theirs || mine === base) return { ...whole(theirs), isTheirs: mine !== theirs || inOtherFormat }
  if (theirs === base && !inOtherFormat) return { ...whole(mine), isTheirs: false }
  const sides = { base: ended(base ?? ''), mine: ended(mine), theirs: ended(theirs) }
  const merged =
    base === undefined || inOtherFormat ? wholeConflict(sides) : mergeTexts(sides.base, sides.mine, sides.theirs)
  const fits = merged.text.length <= CONTENT_MAX_CHARACTERS || merged.conflicts.length > 0
  return { ...(fits ? merged : wholeConflict(sides)), isTheirs: fits && merged.conflicts.length === 0 }
}

const whole = (text: string): Merged => ({ text, conflicts: [], context: [text] })

/** The last line of a body has no line break, but is a line like the others. */
const ended = (body: string) => (body === '' ? '' : `${body}\n`)
