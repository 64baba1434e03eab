import { closeHistory, redoDepth, undoDepth } from 'prosemirror-history'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { withLineAtEnd } from '#client/admin/visual-editor/commands/keep-structure.ts'
import { createPlugins } from '#client/admin/visual-editor/plugins.ts'
import { createTools } from '#client/admin/visual-editor/tools/tools.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import type { BlockJson } from '#contract/document.ts'
import { openEditor } from './editor-state.ts'

export const ctrl = { ctrlKey: true }
export const ctrlShift = { ctrlKey: true, shiftKey: true }

/** A command that always runs. */
export const dispatching =
  (change: (tr: Transaction, state: EditorState) => Transaction): Command =>
  (state, dispatch) => {
    dispatch?.(change(state.tr, state))
    return true
  }

/** The whole visual editor without a window. */
export function openVisualState(
  content: readonly BlockJson[] = [],
  format: 'md' | 'html' = 'md',
  history?: EditorHost['textHistory'],
) {
  const host: EditorHost = {
    imageUrl: (src) => src,
    openDialog: () => {},
    openSearch: () => {},
    textHistory: history ?? (() => undefined),
    announce: () => {},
    warn: () => {},
    uploadImage: () => Promise.reject(new Error('No images.')),
    chooseImage: async () => undefined,
  }
  const tools = createTools(host)
  const editor = openEditor(withLineAtEnd(toDocument(content)), createPlugins(host, tools.all, format))
  const untilEnd = (isThere: () => boolean, run: () => void) => {
    while (isThere()) run()
  }
  const undo = () => editor.press('z', ctrl)
  const redo = () => editor.press('z', ctrlShift)
  const tool = (id: string) => tools.all.find((one) => one.id === id)
  return {
    ...editor,
    tools: tools.all,
    undo,
    redo,
    undoAll: () => untilEnd(() => undoDepth(editor.state()) > 0, undo),
    redoAll: () => untilEnd(() => redoDepth(editor.state()) > 0, redo),
    /** Another step of the history begins. */
    pause: () => editor.run(dispatching(closeHistory)),
    isDisabled: (id: string) => !tool(id)?.command(editor.state()),
  }
}
export type VisualState = ReturnType<typeof openVisualState>

/** Types lines with pauses between them. */
export function typeLines(editor: VisualState, ...lines: string[]) {
  lines.forEach((line, index) => {
    if (index > 0) editor.press('Enter')
    editor.pause()
    editor.type(line)
  })
}
