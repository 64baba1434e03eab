import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { isBlankParagraph } from './document-exchange.ts'

/**
 * Replaces the blocks that differ from those of another document. Equal ones stay, and with them cursor and selection; so do
 * blank paragraphs, which no text has. Not a step to undo.
 */
export function withBlocksOf({ doc, tr }: EditorState, next: Node): Transaction {
  const blocks = doc.children
  const starts = [0]
  for (const { nodeSize } of blocks) starts.push((starts.at(-1) ?? 0) + nodeSize)
  let from = 0
  let added: Node[] = []

  function replaceUntil(to: number): void {
    const old = blocks.slice(from, to)
    const blank = old.filter(isBlankParagraph)
    if (added.length > 0 || blank.length < old.length)
      tr.replaceWith(tr.mapping.map(starts[from] ?? 0, -1), tr.mapping.map(starts[to] ?? 0), [...added, ...blank])
    added = []
  }
  for (const block of next.children.filter((one) => !isBlankParagraph(one))) {
    const found = blocks.findIndex((one, index) => index >= from && one.eq(block))
    if (found === -1) added.push(block)
    else {
      replaceUntil(found)
      from = found + 1
    }
  }
  replaceUntil(blocks.length)
  return tr.setMeta('addToHistory', false)
}
