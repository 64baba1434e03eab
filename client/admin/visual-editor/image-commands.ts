import type { Attrs, Node } from 'prosemirror-model'
import { type Command, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { insertBlock } from './block-commands.ts'
import { schema } from './schema.ts'

const { heading, image, figure, paragraph } = schema.nodes

/**
 * Inserts an image with the marks of its place, so that it does not split a bold word. Where it cannot be in the text, and below a
 * heading, it gets a line of its own.
 */
export function insertImage(tr: Transaction, pos: number, attrs: Attrs): Transaction {
  const $pos = tr.doc.resolve(pos)
  const { parent } = $pos
  if (parent.inlineContent && parent.type !== heading && parent.canReplaceWith($pos.index(), $pos.index(), image))
    return tr.insert(pos, image.create(attrs, null, $pos.marks()))
  tr.setSelection(Selection.near($pos))
  insertBlock(tr, paragraph.create(null, image.create(attrs)))
  return tr
}

/** Changes an image or a figure, which stays selected. */
export function setImage(pos: number, attrs: Attrs): Command {
  return ({ doc, selection, tr }, dispatch) => {
    const node = doc.nodeAt(pos)
    if (!node) return false
    tr.setNodeMarkup(pos, null, { ...node.attrs, ...attrs }, node.marks)
    if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, pos))
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
