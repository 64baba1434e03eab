import { history, redo, undo } from '@codemirror/commands'
import { type Extension, Prec, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { TextHistory } from '#client/admin/shared/body-editor.ts'
import { isMac } from '#client/admin/shared/shortcuts.ts'

/** More steps than a day of writing has: undo ends with the text that the editor was opened with. */
const DEPTH = 10_000

type Step = 'undo' | 'redo'

/**
 * The history of the editor, which the history of the text continues at its ends. Its keys are no key bindings: where the keyboard
 * sends a small letter with Shift, CodeMirror tries the key without Shift first, and redo would be undo.
 */
export const undoHistory = (textHistory: () => TextHistory | undefined): Extension => [
  history({ minDepth: DEPTH }),
  EditorView.updateListener.of(({ transactions }) => {
    for (const transaction of transactions) {
      const isStep = transaction.docChanged && transaction.annotation(Transaction.addToHistory) !== false
      if (isStep) textHistory()?.changing(changeBy(transaction))
    }
  }),
  Prec.highest(
    EditorView.domEventHandlers({
      keydown(event, view) {
        const step = stepOf(event)
        if (step === 'undo') undo(view) || textHistory()?.undo()
        if (step === 'redo') redo(view) || textHistory()?.redo()
        // At an end, too: the browser has a history of its own.
        return step !== undefined
      },
    }),
  ),
]

function changeBy(transaction: Transaction): Step | 'edit' {
  if (transaction.isUserEvent('undo')) return 'undo'
  return transaction.isUserEvent('redo') ? 'redo' : 'edit'
}

/** Ctrl/⌘+Z, Ctrl/⌘+Shift+Z and Ctrl/⌘+Y, on keyboards of other scripts by their place. */
function stepOf(event: KeyboardEvent): Step | undefined {
  const isMod = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!isMod || event.altKey) return undefined
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace('Key', '').toLowerCase()
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !event.shiftKey ? 'redo' : undefined
}
