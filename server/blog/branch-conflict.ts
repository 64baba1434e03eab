import type { PostForm } from '#contract/post-form.ts'
import type { StalePost } from '#contract/posts.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { bodyOf, decodeFields, decodePost, editPost } from '#server/content/files/post-file.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { withTerms } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { asInFile, conflictsOf, fieldsOf } from './post-changes.ts'
import { sourceOf } from './post-shapes.ts'

/** A post that a branch and the live site have changed since `base`. */
export type PostSides = { file: string; base: string; branch: string; live: string }

/** Both changes as one, as far as they do not conflict. */
const merge = ({ file, base, branch, live }: PostSides) =>
  mergePost({ base, mine: { ...decodeFields(branch, file), body: bodyOf(branch) }, theirs: live, file })

const revisionIn = (text: string) => revisionOf(new TextEncoder().encode(text))

function sourceIn(text: string, { file, live }: PostSides, snapshot: Snapshot) {
  const revision = revisionIn(live)
  return sourceOf(withTerms(decodePost(file, text, revision), snapshot), text, snapshot)
}

/** What a person has to decide, as for a save: mine is the branch, theirs is live. Throws `ContentFileError` for an invalid text. */
export function branchConflict(sides: PostSides, snapshot: Snapshot): StalePost {
  const merged = merge(sides)
  return {
    message: 'The branch and the live site have changed the same parts.',
    base: sourceIn(sides.base, sides, snapshot),
    current: sourceIn(sides.live, sides, snapshot),
    merged: sourceIn(merged.text, sides, snapshot),
    ...conflictsOf(merged),
  }
}

/** The file that a person has made of both. `undefined`: the live post has changed since. Throws `ContentFileError`. */
export function resolvedPost(sides: PostSides, form: PostForm, snapshot: Snapshot): string | undefined {
  if (form.revision !== revisionIn(sides.live)) return
  const { file, branch, live } = sides
  const { text } = merge(sides)
  const fields = asInFile(fieldsOf(form, imageOf(form, [text, branch, live], sides, snapshot)), file, text, snapshot)
  return editPost(text, { ...fields, body: form.content }, file)
}

/** The image as the file names it that shows the one of the form. Absent: that of the live post. */
function imageOf({ image_path }: PostForm, texts: readonly string[], sides: PostSides, snapshot: Snapshot) {
  if (image_path === '') return null
  const wanted = image_path ?? sourceIn(sides.live, sides, snapshot).image
  const shown = texts.find((text) => sourceIn(text, sides, snapshot).image === wanted)
  return shown === undefined ? undefined : decodeFields(shown, sides.file).image
}
