import type { Node } from 'prosemirror-model'
import { type Command, EditorState, type Plugin, Selection, TextSelection } from 'prosemirror-state'
import { markdownInputRules } from '#client/admin/visual-editor/commands/input-rules.ts'
import { joinListsAtEdits } from '#client/admin/visual-editor/commands/join-lists.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import { aParagraph } from './blocks.ts'

/** An editor of paragraphs without a window. */
export const openState = (texts: readonly string[], plugins: readonly Plugin[] = []) =>
  openEditor(toDocument(texts.map(aParagraph)), [...plugins, ...markdownInputRules(), joinListsAtEdits()])

/** An editor without a window, with the cursor at the end of the first text. */
export function openEditor(doc: Node, plugins: readonly Plugin[]) {
  let state = EditorState.create({ doc, plugins: [...plugins] })
  const dispatch = (tr: Parameters<typeof state.apply>[0]) => {
    state = state.apply(tr)
  }
  /** What plugins use of a view. */
  const view = {
    get state() {
      return state
    },
    dispatch,
    composing: false,
    editable: true,
    endOfTextblock(side: string) {
      const { parentOffset, parent } = state.selection.$head
      if (side === 'backward' || side === 'left') return parentOffset === 0
      return side === 'up' || side === 'down' || parentOffset === parent.content.size
    },
    focus() {},
  }
  const select = (from: number, to = from) => dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
  const run = (command: Command) => command(state, dispatch)
  const type = (text: string) => {
    for (const character of text) insert(character)
  }
  /** All at once, as keyboards of phones do. As in the view, input rules come first. */
  function insert(text: string) {
    const { from, to } = state.selection
    const isHandled = state.plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, view as never, from, to, text, () => state.tr),
    )
    if (!isHandled) dispatch(state.tr.insertText(text, from, to))
  }
  /** Whether a plugin handled the key. */
  const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => {
    return state.plugins.some((plugin) =>
      plugin.props.handleKeyDown?.call(plugin, view as never, { key, ...modifiers } as KeyboardEvent),
    )
  }
  dispatch(
    state.tr.setSelection(Selection.near(state.doc.resolve(doc.firstChild ? doc.firstChild.nodeSize - 1 : 1), -1)),
  )
  return {
    run,
    type,
    insert,
    press,
    select,
    doc: () => state.doc,
    state: () => state,
    lines: () => state.doc.children.map(String),
  }
}
