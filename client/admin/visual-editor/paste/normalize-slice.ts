import { Fragment, type Node, Slice } from 'prosemirror-model'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import type { BlockJson } from '#contract/document.ts'
import { normalizeNodes } from '#contract/normalize-block.ts'

/** Pasted content with the attributes, texts and nesting that the post can store. The same slice if there is nothing to change. */
export function normalizeSlice(slice: Slice): Slice {
  const nodes: BlockJson[] = slice.content.content.map((node) => node.toJSON())
  const normalized = normalizeNodes(nodes)
  if (normalized.length === nodes.length && normalized.every((node, index) => node === nodes[index])) return slice
  const content = Fragment.fromArray(normalized.map((node) => schema.nodeFromJSON(node)))
  // A list that became text is open less deeply.
  const openStart = Math.min(slice.openStart, depthOf(content.firstChild, 'firstChild'))
  const openEnd = Math.min(slice.openEnd, depthOf(content.lastChild, 'lastChild'))
  return new Slice(content, openStart, openEnd)
}

/** How many nodes with content are in each other at the start or the end. */
function depthOf(node: Node | null, side: 'firstChild' | 'lastChild'): number {
  return node && !node.isLeaf ? 1 + depthOf(node[side], side) : 0
}
