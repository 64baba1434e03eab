import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import { type Command, NodeSelection, type Plugin, TextSelection } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { undoShortcut } from '#client/admin/visual-editor/commands/input-rules.ts'
import { leaveCode, leaveEmptyBlock } from '#client/admin/visual-editor/commands/leave-block.ts'
import { splitItem } from '#client/admin/visual-editor/commands/lists.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { goToCellBelow, goToRow } from '#client/admin/visual-editor/commands/table-commands.ts'
import { focusNextToolbar } from './roving-focus.ts'
import type { Tool } from './tools.ts'

const { list_item, code_block, figure, paragraph, image, source_block, source_inline, hard_break } = schema.nodes

/** All keys of the editor. Ctrl/⌘+S and Alt+Shift+P are the page's. */
export function createKeymaps(host: EditorHost, tools: readonly Tool[], run: (tool: Tool) => Command): Plugin[] {
  const ofTools = tools.flatMap((tool) => [
    ...(tool.keys ? [[tool.keys, always(run(tool))]] : []),
    ...(tool.id === 'redo' ? [['Mod-y', always(run(tool))]] : []),
  ])
  return [
    keymap({
      ...Object.fromEntries(ofTools),
      'Alt-F10': (_state, _dispatch, view) => {
        focusNextToolbar(view?.dom.parentElement)
        return true
      },
      Enter: chainCommands(openSelected(host), codeBlockFromFence, leaveCode, leaveCaption, goToCellBelow, splitItem),
      'Shift-Enter': chainCommands(exitCode, insertBreak),
      ArrowDown: goToRow(1),
      ArrowUp: goToRow(-1),
      Tab: chainCommands(sinkListItem(list_item), goToNextCell(1)),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(list_item)),
    }),
    keymap(baseWithBackspace),
  ]
}

/**
 * The key is the tool's, also where the tool does nothing. Otherwise the browser would act, or ProseMirror would try the key without
 * Shift: undo at the end of redo, where Caps Lock makes a small letter.
 */
const always =
  (command: Command): Command =>
  (...args) => {
    command(...args)
    return true
  }

const { Backspace: backspace } = baseKeymap

/** The keys of ProseMirror. Those that delete backward first end what the cursor is at the start of. */
const baseWithBackspace = Object.fromEntries(
  Object.entries(baseKeymap).map(([key, command]) => [
    key,
    command === backspace ? chainCommands(undoShortcut, leaveEmptyBlock, command) : command,
  ]),
)

/** Enter on a selected image or source opens its dialog. */
const openSelected =
  (host: EditorHost): Command =>
  ({ selection }, dispatch) => {
    if (!(selection instanceof NodeSelection)) return false
    const { node, from: pos } = selection
    if (node.type === source_block || node.type === source_inline) {
      if (dispatch) host.openDialog({ kind: 'source', pos })
      return true
    }
    if (node.type !== image && node.type !== figure) return false
    if (dispatch) host.openDialog({ kind: 'image', pos })
    return true
  }

const insertBreak: Command = ({ selection, tr }, dispatch) => {
  if (!selection.$from.parent.inlineContent || selection.$from.parent.type === code_block) return false
  if (dispatch) dispatch(tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** ` ```ts ` and Enter. */
const codeBlockFromFence: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection
  if (!(selection instanceof TextSelection) || !empty || $from.parent.type !== paragraph) return false
  const language = /^(?:```|~~~)\s*(\S*)$/.exec($from.parent.textContent)?.[1]
  if (language === undefined || !$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), code_block))
    return false
  if (dispatch) {
    tr.delete($from.start(), $from.end()).setBlockType($from.start(), $from.start(), code_block, { language })
    dispatch(tr.scrollIntoView())
  }
  return true
}

const leaveCaption: Command = ({ selection: { $from, $to }, tr }, dispatch) => {
  if ($from.parent.type !== figure || !$from.sameParent($to)) return false
  if (dispatch) {
    const end = $from.after()
    tr.insert(end, paragraph.create()).setSelection(TextSelection.create(tr.doc, end + 1))
    dispatch(tr.scrollIntoView())
  }
  return true
}
