import { ContentFileError } from '#server/content/errors.ts'
import { decodeFields, editPost } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/**
 * What a post's file becomes by a restore: the old text, byte for byte. Only old addresses that lead to the post today and
 * that the text does not know are added: links that people keep must not break.
 */
export function restoredText(text: string, { id, aliases }: Pick<PostEntry, 'id' | 'aliases'>): string {
  try {
    const known = decodeFields(text).aliases
    const lost = aliases.filter((alias) => !known.includes(alias))
    return lost.length === 0 ? text : editPost(text, { aliases: [...known.filter((one) => one !== id), ...lost] })
  } catch (error) {
    // No post's text: whoever reads it again says why.
    if (error instanceof ContentFileError) return text
    throw error
  }
}
