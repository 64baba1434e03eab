import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'

export const text = (content: string, ...marks: string[]): BlockJson => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})

export const paragraph = (...content: (string | BlockJson)[]): BlockJson => ({
  type: 'paragraph',
  content: content.map((part) => (typeof part === 'string' ? text(part) : part)),
})

export const item = (content: string, checked: boolean | null = null): BlockJson => ({
  type: 'list_item',
  attrs: { checked },
  content: [paragraph(content)],
})

/** The first block of a type, at any depth. */
export function find(blocks: readonly BlockJson[], type: string, containing = ''): BlockJson {
  const found = all(blocks).find((block) => block.type === type && textOf(block).includes(containing))
  if (!found) throw new Error(`The document has no ${type} with "${containing}".`)
  return found
}

const all = (blocks: readonly BlockJson[]): BlockJson[] =>
  blocks.flatMap((block) => [block, ...all(block.content ?? [])])

export const textOf = (block: BlockJson): string => (block.text ?? '') + (block.content ?? []).map(textOf).join('')

/** Opens a text, changes the document, and saves all of it. */
export function edit(source: string, change: (blocks: BlockJson[]) => void, format: DocumentFormat = 'md'): string {
  const blocks = readDocument(source, format)
  change(blocks)
  return writeDocument(source, format, blocks)
}

/** Replaces words in the first text that contains them. */
export function replaceWords(blocks: readonly BlockJson[], old: string, now: string): void {
  const node = all(blocks).find((one) => one.type === 'text' && one.text?.includes(old))
  if (!node?.text) throw new Error(`No text contains "${old}".`)
  node.text = node.text.replace(old, () => now)
}
