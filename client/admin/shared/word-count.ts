import type { Node } from 'prosemirror-model'
import type { PostFormat } from '#contract/post-form.ts'
import { countWords, readingMinutes } from '#contract/reading-time.ts'
import { shownText } from '#contract/shown-words.ts'

/** The words of a document, as `countShownWords` counts those of its source. */
export const countDocumentWords = (doc: Node, format: PostFormat): number =>
  countWords(doc.textBetween(0, doc.content.size, ' ', (leaf) => shownLeaf(leaf, format)))

function shownLeaf({ type, attrs }: Node, format: PostFormat): string {
  if (type.name === 'source_inline' || type.name === 'source_block') return shownText(format, String(attrs.text))
  return type.name === 'footnote_reference' ? '' : ' '
}

export function countsInWords(words: number): string {
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${readingMinutes(words)} min read`
}
