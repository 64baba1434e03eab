import type { Merged } from '#server/lib/merge3.ts'
import { ContentFileError } from './file-error.ts'
import { mergeBodies } from './merge-bodies.ts'
import { type FieldMergeConflict, type MergedKey, mergeFields } from './merge-fields.ts'
import { changedFields, type FieldChanges } from './post-changes.ts'
import { bodyOf, decodeFields, editPost, plainBody } from './post-file.ts'

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
