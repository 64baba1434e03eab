import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { Attrs, Node, NodeType } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { liftTarget } from 'prosemirror-transform'
import type { CalloutKind } from '#contract/document.ts'
import { schema } from './schema.ts'

const { paragraph, heading, blockquote, callout, code_block, horizontal_rule } = schema.nodes
const { figure, footnote_reference, footnote_definition } = schema.nodes

export const setParagraph: Command = setBlockType(paragraph)
export const setHeading = (level: number): Command => setBlockType(heading, { level })

/** Code loses marks and chips, which code has no form for. */
export const toggleCodeBlock: Command = (state, dispatch) =>
  setBlockType(state.selection.$from.parent.type === code_block ? paragraph : code_block)(state, dispatch)

/** The innermost block of a type around the selection, and its position. */
export function enclosingBlock({ selection }: EditorState, type: NodeType): { node: Node; pos: number } | undefined {
  if (selection instanceof NodeSelection && selection.node.type === type)
    return { node: selection.node, pos: selection.from }
  const { $from, $to } = selection
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    if ($from.node(depth).type === type) return { node: $from.node(depth), pos: $from.before(depth) }
  }
  return undefined
}

/** Puts the selected blocks into a block of this type, or takes them out of it. */
function toggleWrap(type: NodeType, attrs?: Attrs): Command {
  return (state, dispatch) => {
    if (!enclosingBlock(state, type)) return wrapIn(type, attrs)(state, dispatch)
    const { $from, $to } = state.selection
    const range = $from.blockRange($to, (node) => node.type === type)
    const target = range && liftTarget(range)
    if (!range || typeof target !== 'number') return lift(state, dispatch)
    if (dispatch) dispatch(state.tr.lift(range, target).scrollIntoView())
    return true
  }
}
export const toggleQuote = toggleWrap(blockquote)
export const toggleCallout = toggleWrap(callout, { kind: 'note' })

export function setCalloutKind(kind: CalloutKind): Command {
  return (state, dispatch) => {
    const block = enclosingBlock(state, callout)
    if (!block) return false
    if (dispatch) dispatch(state.tr.setNodeAttribute(block.pos, 'kind', kind))
    return true
  }
}

export function setLanguage(language: string): Command {
  return (state, dispatch) => {
    const block = enclosingBlock(state, code_block)
    if (!block) return false
    if (dispatch) dispatch(state.tr.setNodeAttribute(block.pos, 'language', language))
    return true
  }
}

/**
 * Inserts a block in place of the empty paragraph at the selection, or below the selected block. Selects its first line, or the line
 * below a block without text, which is added at the end of the document. Returns the block's position.
 */
export function insertBlock(tr: Transaction, block: Node): number {
  const { from, to } = placeForBlock(tr.selection, block.type)
  tr.replaceWith(from, to, block)
  const end = from + block.nodeSize
  if (end === tr.doc.content.size) tr.insert(end, paragraph.create())
  const inside = block.isAtom || block.isLeaf ? undefined : Selection.findFrom(tr.doc.resolve(from + 1), 1, true)
  tr.setSelection(inside && inside.from < end ? inside : Selection.near(tr.doc.resolve(end)))
  tr.scrollIntoView()
  return from
}

function placeForBlock({ $from, $to, empty }: Selection, type: NodeType): { from: number; to: number } {
  for (let depth = $to.depth; depth > 0; depth--) {
    const parent = $to.node(depth - 1)
    const index = $to.index(depth - 1)
    const isEmptyLine =
      depth === $to.depth && empty && $from.parent.type === paragraph && $from.parent.content.size === 0
    if (isEmptyLine && parent.canReplaceWith(index, index + 1, type))
      return { from: $to.before(depth), to: $to.after(depth) }
    if (parent.canReplaceWith(index + 1, index + 1, type)) return { from: $to.after(depth), to: $to.after(depth) }
  }
  const end = $to.depth === 0 ? $to.pos : $to.doc.content.size
  return { from: end, to: end }
}

export const insertRule: Command = (state, dispatch) => {
  if (dispatch) {
    const { tr } = state
    insertBlock(tr, horizontal_rule.create())
    dispatch(tr)
  }
  return true
}

/** Inserts a reference with the next number, and its definition below the text, where the writer continues. */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection
  // In Markdown a caption is HTML, where references are text.
  if (!$from.parent.inlineContent || $from.parent.type === figure) return false
  if (!$from.parent.type.contentMatch.matchType(footnote_reference)) return false
  if (dispatch) {
    const label = nextFootnote(state.doc)
    const tr = state.tr.replaceSelectionWith(footnote_reference.create({ label }), false)
    const end = nextDefinition(tr.doc, tr.selection.to) ?? endOfText(tr.doc)
    tr.insert(end, footnote_definition.create({ label }, paragraph.create()))
    dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView())
  }
  return true
}

/** Where the footnote is written that the text refers to next. */
function nextDefinition(doc: Node, after: number): number | undefined {
  let label: string | undefined
  doc.nodesBetween(after, doc.content.size, ({ type, attrs }) => {
    if (type === footnote_reference) label ??= attrs.label
    return label === undefined
  })
  let found: number | undefined
  doc.forEach(({ type, attrs }, offset) => {
    if (type === footnote_definition && attrs.label === label && offset >= after) found ??= offset
  })
  return found
}

/** Before the empty paragraph at the end, which is only a place for the cursor. */
function endOfText({ lastChild, content }: Node): number {
  const isSpare = lastChild?.type === paragraph && lastChild.childCount === 0
  return content.size - (isSpare ? lastChild.nodeSize : 0)
}

function nextFootnote(doc: Node): string {
  let last = 0
  doc.descendants(({ type, attrs }) => {
    if (type === footnote_reference || type === footnote_definition) last = Math.max(last, Number(attrs.label) || 0)
  })
  return String(last + 1)
}
