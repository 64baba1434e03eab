import { adminPaths } from '#contract/admin-paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { Block, TextDocument, WrittenText } from '#contract/writing.ts'
import { call } from './http.ts'

/** Returns a text as blocks of the visual editor. */
export async function readDocument(format: PostFormat, content: string): Promise<TextDocument> {
  const json = { format, content }
  return (await call(adminPaths.writingDocument, { method: 'POST', json, bearer: true })).json()
}

/** Returns edited blocks as text. A number is the index of a block of `content` that did not change. */
export async function writeDocument(
  format: PostFormat,
  content: string,
  blocks: readonly (number | Block)[],
): Promise<WrittenText> {
  const json = { format, content, blocks }
  return (await call(adminPaths.writingText, { method: 'POST', json, bearer: true })).json()
}
