import { CONTENT_MAX_CHARACTERS, TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { type Merged, mergeTexts, wholeConflict } from '#server/lib/merge3.ts'
import { ContentFileError } from './errors.ts'
import { type PostKey, postKeys } from './front-matter-keys.ts'
import type { PostFields } from './post-fields.ts'
import { bodyOf, changedFields, decodeFields, editPost, type FieldChanges, plainBody } from './post-file.ts'

/** What an editor wants of a post. A field that is absent is left alone. */
export type PostEdit = FieldChanges & { body: string }

export type PostSides = {
  /** The text that the editor began from; `undefined` where it is not known: then all that differs overlaps. */
  base: string | undefined
  mine: PostEdit
  /** The text of the file as it is now. */
  theirs: string
  /** Whether my body is written in the other format than theirs (md, html). */
  inOtherFormat?: boolean
}
export type MergedPost = {
  isBaseKnown: boolean
  /** Theirs, with all of mine that overlaps nothing. */
  text: string
  /** What of it somebody else changed. */
  theirs: readonly (MergedKey | 'body')[]
  fields: readonly FieldMergeConflict[]
  /** Stretches of lines that overlap, and the body around them. */
  body: Pick<Merged, 'conflicts' | 'context'>
}

/**
 * Brings an editor's change into a file that somebody else changed meanwhile: key by key in the front matter, line by line
 * in the body. The same change made twice is one. Throws `ContentFileError` where `theirs` or a new value is no post's.
 */
export function mergePost({ base, mine: { body, ...changes }, theirs, inOtherFormat = false }: PostSides): MergedPost {
  const was = base === undefined ? undefined : readable(base)
  const now = decodeFields(theirs)
  const { wanted } = changedFields(was?.fields ?? now, changes)
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

/** A text that was good once may not be by the rules of a newer version of this program. */
function readable(text: string) {
  try {
    return { fields: decodeFields(text), body: bodyOf(text) }
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return undefined
  }
}

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

type Bodies = {
  /** `undefined`: not known. */
  base: string | undefined
  mine: string
  theirs: string
}
export type MergedBodies = Merged & { isTheirs: boolean }

/**
 * Merges bodies (see `bodyOf`) line by line. They overlap as a whole without a base, where they are in two formats, and
 * where together they would be too long.
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

/** The last line of a body has no end, but it is a line like the others. */
const ended = (body: string) => (body === '' ? '' : `${body}\n`)
