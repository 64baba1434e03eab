import type { Node } from 'prosemirror-model'
import { type EditorState, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { BlockError } from '#client/admin/visual-editor/commands/block-error.ts'
import { isBlankParagraph } from '#client/admin/visual-editor/commands/document-exchange.ts'

/** Puts the cursor into the block that has this line of the text, or selects it. */
export function goToLine(
  view: EditorView,
  { lines, blocks }: { lines: readonly number[]; blocks: readonly Node[] },
  line: number,
): void {
  const target = blocks[lines.findLastIndex((start) => start <= line)] ?? blocks[0]
  goTo(view, (block) => block === target)
}

/** Puts the cursor into the block that the error is about, and throws the error again. */
export function goToFailure(view: EditorView, error: unknown): never {
  const blocks = view.state.doc.children.filter((block) => !isBlankParagraph(block))
  if (error instanceof BlockError) goTo(view, (block) => block === blocks[error.index])
  throw error
}

function goTo(view: EditorView, isTarget: (block: Node) => boolean): void {
  view.state.doc.forEach((block, pos) => {
    if (!isTarget(block)) return
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(Selection.near(doc.resolve(pos))).scrollIntoView())
  })
  view.focus()
}

/** The line of the text that the block with the cursor begins at. Blocks that are new have the line of the one at their place. */
export function lineAtCursor({ doc, selection }: EditorState, { lines }: { lines: readonly number[] }): number {
  const above = doc.children.slice(0, selection.$head.index(0))
  const index = above.filter((block) => !isBlankParagraph(block)).length
  return lines[Math.min(index, lines.length - 1)] ?? 1
}
