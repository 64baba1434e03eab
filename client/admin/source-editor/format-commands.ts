import { startCompletion } from '@codemirror/autocomplete'
import { type ChangeSpec, EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state'
import type { Command, KeyBinding } from '@codemirror/view'
import type { Marks, Syntax } from './source-format.ts'

/** Ctrl/⌘+B, I and K. */
export const formatKeymap = (syntax: Syntax): readonly KeyBinding[] => [
  { key: 'Mod-b', run: toggleMarks(syntax.bold), preventDefault: true },
  { key: 'Mod-i', run: toggleMarks(syntax.italic), preventDefault: true },
  { key: 'Mod-k', run: insertLink(syntax), preventDefault: true },
]

/** Puts marks around each selection, or removes them where they are. */
export const toggleMarks =
  (marks: Marks): Command =>
  ({ state, dispatch }) => {
    const changed = state.changeByRange((range) => toggled(state, range, marks))
    dispatch(state.update(changed, { userEvent: 'input', scrollIntoView: true }))
    return true
  }

function toggled(state: EditorState, range: SelectionRange, [before, after]: Marks) {
  const { from, to } = range
  const isMarked = hasMark(state.sliceDoc(0, from), before, 'end') && hasMark(state.sliceDoc(to), after, 'start')
  const changes: ChangeSpec = isMarked
    ? [
        { from: from - before.length, to: from },
        { from: to, to: to + after.length },
      ]
    : [
        { from, insert: before },
        { from: to, insert: after },
      ]
  const moved = isMarked ? -before.length : before.length
  return { changes, range: EditorSelection.range(range.anchor + moved, range.head + moved) }
}

/** Whether the text ends or starts with the mark: the two asterisks of bold are no italic, three are both. */
function hasMark(text: string, mark: string, at: 'start' | 'end'): boolean {
  if (!/^\*+$/.test(mark)) return at === 'end' ? text.endsWith(mark) : text.startsWith(mark)
  const [run = ''] = (at === 'end' ? /\**$/ : /^\**/).exec(text) ?? []
  return run.length === mark.length || run.length === 3
}

/** Makes the selection a link and suggests pages. A selected URL becomes the target. */
export const insertLink =
  (syntax: Syntax): Command =>
  (view) => {
    const { from, to } = view.state.selection.main
    const selected = view.state.sliceDoc(from, to)
    const isUrl = /^(?:https?:\/\/|mailto:|\/)\S+$/.test(selected)
    const insert = isUrl ? syntax.link('', selected) : syntax.link(selected, '')
    const cursor = from + (isUrl ? textOffset(syntax, selected) : syntax.urlOffset(selected))
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: cursor }, userEvent: 'input' })
    if (!isUrl) startCompletion(view)
    return true
  }

/** The offset of the text in a link whose text is empty. */
const textOffset = (syntax: Syntax, url: string) => syntax.link('\n', url).indexOf('\n')
