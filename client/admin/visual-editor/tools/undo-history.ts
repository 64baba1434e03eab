import { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import { type Command, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { TextHistory } from '#client/admin/shared/body-editor.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'

type Change = Parameters<TextHistory['changing']>[0]
type Dispatch = Parameters<Command>[1]

/** More steps than a day of writing has: undo ends with the text that the editor was opened with. */
const DEPTH = 10_000
const key = new PluginKey<Change | undefined>('last-change')
const as = (change: Change, dispatch: Dispatch) => dispatch && ((tr: Transaction) => dispatch(tr.setMeta(key, change)))

/** Undoes what was done in the editor, then what was done before it was opened. */
export const undoText =
  (host: Pick<EditorHost, 'textHistory'>): Command =>
  (state, dispatch) => {
    if (undoDepth(state) > 0) return undo(state, as('undo', dispatch))
    const versions = host.textHistory()
    if (!versions?.canUndo()) return false
    if (dispatch) versions.undo()
    return true
  }

export const redoText =
  (host: Pick<EditorHost, 'textHistory'>): Command =>
  (state, dispatch) => {
    if (redoDepth(state) > 0) return redo(state, as('redo', dispatch))
    const versions = host.textHistory()
    if (!versions?.canRedo()) return false
    if (dispatch) versions.redo()
    return true
  }

/** Undo of the browser's menu, and of shaking a phone. */
const INPUT_TYPES: Readonly<Record<string, typeof undoText>> = { historyUndo: undoText, historyRedo: redoText }

/** The history of the editor, which tells the history of the text about each change. */
export const undoHistory = (host: Pick<EditorHost, 'textHistory'>): Plugin[] => [
  new Plugin<Change | undefined>({
    key,
    state: {
      init: () => undefined,
      apply: (tr, before) => (tr.docChanged ? changeBy(tr) : before),
    },
    props: {
      handleDOMEvents: {
        beforeinput(view, event) {
          const command = INPUT_TYPES[event.inputType]
          if (!command) return false
          event.preventDefault()
          command(host)(view.state, view.dispatch)
          return true
        },
      },
    },
    view: () => ({
      update({ state }, before) {
        const change = state.doc === before.doc ? undefined : key.getState(state)
        if (change) host.textHistory()?.changing(change)
      },
    }),
  }),
  // Last: it would handle the browser's undo without the history of the text.
  history({ depth: DEPTH }),
]

/** `undefined` for what is no step of the history, such as blocks that the server has read again. */
function changeBy(tr: Transaction): Change | undefined {
  // What plugins append belongs to its cause.
  const cause: Transaction = tr.getMeta('appendedTransaction') ?? tr
  const step: Change | undefined = cause.getMeta(key)
  if (step) return step
  return cause.getMeta('addToHistory') === false ? undefined : 'edit'
}
