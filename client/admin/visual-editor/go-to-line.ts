import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * Selects the block that has the text of a line. Lines of blocks are not known here, so the block that shares most words with the
 * line is taken; of equal ones, that at the place where the line is in the text.
 */
export function goToLine(
  view: EditorView,
  { content, blocks }: { content: string; blocks: readonly Node[] },
  line: number,
): void {
  const lines = content.split('\n')
  const wanted = new Set(wordsOf(lines[line - 1] ?? ''))
  const expected = (line / Math.max(1, lines.length)) * blocks.length
  const score = (block: Node, index: number) => {
    const own = wordsOf(textOf(block))
    return own.filter((word) => wanted.has(word)).length - Math.abs(index - expected) / (blocks.length + 1)
  }
  const best = blocks
    .map((block, index) => ({ block, score: score(block, index) }))
    .sort((a, b) => b.score - a.score)[0]
  if (best) select(view, best.block)
}

function select(view: EditorView, block: Node): void {
  view.state.doc.forEach((child, pos) => {
    if (child !== block) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)).scrollIntoView())
    view.focus()
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** With what only the source shows: addresses and descriptions. */
function textOf(block: Node): string {
  const parts: string[] = []
  const add = ({ text = '', attrs, marks }: Node) => {
    parts.push(
      text,
      ...Object.values(attrs).map(String),
      ...marks.flatMap((mark) => Object.values(mark.attrs).map(String)),
    )
  }
  add(block)
  block.descendants(add)
  return parts.join(' ')
}
