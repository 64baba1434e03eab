import type { Node } from 'prosemirror-model'
import type { Block } from '#server/text/blocks/block.ts'
import { createNode, is } from '#server/text/blocks/schema.ts'

/** Blocks with footnotes of one section as one block. */
export function footnoteSections(blocks: readonly Block[]): Block[] {
  return runs(blocks, (a, b) => a.section !== undefined && a.section.from === b.section?.from).flatMap((run) => {
    const [first] = run
    if (!first?.section) return run
    const node = createNode(
      'footnotes',
      null,
      run.map((block) => block.node),
    )
    return [{ node, ...first.section, children: run }]
  })
}

/** Neighboring footnotes as one section, unless they are in two in the file. */
export function inSections(nodes: readonly Node[], blocks: readonly Block[]): Node[] {
  const sections = new Map(blocks.map(({ node, section }) => [node, section?.from]))
  const isNote = (node: Node) => is(node, 'footnote_definition')
  const inTwo = (a: Node, b: Node) => sections.has(a) && sections.has(b) && sections.get(a) !== sections.get(b)
  return runs(nodes, (a, b) => isNote(a) && isNote(b) && !inTwo(a, b)).flatMap((run) =>
    run[0] && isNote(run[0]) ? [createNode('footnotes', null, run)] : run,
  )
}

/** Neighbors that belong together. */
function runs<T>(list: readonly T[], belong: (a: T, b: T) => boolean): T[][] {
  const found: T[][] = []
  for (const one of list) {
    const last = found.at(-1)
    const before = last?.at(-1)
    if (last && before !== undefined && belong(before, one)) last.push(one)
    else found.push([one])
  }
  return found
}
