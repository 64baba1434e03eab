import { setBlockType } from 'prosemirror-commands'
import { liftListItem } from 'prosemirror-schema-list'
import { type Command, TextSelection } from 'prosemirror-state'
import { liftTarget } from 'prosemirror-transform'
import { schema } from './schema.ts'

const { paragraph, heading, code_block, blockquote, callout, list_item } = schema.nodes

/** Backspace in an empty block: a heading or code becomes a paragraph; an empty first line leaves its list, quote or callout. */
export const leaveEmptyBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent, depth } = $from
  if (!empty || !parent.isTextblock || parent.content.size > 0) return false
  if (parent.type === heading || parent.type === code_block) return setBlockType(paragraph)(state, dispatch)
  if (parent.type !== paragraph || depth < 2 || $from.index(-1) > 0) return false
  const container = $from.node(-1).type
  if (container === list_item) return liftListItem(list_item)(state, dispatch)
  return (container === blockquote || container === callout) && liftLine(state, dispatch)
}

/** Enter for the third time at the end of code: leaves it, without the empty lines. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent, parentOffset } = $from
  const isThird = parent.type === code_block && parentOffset === parent.content.size && /\n\n$/.test(parent.textContent)
  if (!empty || !isThird) return false
  if (dispatch) {
    const tr = state.tr.delete($from.pos - 2, $from.pos)
    const end = tr.selection.$from.after()
    tr.insert(end, paragraph.create())
    dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  }
  return true
}

const liftLine: Command = ({ selection: { $from }, tr }, dispatch) => {
  const range = $from.blockRange()
  const target = range && liftTarget(range)
  if (!range || typeof target !== 'number') return false
  if (dispatch) dispatch(tr.lift(range, target).scrollIntoView())
  return true
}
