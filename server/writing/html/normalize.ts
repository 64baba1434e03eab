import type { Node } from 'prosemirror-model'
import { contentOf, type Item, isBlank, itemsOf, sameItem } from '#server/writing/inline-items.ts'
import { childrenOf, createNode, is, schema } from '#server/writing/schema.ts'

/** Returns blocks as HTML can say them. `old`: the blocks of the file, which stay as they are. */
export function normalizeHtml(nodes: readonly Node[], old: readonly Node[]): Node[] {
  const unchanged = new Set(old)
  return nodes.flatMap((node) => (unchanged.has(node) ? [node] : withoutNothing([normalizeBlock(node)])))
}

const withoutNothing = (nodes: readonly Node[]): Node[] =>
  nodes.filter(
    (node) =>
      !(is(node, 'paragraph') && node.childCount === 0) &&
      !(is(node, 'source_block') && String(node.attrs.text).trim() === ''),
  )

export function normalizeBlock(node: Node): Node {
  if (is(node, 'code_block')) {
    const code = node.textContent.replace(/\r\n?/g, '\n')
    const language = String(node.attrs.language).trim().split(/\s/)[0]
    return createNode('code_block', { language }, code ? schema.text(code) : null)
  }
  if (is(node, 'source_block')) return createNode('source_block', { text: String(node.attrs.text).trim() })
  const attrs = is(node, 'table_cell', 'table_header') ? { ...node.attrs, colwidth: null } : node.attrs
  if (node.isTextblock) return node.type.create(attrs, contentOf(normalizeText(itemsOf(node))))
  if (node.isLeaf) return node
  const children = withoutNothing(childrenOf(node).map(normalizeBlock))
  // Tasks have no form in HTML.
  const ownAttrs = is(node, 'list_item') ? { checked: null } : node.attrs
  return node.type.create(ownAttrs, children.length > 0 ? children : [createNode('paragraph')])
}

/** White space is one blank, and none at the ends. */
function normalizeText(items: readonly Item[]): Item[] {
  const single = items
    .map((item) => (/[\r\n\t\f]/.test(item.character) ? { ...item, character: ' ' } : item))
    .filter((item, index, all) => !(isBlank(item) && (sameItem(item, all[index - 1]) || nextToBreak(all, index))))
  const first = single.findIndex((item) => !isBlank(item))
  return first === -1 ? [] : single.slice(first, single.findLastIndex((item) => !isBlank(item)) + 1)
}

const nextToBreak = (items: readonly Item[], index: number): boolean =>
  [items[index - 1], items[index + 1]].some((item) => is(item?.leaf ?? undefined, 'hard_break'))
