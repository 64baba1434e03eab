import type { MergeField, StalePost } from '#contract/posts.ts'
import type { MergedKey, MergedPost, PostSides } from '#server/content/merge-post.ts'
import { bodyOf, decodePost } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { sourceOf } from './post-queries.ts'

/** A save whose editor began from an older file conflicts with the current one. `answer` is the body of the 409. */
export class SaveConflictError extends Error {
  override name = 'StaleSave'
  readonly answer: StalePost
  constructor(found: Omit<StalePost, 'message'>) {
    super('This post has been changed since you opened it.')
    this.answer = { message: this.message, ...found }
  }
}

type FileRef = { file: string; revision: string }

/** Builds the error from both sides of a save and their conflicting fields. */
export function toSaveConflict(
  { base, theirs }: PostSides,
  files: { base: FileRef; theirs: FileRef },
  { isBaseKnown, text, theirs: changed, fields, body }: MergedPost,
  snapshot: Snapshot,
): SaveConflictError {
  const source = (written: string, { file, revision }: FileRef) =>
    sourceOf(decodePost(file, written, revision), bodyOf(written), snapshot)
  const stretches = body.conflicts.map(({ base, ...both }) => ({ ...both, base: isBaseKnown ? base : null }))
  return new SaveConflictError({
    base: isBaseKnown && base !== undefined ? source(base, files.base) : null,
    current: source(theirs, files.theirs),
    merged: source(text, files.theirs),
    theirs: changed.map(asSent),
    overlaps: [
      ...fields.map(({ field, ...values }) => ({ field: asSent(field), ...values })),
      ...stretches.map((values) => ({ field: 'content' as const, ...values })),
    ],
    around: body.context,
  })
}

/** The form field for a key of the front matter, or for the body. */
export function asSent(key: MergedKey | 'body'): MergeField {
  if (key === 'category') return 'category_id'
  return key === 'body' ? 'content' : key
}
