import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import type { BlockJson } from '#contract/document.ts'

/** A paragraph as JSON. */
export const aParagraph = (text: string): BlockJson => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
})

/** The response to an upload. In the folder of a post, `url` is its name. */
export const anUploadedImage = (url: string, shown = url): UploadedImage => ({
  url,
  shown,
  alt: '',
  width: 10,
  height: 10,
})
