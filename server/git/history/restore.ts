import type { ChangePlan } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'

export type Restore = {
  id: string
  /** What the file held when whoever restores looked at it. */
  revision: string
  /** Where the old text goes, and that text. */
  file: string
  text: string
}

/** The change that brings an old text back. Throws `NotFoundError`, and `ConflictError` where the file changed meanwhile. */
export const planRestore =
  ({ id, revision, file, text }: Restore): ChangePlan =>
  async ({ posts }, read) => {
    const post = posts.get(id)
    if (!post) throw new NotFoundError('This post does not exist.')
    const now = await read(post.file)
    if (revisionOf(new TextEncoder().encode(now)) !== revision || inOtherPlace(post.file, file))
      throw new ConflictError('This post has been changed since its history was opened. Nothing was restored.')
    if (file === post.file) return now === text ? [] : [{ file, data: text }]
    return [
      { file, data: text },
      { file: post.file, data: null },
    ]
  }

const inOtherPlace = (one: string, other: string) => withoutFormat(one) !== withoutFormat(other)
const withoutFormat = (file: string) => file.replace(/\.(?:md|html)$/, '')
