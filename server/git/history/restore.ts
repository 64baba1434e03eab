import type { Transaction } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'

export type Restore = {
  id: string
  /** Hash of the file's bytes when the administrator looked at its history. */
  revision: string
  /** The file that gets the old text, and that text. */
  file: string
  text: string
}

/** Brings an old text back. Throws `NotFoundError`, and `ConflictError` where the file changed meanwhile. */
export async function restoreText(tx: Transaction, { id, revision, file, text }: Restore): Promise<void> {
  const post = tx.snapshot.posts.get(id)
  if (!post) throw new NotFoundError('This post does not exist.')
  const now = await tx.read(post.file)
  if (revisionOf(new TextEncoder().encode(now)) !== revision || inOtherPlace(post.file, file))
    throw new ConflictError('This post has been changed since its history was opened. Nothing was restored.')
  if (file === post.file && now === text) return
  tx.write(file, text)
  if (file !== post.file) tx.remove(post.file)
}

const inOtherPlace = (one: string, other: string) => withoutFormat(one) !== withoutFormat(other)
const withoutFormat = (file: string) => file.replace(/\.(?:md|html)$/, '')
