import { Fragment, type Node } from 'prosemirror-model'
import { childrenOf, createNode, is, type NodeName, schema } from '#server/text/blocks/schema.ts'

/** Source of another post as visible text, where this format would not read it as one piece. `old`: blocks that stay as they are. */
export function withoutNewSource(
  name: 'source_inline' | 'source_block',
  nodes: readonly Node[],
  old: readonly Node[],
): Node[] {
  const unchanged = new Set(old)
  return nodes.map((node) => (unchanged.has(node) ? node : asText(name, node)))
}

function asText(name: NodeName, node: Node): Node {
  if (is(node, name) && node.isInline) return schema.text(String(node.attrs.text) || ' ', node.marks)
  if (is(node, name)) return createNode('paragraph', null, linesOf(String(node.attrs.text)))
  return node.isLeaf ? node : node.copy(Fragment.fromArray(childrenOf(node).map((child) => asText(name, child))))
}

const linesOf = (text: string): Node[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [createNode('hard_break')]),
      ...(line.trim() === '' ? [] : [schema.text(line.trim())]),
    ])
