import type { Node } from 'prosemirror-model'
import { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Puts the cursor into the block that has this line of the text, or selects it. */
export function goToLine(
  view: EditorView,
  { lines, blocks }: { lines: readonly number[]; blocks: readonly Node[] },
  line: number,
): void {
  const wanted = blocks[lines.findLastIndex((start) => start <= line)] ?? blocks[0]
  view.state.doc.forEach((block, pos) => {
    if (block !== wanted) return
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(Selection.near(doc.resolve(pos))).scrollIntoView())
  })
  view.focus()
}
