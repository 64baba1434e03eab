import { isHistoryTransaction } from 'prosemirror-history'
import type { Node, NodeType } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

const { paragraph, heading, table, table_header, table_cell } = schema.nodes

/** Keeps a place to write below a table, an image or another block without a line for the cursor. It is no text, so nothing is sent. */
export const lineAtEnd = (): Plugin =>
  new Plugin({
    appendTransaction: (_, __, { doc, tr }) =>
      hasLineAtEnd(doc) ? null : tr.insert(doc.content.size, paragraph.create()),
  })

export const withLineAtEnd = (doc: Node): Node =>
  hasLineAtEnd(doc) ? doc : doc.copy(doc.content.addToEnd(paragraph.create()))

const hasLineAtEnd = ({ lastChild }: Node): boolean => lastChild?.type === paragraph || lastChild?.type === heading

/** In Markdown the first row of a table is its header, and no other is: so it is shown, whatever was pasted or deleted. */
export const headerOfTables = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some((one) => one.docChanged && !isHistoryTransaction(one))) return null
      doc.descendants((node, pos) => {
        if (node.type === table && !isIn(before.doc, node)) setHeader(tr, node, pos)
        return !node.isTextblock && node.type !== table
      })
      return tr.docChanged ? tr : null
    },
  })

/** Tables at the top that did not change are the same object. */
const isIn = (doc: Node, node: Node): boolean => doc.children.includes(node)

function setHeader(tr: Transaction, node: Node, pos: number): void {
  node.forEach((row, rowOffset, index) => {
    const expected: NodeType = index === 0 ? table_header : table_cell
    row.forEach((cell, offset) => {
      if (cell.type !== expected) tr.setNodeMarkup(pos + rowOffset + offset + 2, expected, cell.attrs)
    })
  })
}
