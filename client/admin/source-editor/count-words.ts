import type { PostFormat } from '#contract/post-form.ts'

/** Images, and what is around the text of links. */
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g
const LINK = /\[([^\]]*)\]\([^)]*\)/g
const TAG_OR_COMMENT = /<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi

/** About as many words as readers see: marks alone are none. */
export function countWords(text: string, format: PostFormat): number {
  const shown = format === 'md' ? text.replace(IMAGE, ' ').replace(LINK, '$1') : text
  const words = shown.replace(TAG_OR_COMMENT, ' ').split(/\s+/)
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
