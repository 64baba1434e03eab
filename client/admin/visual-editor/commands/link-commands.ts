import type { Mark, Node } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { schema } from './schema.ts'

const { link } = schema.marks
type LinkRange = { from: number; to: number; mark: Mark }

/** The link at the cursor or at the beginning of the selection, in its whole length. */
export function linkAt({ selection }: EditorState): LinkRange | undefined {
  const { $from, empty } = selection
  if (!$from.parent.inlineContent) return undefined
  const after = link.isInSet($from.nodeAfter?.marks ?? [])
  const before = link.isInSet($from.nodeBefore?.marks ?? [])
  const mark = after ?? (empty ? before : undefined)
  if (!mark) return undefined
  const index = after ? $from.index() : $from.index() - 1
  return { ...rangeOf($from.parent, index, mark, $from.start()), mark }
}

function rangeOf(parent: Node, index: number, mark: Mark, start: number) {
  const isLinked = (at: number) => at >= 0 && at < parent.childCount && mark.isInSet(parent.child(at).marks)
  let first = index
  let last = index
  while (isLinked(first - 1)) first--
  while (isLinked(last + 1)) last++
  const sizes = parent.children.map(({ nodeSize }) => nodeSize)
  const sum = (count: number) => sizes.slice(0, count).reduce((total, size) => total + size, 0)
  return { from: start + sum(first), to: start + sum(last + 1) }
}

export const removeLink: Command = (state, dispatch) => {
  const found = linkAt(state)
  if (!found) return false
  if (dispatch) dispatch(state.tr.removeMark(found.from, found.to, link))
  return true
}

/** Links the selection, or changes the link at the cursor. Inserts `text` where there is neither. */
export function setLink(href: string, text: string): Command {
  return (state, dispatch) => {
    const { selection, tr } = state
    const existing = linkAt(state)
    const mark = link.create({ href, title: existing?.mark.attrs.title ?? null })
    const range = existing ?? (selection.empty ? undefined : selection)
    if (!dispatch) return true
    if (range) tr.removeMark(range.from, range.to, link).addMark(range.from, range.to, mark)
    else tr.insert(selection.from, schema.text(text || href, [mark, ...selection.$from.marks()]))
    dispatch(tr.removeStoredMark(link).scrollIntoView())
    return true
  }
}
