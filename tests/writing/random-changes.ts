import { type Node, Slice } from 'prosemirror-model'
import { type Command, TextSelection } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from 'prosemirror-tables'
import * as blocks from '#client/admin/visual-editor/commands/block-commands.ts'
import { insertImage, toggleCaption } from '#client/admin/visual-editor/commands/image-commands.ts'
import { removeLink, setLink } from '#client/admin/visual-editor/commands/link-commands.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { alignColumn } from '#client/admin/visual-editor/commands/table-commands.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import type { BlockJson } from '#contract/document.ts'
import type { seeded } from '#tests/helpers/seeded.ts'
import { aParagraph } from './blocks.ts'
import { dispatching, type VisualState } from './visual-state.ts'

type Random = ReturnType<typeof seeded>

export const text = (value: string): BlockJson => ({ type: 'text', text: value })
export const list = (type: string, ...items: string[]): BlockJson => ({
  type,
  content: items.map((item) => ({ type: 'list_item', content: [aParagraph(item)] })),
})
const cell = (type: string, value: string): BlockJson => ({ type, content: value ? [text(value)] : [] })
const table: BlockJson = {
  type: 'table',
  content: [
    { type: 'table_row', content: [cell('table_header', 'Day'), cell('table_header', 'Loaves')] },
    { type: 'table_row', content: [cell('table_cell', 'Mon'), cell('table_cell', '')] },
  ],
}
const footnotes: BlockJson[] = [
  { type: 'paragraph', content: [text('See'), { type: 'footnote_reference', attrs: { label: '1' } }] },
  { type: 'footnote_definition', attrs: { label: '1' }, content: [aParagraph('There.')] },
]
/** Texts with blocks of all kinds. */
export const texts: BlockJson[][] = [
  [],
  [aParagraph('One'), aParagraph('Two')],
  [list('bullet_list', 'a', 'b'), list('ordered_list', 'c')],
  [table],
  [{ type: 'code_block', attrs: { language: 'js' }, content: [text('let x')] }, table, aParagraph('After')],
  [{ type: 'blockquote', content: [aParagraph('Quoted'), list('bullet_list', 'in')] }],
  [{ type: 'heading', attrs: { level: 2 }, content: [text('Head')] }, { type: 'horizontal_rule' }],
  [{ type: 'callout', attrs: { kind: 'tip' }, content: [aParagraph('Rest')] }, ...footnotes],
  [aParagraph('A'), { type: 'source_block', attrs: { text: '<div>' } }, list('bullet_list', 'z')],
]

const shortcuts = ['## ', '- ', '1. ', '> ', '> [!TIP] ', '[x] ', '```js ', '---', '**b**', '*e*', '`c`', '[a](/b) ']
const keys = ['Enter', 'Enter', 'Backspace', 'Backspace', 'Delete', 'Tab']
const tableCommands = [addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow]

/** Changes the text as a writer could. Returns what it did. */
export function randomChange(editor: VisualState, random: Random): string {
  const kind = random.below(9)
  if (kind < 2) return typed(editor, random.pick(['word ', 'x', '\u00e9🎉 ', '[!NOTE] ']))
  if (kind === 2) return typed(editor, random.pick(shortcuts))
  if (kind === 3) return pressed(editor, random.pick(keys), random.below(4) === 0)
  if (kind === 4) return moved(editor, random)
  if (kind === 5) return ran(editor, `paste`, pasted(toDocument(random.pick(texts)), random))
  if (kind === 6) {
    const { id, command } = random.pick(editor.tools.filter((one) => !['undo', 'redo'].includes(one.id)))
    return ran(editor, id, command)
  }
  if (kind === 7) return ran(editor, 'slash menu', chosen(editor, random))
  const { doc, selection } = editor.state()
  const { from, $from } = selection
  const isImage = ['image', 'figure'].includes(doc.nodeAt(from)?.type.name ?? '')
  return ran(
    editor,
    'other',
    random.pick<Command>([
      ...tableCommands,
      alignColumn('right'),
      blocks.setLanguage('ts'),
      blocks.setCalloutKind('warning'),
      ...($from.parent.type.allowsMarkType(schema.marks.link) ? [setLink('/x', 'link'), removeLink] : []),
      ...(isImage ? [toggleCaption(from)] : []),
      dispatching((tr) => insertImage(tr, from, { src: '/a.webp', alt: 'A' })),
    ]),
  )
}

const typed = (editor: VisualState, words: string) => {
  editor.type(words)
  return `“${words}”`
}
const pressed = (editor: VisualState, key: string, shiftKey: boolean) => {
  editor.press(key, { shiftKey })
  return key
}
/** Types a name into the menu and chooses what it offers. */
const chosen =
  (editor: VisualState, random: Random): Command =>
  () => {
    editor.type(random.pick(['/tab', '/head', '/quo', '/rule', '/foot', '/code', '/num']))
    return editor.press('Enter')
  }

function ran(editor: VisualState, name: string, command: Command): string {
  if (command(editor.state())) editor.run(command)
  return name
}

function moved(editor: VisualState, random: Random): string {
  const { doc } = editor.state()
  const near = () => TextSelection.near(doc.resolve(random.below(doc.content.size + 1)))
  const [one, other] = [near(), near()]
  const selection = random.below(2) === 0 ? one : TextSelection.between(one.$from, other.$to)
  editor.run(dispatching((tr) => tr.setSelection(selection)))
  return `select ${selection.from}–${selection.to}`
}

const pasted =
  (doc: Node, random: Random): Command =>
  (state, dispatch) => {
    const slice = random.below(2) === 0 ? new Slice(doc.content, 0, 0) : Slice.maxOpen(doc.content)
    dispatch?.(state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
    return true
  }
