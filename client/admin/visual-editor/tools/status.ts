import type { Node } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { enclosingBlock } from '#client/admin/visual-editor/commands/block-commands.ts'
import { listKindAt } from '#client/admin/visual-editor/commands/lists.ts'
import { calloutNames, schema } from '#client/admin/visual-editor/commands/schema.ts'
import { cutText } from '#contract/cut-text.ts'
import { blockTypeAt, type Tool } from './tools.ts'

/** What the toolbar shows. It renders again only if this changes. */
export type ToolbarStatus = {
  /** Id of a block tool, or ''. */
  block: string
  /** Describes what the cursor is in. */
  description: string
  /** Ids of tools. */
  pressed: readonly string[]
  disabled: readonly string[]
}

export const toolbarStatus = (state: EditorState, tools: readonly Tool[]): ToolbarStatus => ({
  block: blockTypeAt(state),
  description: describeSelection(state),
  pressed: tools.filter(({ isActive }) => isActive?.(state)).map(({ id }) => id),
  disabled: tools.filter(({ command }) => !command(state)).map(({ id }) => id),
})

export const isSameStatus = (a: ToolbarStatus, b: ToolbarStatus): boolean =>
  a.block === b.block &&
  a.description === b.description &&
  a.pressed.join() === b.pressed.join() &&
  a.disabled.join() === b.disabled.join()

const listNames = { bullet: 'Bulleted list', ordered: 'Numbered list', task: 'Task list' }
const { code_block, heading, figure, callout, blockquote, footnote_definition } = schema.nodes

/** What is selected or the cursor is in, for screen readers: "Image: A loaf", "Heading 2", "Bulleted list". */
export function describeSelection(state: EditorState): string {
  const { selection } = state
  if (selection instanceof NodeSelection) return nodeInWords(selection.node)
  const { type, attrs } = state.selection.$from.parent
  if (type === heading) return `Heading ${attrs.level}`
  if (type === code_block) return 'Code block'
  if (type === figure) return 'Caption'
  if (isInTable(state)) return 'Table'
  const list = listKindAt(state)
  if (list) return listNames[list]
  const block = enclosingBlock(state, callout)
  if (block) return `Callout: ${calloutNames[block.node.attrs.kind]}`
  if (enclosingBlock(state, blockquote)) return 'Quote'
  return enclosingBlock(state, footnote_definition) ? 'Footnote' : 'Paragraph'
}

function nodeInWords({ type, attrs }: Node): string {
  const { image, figure, source_block, source_inline, footnote_reference, horizontal_rule } = schema.nodes
  if (type === image || type === figure) return attrs.alt ? `Image: ${attrs.alt}` : 'Image without a description'
  if (type === source_block || type === source_inline) return `Source: ${cutText(String(attrs.text), 100)}`
  if (type === footnote_reference) return `Footnote ${attrs.label}`
  return type === horizontal_rule ? 'Horizontal rule' : 'Block selected'
}
