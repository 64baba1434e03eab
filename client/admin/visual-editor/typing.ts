import { isHistoryTransaction, redoDepth, undoDepth } from 'prosemirror-history'
import { Mark } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { slashMenuOf } from '#client/admin/visual-editor/tools/slash-menu-plugin.ts'

/** Whether words were typed or erased in a block, which changes nothing of what is shown around the text but its length. */
export const isTyping = (before: EditorState, after: EditorState, transactions: readonly Transaction[]): boolean =>
  before.doc !== after.doc &&
  !transactions.some(isHistoryTransaction) &&
  // Undo is enabled from now on, or redo disabled.
  undoDepth(before) > 0 &&
  redoDepth(before) === 0 &&
  !slashMenuOf(before) &&
  !slashMenuOf(after) &&
  isSamePlace(before, after)

/** Whether the cursor is in a block like before, with the same formatting. */
function isSamePlace(before: EditorState, after: EditorState): boolean {
  const [from, to] = [before.selection, after.selection]
  if (!(from instanceof TextSelection && from.empty && to instanceof TextSelection && to.empty)) return false
  return (
    before.doc.childCount === after.doc.childCount &&
    from.$from.depth === to.$from.depth &&
    from.$from.parent.sameMarkup(to.$from.parent) &&
    Mark.sameSet(before.storedMarks ?? from.$from.marks(), after.storedMarks ?? to.$from.marks())
  )
}
