import type { Attrs, Node, ResolvedPos } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { enclosingBlock, insertBlock } from './block-commands.ts'
import { schema } from './schema.ts'

const { heading, image, figure, paragraph } = schema.nodes

/**
 * Inserts an image with the marks of its place, so that it does not split a bold word. In an empty line, below a heading or another
 * image, with a caption, and where it cannot be in the text, it gets a separate line, and the cursor goes below it.
 */
export function insertImage(tr: Transaction, pos: number, attrs: Attrs, caption = ''): Transaction {
  const $pos = tr.doc.resolve(pos)
  if (caption !== '') {
    tr.setSelection(Selection.near($pos))
    return continueBelow(tr, insertBlock(tr, figure.create(attrs, schema.text(caption))) + 1)
  }
  const { parent } = $pos
  if (isEmptyLine($pos)) return continueBelow(tr.insert(pos, image.create(attrs)), pos)
  const isLineOfImages = parent.childCount > 0 && parent.children.every(({ type }) => type === image)
  const isText = parent.inlineContent && parent.type !== heading && !isLineOfImages
  if (isText && parent.canReplaceWith($pos.index(), $pos.index(), image))
    return tr.insert(pos, image.create(attrs, null, $pos.marks()))
  tr.setSelection(Selection.near($pos))
  const line = insertBlock(tr, paragraph.create(null, image.create(attrs)))
  return continueBelow(tr, line + 1)
}

/** An empty paragraph that is in no list or quote. */
export const isEmptyLine = ({ parent, depth }: ResolvedPos): boolean =>
  depth === 1 && parent.type === paragraph && parent.content.size === 0

/** Puts the cursor into an empty line below the one at a position. */
function continueBelow(tr: Transaction, pos: number): Transaction {
  const end = tr.doc.resolve(pos).after()
  const next = tr.doc.resolve(end).nodeAfter
  if (next?.type !== paragraph || next.content.size > 0) tr.insert(end, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, end + 1))
}

const isImage = (node: Node | null): boolean => node?.type === image || node?.type === figure

/** The position of the selected image or figure, or of the figure whose caption the cursor is in. */
export function imageAt(state: EditorState): number | undefined {
  const { selection } = state
  const isSelected = selection instanceof NodeSelection && selection.node.type === image
  return isSelected ? selection.from : enclosingBlock(state, figure)?.pos
}

/** Changes an image or a figure, which stays selected. */
export function setImage(pos: number, attrs: Attrs): Command {
  return ({ doc, tr }, dispatch) => {
    if (!isImage(doc.nodeAt(pos))) return false
    for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(pos, name, value)
    if (dispatch) dispatch(tr)
    return true
  }
}

export function removeNode(pos: number): Command {
  return ({ doc, tr }, dispatch) => {
    const node = doc.nodeAt(pos)
    if (!node) return false
    if (dispatch) dispatch(tr.delete(pos, pos + node.nodeSize).scrollIntoView())
    return true
  }
}

/** Makes a figure of an image, with the cursor in its caption; or an image of a figure, whose caption becomes the text after it. */
export function toggleCaption(pos: number): Command {
  return ({ doc, tr }, dispatch) => {
    const node = doc.nodeAt(pos)
    if (!node) return false
    if (dispatch)
      dispatch((node.type === figure ? withoutCaption(tr, pos, node) : withCaption(tr, pos, node)).scrollIntoView())
    return true
  }
}

function withoutCaption(tr: Transaction, pos: number, { attrs, content, nodeSize }: Node): Transaction {
  const lines = [
    paragraph.create(null, image.create(attrs)),
    ...(content.size > 0 ? [paragraph.create(null, content)] : []),
  ]
  tr.replaceWith(pos, pos + nodeSize, lines)
  return tr.setSelection(NodeSelection.create(tr.doc, pos + 1))
}

/** Text around the image stays, above and below the figure. */
function withCaption(tr: Transaction, pos: number, { attrs, nodeSize }: Node): Transaction {
  const $pos = tr.doc.resolve(pos)
  const { parent } = $pos
  const before = parent.cut(0, $pos.parentOffset)
  const after = parent.cut($pos.parentOffset + nodeSize)
  const blocks = [before, figure.create(attrs), after].filter((one) => one.type === figure || one.content.size > 0)
  const start = $pos.before()
  if (!$pos.node(-1).canReplaceWith($pos.index(-1), $pos.indexAfter(-1), figure)) return tr
  tr.replaceWith(start, $pos.after(), blocks)
  const caption = start + (before.content.size > 0 ? before.nodeSize : 0) + 1
  return tr.setSelection(TextSelection.create(tr.doc, caption))
}
