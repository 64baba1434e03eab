import type { Node } from 'prosemirror-model'
import { WORDS_PER_MINUTE } from '#contract/limits.ts'

/** The words that readers see, in the way the site counts them. */
export const countWords = (doc: Node): number =>
  doc.textBetween(0, doc.content.size, ' ', ' ').split(/\s+/).filter(Boolean).length

export function countsInWords(words: number): string {
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`
}
