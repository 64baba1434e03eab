import { CONTENT_MAX_CHARACTERS, TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { type PostFields, type PostKey, postKeys } from '#server/content/dialects/post-fields.ts'
import {
  bodyOf,
  decodeFields,
  editPost,
  type FieldChanges,
  plainBody,
  withChanges,
} from '#server/content/files/post-file.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { type Merged, mergeTexts, wholeConflict } from '#server/text/merge/merge3.ts'

/** The changes of an editor. Absent fields stay as they are. */
export type PostEdit = FieldChanges & { body: string }

/** `updated` is set by every save, so it never conflicts. */
export type MergedKey = Exclude<PostKey, 'updated'>
const mergedKeys = postKeys.filter((key): key is MergedKey => key !== 'updated')

type FieldValue = PostFields[PostKey]
/** A field that both set to different values; `base` is null where it is unknown. */
type FieldConflict = { field: MergedKey; base: FieldValue; mine: FieldValue; theirs: FieldValue }

type PostSides = {
  /** The text that the editor began from; if it is unknown, every difference is a conflict. */
  base: string | undefined
  mine: PostEdit
  /** The text of the file now. */
  theirs: string
  /** Whether my body has another format than theirs (md, html). */
  inOtherFormat?: boolean
  /** The file of theirs. */
  file?: string
}
export type MergedPost = {
  isBaseKnown: boolean
  /** Their text with my changes that do not conflict. */
  text: string
  /** The fields that only they changed. */
  theirs: readonly (MergedKey | 'body')[]
  fields: readonly FieldConflict[]
  /** Conflicting lines, and the body around them. */
  body: Pick<Merged, 'conflicts' | 'context'>
}

/**
 * Merges an editor's changes into a file that another user has changed: by key in the front matter, by line in the
 * body. Equal changes do not conflict. Throws `ContentFileError` where `theirs` or a new value is invalid.
 */
export function mergePost({
  base,
  mine: { body, ...changes },
  theirs,
  inOtherFormat = false,
  file,
}: PostSides): MergedPost {
  const was = base === undefined ? undefined : ifValid(() => ({ fields: decodeFields(base, file), body: bodyOf(base) }))
  const now = decodeFields(theirs, file)
  const fields = mergeFields(was?.fields, withChanges(was?.fields ?? now, changes), now)
  const { text, conflicts, context, isTheirs } = mergeBodies(was?.body, plainBody(body), bodyOf(theirs), inOtherFormat)
  return {
    isBaseKnown: was !== undefined,
    text: editPost(theirs, { ...fields.changes, body: conflicts.length > 0 ? undefined : text }, file),
    theirs: isTheirs ? [...fields.theirs, 'body'] : fields.theirs,
    fields: fields.conflicts,
    body: { conflicts, context },
  }
}

const same = (a: unknown, b: unknown) => Bun.deepEquals(a, b)

/** Merges front matter by key, and lists by item. Without a base, every difference is a conflict. */
function mergeFields(base: PostFields | undefined, mine: PostFields, theirs: PostFields) {
  const changes: Partial<PostFields> = {}
  const onlyTheirs: MergedKey[] = []
  const conflicts: FieldConflict[] = []
  for (const field of mergedKeys) {
    const values = { mine: mine[field], theirs: theirs[field] }
    if (same(values.mine, values.theirs)) continue
    const list = base && mergeLists(base[field], values.mine, values.theirs)
    if (base && same(values.mine, base[field])) onlyTheirs.push(field)
    else if (base && same(values.theirs, base[field])) Object.assign(changes, { [field]: values.mine })
    else if (list) {
      onlyTheirs.push(field)
      Object.assign(changes, { [field]: list })
    } else conflicts.push({ field, base: base?.[field] ?? null, ...values })
  }
  return { changes, theirs: onlyTheirs, conflicts }
}

/** Their list without the items that I removed and with those that I added; `undefined` where an order changed. */
function mergeLists(base: FieldValue, mine: FieldValue, theirs: FieldValue): string[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const isInOrder = (list: string[]) =>
    same(
      list.filter((one) => base.includes(one)),
      base.filter((one) => list.includes(one)),
    )
  if (!isInOrder(mine) || !isInOrder(theirs)) return undefined
  const stays = theirs.filter((one) => mine.includes(one) || !base.includes(one))
  const merged = [...stays, ...mine.filter((one) => !base.includes(one) && !theirs.includes(one))]
  return merged.length <= Math.max(TAGS_PER_POST_MAX, theirs.length) ? merged : undefined
}

/**
 * Merges bodies by line. They conflict as a whole without a base, with different formats, and where the result would be too
 * long. `isTheirs`: the result contains a change of theirs.
 */
function mergeBodies(base: string | undefined, mine: string, theirs: string, inOtherFormat: boolean) {
  const isSettled = mine === theirs || mine === base || (theirs === base && !inOtherFormat)
  if (isSettled) {
    const text = theirs === base && !inOtherFormat ? mine : theirs
    return { text, conflicts: [], context: [text], isTheirs: text !== mine || inOtherFormat }
  }
  // The last line of a body has no line break, but is a line like the others.
  const ended = (body: string) => (body === '' ? '' : `${body}\n`)
  const sides = { base: ended(base ?? ''), mine: ended(mine), theirs: ended(theirs) }
  const isMergeable = base !== undefined && !inOtherFormat
  const byLine = isMergeable ? mergeTexts(sides.base, sides.mine, sides.theirs) : wholeConflict(sides)
  const fits = byLine.text.length <= CONTENT_MAX_CHARACTERS || byLine.conflicts.length > 0
  return { ...(fits ? byLine : wholeConflict(sides)), isTheirs: fits && byLine.conflicts.length === 0 }
}
