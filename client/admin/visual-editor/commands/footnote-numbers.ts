import { isHistoryTransaction } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

const { footnote_reference, footnote_definition } = schema.nodes

/**
 * Numbers footnotes in the order of the text, and their texts below it likewise. The site numbers those of Markdown; in HTML the
 * numbers are in the file.
 */
export const numberedFootnotes = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      // What is undone had its numbers, and what comes from the file has those of the file.
      if (transactions.some((one) => isHistoryTransaction(one) || one.getMeta('addToHistory') === false)) return null
      const labels = labelsIn(doc)
      // Numbers that are wrong in the file stay until footnotes come or go.
      if (labels.join() === labelsIn(before.doc).join()) return null
      const numbers = new Map(labels.map((label, index) => [label, String(index + 1)]))
      return [...numbers].every(([label, number]) => label === number) ? null : renumber(tr, doc, numbers)
    },
  })

/** Each label once: those in the text first, then those of footnotes without a reference. */
function labelsIn(doc: Node): string[] {
  const labels: string[] = []
  const texts: string[] = []
  doc.descendants(({ type, attrs }) => {
    if (type === footnote_reference) labels.push(attrs.label)
    if (type === footnote_definition) texts.push(attrs.label)
  })
  return [...new Set([...labels, ...texts])]
}

function renumber(tr: Transaction, doc: Node, numbers: ReadonlyMap<string, string>): Transaction {
  doc.descendants(({ type, attrs }, pos) => {
    const number = numbers.get(attrs.label)
    const isFootnote = type === footnote_reference || type === footnote_definition
    if (isFootnote && number !== undefined && number !== attrs.label) tr.setNodeAttribute(pos, 'label', number)
  })
  return tr
}
