import { Fragment, type Node, Slice } from 'prosemirror-model'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'

const { footnote_reference, footnote_definition } = schema.nodes

/** Gives pasted footnotes another number where the text has one of this number already. */
export function withOwnFootnotes(slice: Slice, doc: Node): Slice {
  const taken = labelsIn(doc.content)
  const pasted = [...labelsIn(slice.content)].filter((label) => taken.has(label))
  if (pasted.length === 0) return slice
  const all = [...taken, ...labelsIn(slice.content)].map(Number).filter(Number.isSafeInteger)
  const next = Math.max(0, ...all) + 1
  const labels = new Map(pasted.map((label, index) => [label, String(next + index)]))
  return new Slice(withLabels(slice.content, labels), slice.openStart, slice.openEnd)
}

/** Of footnotes whose text is there. A reference alone is to a footnote of the text that it was copied from. */
function labelsIn(content: Fragment): Set<string> {
  const labels = new Set<string>()
  content.descendants(({ type, attrs }) => {
    if (type === footnote_definition) labels.add(attrs.label)
  })
  return labels
}

const withLabels = (content: Fragment, labels: ReadonlyMap<string, string>): Fragment =>
  Fragment.fromArray(
    content.content.map((node) => {
      if (node.isText) return node
      const isFootnote = node.type === footnote_reference || node.type === footnote_definition
      const label = isFootnote ? labels.get(node.attrs.label) : undefined
      const attrs = label === undefined ? node.attrs : { ...node.attrs, label }
      return node.type.create(attrs, withLabels(node.content, labels), node.marks)
    }),
  )
