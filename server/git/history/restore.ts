import { join } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import { fileText } from '#server/content/content-file.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { decodePostFile } from '#server/content/decode-post.ts'
import { ContentFileError, problemLine } from '#server/content/errors.ts'
import { decodeFields, editPost, type ReadFields, readFields } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'

export type Restore = {
  id: string
  /** Hash of the file's bytes when the administrator looked at its history. */
  revision: string
  /** The file that gets the old text, and that text. */
  file: string
  text: string
}

/** Restores an old text. Throws `NotFoundError`, and `ConflictError` where the file changed meanwhile. */
export async function restoreText(tx: Transaction, { id, revision, file, text }: Restore): Promise<void> {
  const post = tx.snapshot.posts.get(id)
  if (!post) throw new NotFoundError('This post does not exist.')
  const now = await tx.read(post.file)
  if (revisionOf(new TextEncoder().encode(now)) !== revision || isOtherFile(post.file, file))
    throw new ConflictError('This post has been changed since its history was opened. Nothing was restored.')
  if (file === post.file && now === text) return
  tx.write(file, text)
  if (file !== post.file) tx.remove(post.file)
}

const isOtherFile = (one: string, other: string) => withoutFormat(one) !== withoutFormat(other)
const withoutFormat = (file: string) => file.replace(/\.(?:md|html)$/, '')

/**
 * The text of a restored post: the old one, byte for byte, plus the aliases that the post has today: former URLs must not
 * break.
 */
export function restoredText(text: string, { id, aliases }: Pick<PostEntry, 'id' | 'aliases'>): string {
  try {
    const known = decodeFields(text).aliases
    const lost = aliases.filter((alias) => !known.includes(alias))
    return lost.length === 0 ? text : editPost(text, { aliases: [...known.filter((one) => one !== id), ...lost] })
  } catch (error) {
    // The caller reports why the text is invalid.
    if (error instanceof ContentFileError) return text
    throw error
  }
}

/** The file with the extension of `path`, which is the format of the post. */
export const inFormatOf = (path: string, file: string) =>
  file.replace(/\.(?:md|html)$/, path.endsWith('.html') ? '.html' : '.md')

/** Converts a path in the repository to one in the content folder: `site/content/posts/a.md` → `posts/a.md`. */
export const inContent = (path: string) =>
  /(?:^|\/)(posts\/(?:[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? `posts/${path.split('/').at(-1)}`

/** A version of a post's file. `text` is empty where the file was missing or not text. */
export type ReadVersion = { text: string; problem: string } | GoodVersion
export type GoodVersion = { text: string; entry: PostEntry; read: ReadFields; problem?: undefined }

/** Decodes the bytes of a version as the content file `file` of the folder `dir`. */
export function readVersion(dir: string, file: string, bytes: Uint8Array | undefined): ReadVersion {
  if (!bytes) return { text: '', problem: 'In this version, the file was missing or too large.' }
  let text = ''
  try {
    text = fileText(bytes)
    return { text, entry: decodePostFile(file, text, revisionOf(bytes)).post, read: readFields(text) }
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const [{ line, column, reason } = { line: 1, column: 1, reason: error.message }] = error.flaws
    return { text, problem: problemLine({ file: join(dir, file), line, column, reason, severity: 'error' }) }
  }
}

/** The terms and the image of a version that no longer exist. `isStored` looks for an image under /storage/. */
export async function notesOn(
  { category, tags, image, beside = [] }: PostEntry,
  snapshot: Snapshot,
  isStored: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const notes: string[] = []
  if (category !== null && !snapshot.categories.has(category))
    notes.push(`The category "${category}" no longer exists.`)
  for (const tag of tags) if (!snapshot.tags.has(tag)) notes.push(`The tag "${tag}" no longer exists.`)
  if (image !== null && !beside.includes(image) && !(await isStored(image)))
    notes.push('The image of this version is no longer stored.')
  return notes
}
