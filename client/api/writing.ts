import { adminPaths } from '#contract/admin-paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type {
  Block,
  CheckedPost,
  MergedText,
  MergeTexts,
  PreviewRequest,
  RenderedPreview,
  TextDocument,
  WorkingFields,
  WrittenText,
} from '#contract/writing.ts'
import { adminCall } from './admin-http.ts'

/** Returns a text as blocks of the visual editor, with the images in the folder of the post `id`. */
export async function readDocument(format: PostFormat, content: string, id?: string): Promise<TextDocument> {
  const json = { format, content, id }
  return (await adminCall(adminPaths.writingDocument, { method: 'POST', json, bearer: true })).json()
}

/** Returns edited blocks as text. A number is the index of a block of `content` that did not change. */
export async function writeDocument(
  format: PostFormat,
  content: string,
  blocks: readonly (number | Block)[],
): Promise<WrittenText> {
  const json = { format, content, blocks }
  return (await adminCall(adminPaths.writingText, { method: 'POST', json, bearer: true })).json()
}

/** Returns the text with two changes of `base`, by line; `undefined` where both changed the same lines. */
export async function mergeTexts(json: MergeTexts): Promise<string | undefined> {
  const merged: MergedText = await (
    await adminCall(adminPaths.writingMerge, { method: 'POST', json, bearer: true })
  ).json()
  return merged.content ?? undefined
}

/** Returns a text as visitors would see it. */
export async function previewText(json: PreviewRequest): Promise<RenderedPreview> {
  return (await adminCall(adminPaths.writingPreview, { method: 'POST', json, bearer: true })).json()
}

/** Returns what to fix before a post is published, and what would be filled in. */
export const checkPost = async (json: WorkingFields): Promise<CheckedPost> =>
  (await adminCall(adminPaths.writingCheck, { method: 'POST', json, bearer: true })).json()
