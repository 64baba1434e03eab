import type { Node } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

export type ListKind = 'bullet' | 'ordered' | 'task'

const { bullet_list, ordered_list, list_item } = schema.nodes
export const isList = (node: Node): boolean => node.type === bullet_list || node.type === ordered_list

type List = { node: Node; pos: number }

/** The innermost list around the selection. */
function enclosingList({ selection: { $from, $to } }: EditorState): List | undefined {
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const node = $from.node(depth)
    if (isList(node)) return { node, pos: $from.before(depth) }
  }
  return undefined
}

const kindOf = ({ type, firstChild }: Node): ListKind =>
  typeof firstChild?.attrs.checked === 'boolean' ? 'task' : type === ordered_list ? 'ordered' : 'bullet'

export function listKindAt(state: EditorState): ListKind | undefined {
  const list = enclosingList(state)
  return list && kindOf(list.node)
}

/** Makes a list of the selected blocks; changes a list of another kind; ends a list of the same kind. */
export function toggleList(kind: ListKind): Command {
  const type = kind === 'ordered' ? ordered_list : bullet_list
  return (state, dispatch) => {
    const list = enclosingList(state)
    if (list && kindOf(list.node) === kind) return liftListItem(list_item)(state, dispatch)
    if (!list) return wrapInList(type)(state, dispatch && ((tr) => dispatch(markItems(tr, kind))))
    const tr = state.tr.setNodeMarkup(list.pos, type)
    if (dispatch) dispatch(markItems(tr, kind).scrollIntoView())
    return true
  }
}

/** Makes the items of the list around the selection tasks, or not. */
function markItems(tr: Transaction, kind: ListKind): Transaction {
  const { $from, $to } = tr.selection
  let depth = $from.sharedDepth($to.pos)
  while (depth > 0 && !isList($from.node(depth))) depth--
  if (depth === 0) return tr
  const list = $from.node(depth)
  const start = $from.start(depth)
  list.forEach((item, offset) => {
    const checked = kind === 'task' ? (item.attrs.checked ?? false) : null
    if (checked !== item.attrs.checked) tr.setNodeAttribute(start + offset, 'checked', checked)
  })
  return tr
}

/** Enter in a list. The item after a task is a task that is not done. */
export const splitItem: Command = (state, dispatch) => {
  const { $from } = state.selection
  const item = $from.depth > 1 ? $from.node(-1) : null
  const isTask = typeof item?.attrs.checked === 'boolean'
  return splitListItem(list_item, isTask ? { checked: false } : undefined)(state, dispatch)
}
