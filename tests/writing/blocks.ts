import type { BlockJson } from '#contract/document.ts'

/** A paragraph as JSON. */
export const aParagraph = (text: string): BlockJson => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
})
