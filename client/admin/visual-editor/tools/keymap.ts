import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import { type Command, NodeSelection, type Plugin, TextSelection } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { splitItem } from '#client/admin/visual-editor/commands/lists.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { goToCellBelow, goToRow } from '#client/admin/visual-editor/commands/table-commands.ts'
import { focusNextToolbar } from './roving-focus.ts'
import type { Tool } from './tools.ts'

const { list_item, code_block, figure, paragraph, image, source_block, source_inline, hard_break } = schema.nodes

/** All keys of the editor. Ctrl/⌘+S and Ctrl/⌘+Enter are the page's. */
export function createKeymaps(host: EditorHost, tools: readonly Tool[], run: (tool: Tool) => Command): Plugin[] {
  const ofTools = tools.flatMap((tool) => [
    ...(tool.keys ? [[tool.keys, run(tool)]] : []),
    ...(tool.id === 'redo' ? [['Mod-y', run(tool)]] : []),
  ])
  const { 'Mod-Enter': _, ...base } = baseKeymap
  return [
    keymap({
      ...Object.fromEntries(ofTools),
      'Alt-F10': (_state, _dispatch, view) => {
        focusNextToolbar(view?.dom.parentElement)
        return true
      },
      Enter: chainCommands(openSelected(host), codeBlockFromFence, leaveCaption, goToCellBelow, splitItem),
      'Shift-Enter': chainCommands(exitCode, insertBreak),
      ArrowDown: goToRow(1),
      ArrowUp: goToRow(-1),
      Tab: chainCommands(sinkListItem(list_item), goToNextCell(1)),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(list_item)),
    }),
    keymap(base),
  ]
}

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
