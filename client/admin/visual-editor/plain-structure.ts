import { Fragment, type Node, Slice } from 'prosemirror-model'
import { schema } from './schema.ts'

const { blockquote, callout, footnote_definition, footnote_reference, list_item } = schema.nodes

/** Pasted structure as an HTML post can hold it: tasks are items, callouts are quotes, footnotes are text with their label. */
export const asPlainStructure = ({ content, openStart, openEnd }: Slice): Slice =>
  new Slice(
    plain(content),
    openStart - unwrappedIn(content, openStart, 'firstChild'),
    openEnd - unwrappedIn(content, openEnd, 'lastChild'),
  )

const plain = (fragment: Fragment): Fragment => Fragment.fromArray(fragment.content.flatMap(plainNodes))

function plainNodes(node: Node): readonly Node[] {
  if (node.type === footnote_reference) return [schema.text(`[${node.attrs.label}]`, node.marks)]
  if (node.isLeaf) return [node]
  const content = plain(node.content)
  if (node.type === footnote_definition) return withLabel(`[${node.attrs.label}] `, content)
  if (node.type === callout) return [blockquote.create(null, content)]
  return [node.type === list_item ? list_item.create(null, content) : node.copy(content)]
}

function withLabel(label: string, { content: [first, ...others] }: Fragment): readonly Node[] {
  if (!first?.isTextblock) return first ? [first, ...others] : []
  return [first.copy(Fragment.from(schema.text(label)).append(first.content)), ...others]
}

/** How many of the open nodes are footnotes: their blocks take their place. */
function unwrappedIn(fragment: Fragment, depth: number, side: 'firstChild' | 'lastChild'): number {
  const node = fragment[side]
  if (depth === 0 || !node) return 0
  return (node.type === footnote_definition ? 1 : 0) + unwrappedIn(node.content, depth - 1, side)
}
