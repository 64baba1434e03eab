import type { Node } from 'prosemirror-model'
import { readingMinutes, countWords as wordsOf } from '#contract/reading-time.ts'

/** The words that readers see, in the way the site counts them. */
export const countWords = (doc: Node): number => wordsOf(doc.textBetween(0, doc.content.size, ' ', ' '))

export function countsInWords(words: number): string {
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${readingMinutes(words)} min read`
}
