import type { Node, Schema } from 'prosemirror-model'
import * as v from 'valibot'
import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'

/** Increased when `documentSpec` changes so that documents of before cannot be opened, or those of now by the version before. */
export const DOCUMENT_VERSION = 1

/** The document of the visual editor, stored while it cannot be written as text. */
export const StoredDocumentSchema = v.object({
  version: v.pipe(v.number('The version is a number.'), v.integer('The version is a number.')),
  /** Top-level blocks, as JSON of nodes of `documentSpec`. */
  blocks: v.array(v.looseObject({ type: v.string('This is no block.') }, 'This is no block.'), 'These are no blocks.'),
})
export type StoredDocument = v.InferOutput<typeof StoredDocumentSchema>

/** Of nodes in each other. Deeper lists and quotes become text before (`NESTING_MAX`): a paste into a list may double them. */
const DEPTH_MAX = 200
const NODES_MAX = 100_000

/** The document with the types of `schema`, of `documentSpec`; `undefined` for another version, and for what is no document. */
export function documentFrom(schema: Schema, { version, blocks }: StoredDocument): Node | undefined {
  if (version !== DOCUMENT_VERSION || !fits(blocks)) return undefined
  try {
    const document = schema.nodeFromJSON({ type: 'doc', content: blocks })
    document.check()
    return document
  } catch {
    return undefined
  }
}

/** What can be read of a document that cannot be opened: the text of each block, with a blank line between blocks. */
export function plainTextOf({ blocks }: StoredDocument): string {
  if (!fits(blocks)) return ''
  return blocks
    .map((block) => textsIn(block).join(''))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('text' in node && typeof node.text === 'string') return [node.text]
  const children = 'content' in node && Array.isArray(node.content) ? node.content.map(textsIn) : []
  // Items, cells and the paragraphs of a quote are lines.
  const isInline = children.length === 0 || !('content' in node) || hasText(node.content)
  return isInline ? children.flat() : [children.map((texts) => texts.join('')).join('\n')]
}

const hasText = (content: unknown): boolean =>
  Array.isArray(content) && content.some((child) => typeof child === 'object' && child !== null && 'text' in child)

/** Whether a document is small enough to be read: level by level, before anything recurses into it. */
export function fits(blocks: readonly unknown[]): boolean {
  let level: readonly unknown[] = blocks
  let nodes = 0
  let characters = 0
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length
    if (depth > DEPTH_MAX || nodes > NODES_MAX) return false
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) return false
      if ('text' in node && typeof node.text === 'string') characters += node.text.length
      if ('content' in node && Array.isArray(node.content)) for (const child of node.content) next.push(child)
    }
    level = next
  }
  return characters <= CONTENT_MAX_CHARACTERS
}
