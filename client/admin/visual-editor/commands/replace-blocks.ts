import type { Mark, Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { differences, textDifferences } from '#client/admin/shared/differences.ts'
import { isBlankParagraph } from './document-exchange.ts'

/**
 * Replaces the blocks that differ from those of another document. Blank paragraphs stay, because no text has them. Not a step to
 * undo; the cursor and the steps of the history keep their places, also within a block that changes elsewhere.
 */
export function withBlocksOf({ doc, tr }: EditorState, next: Node): Transaction {
  const isText = (block: Node) => !isBlankParagraph(block)
  changeChildren(
    tr,
    placed(doc, 0).filter(({ node }) => isText(node)),
    next.children.filter(isText),
    0,
  )
  return tr.setMeta('addToHistory', false)
}

/** Replaces blocks that the server has read again. */
export function withReread({ doc, tr }: EditorState, reread: ReadonlyMap<Node, Node>): Transaction {
  for (const { node, pos } of placed(doc, 0).reverse()) changeNode(tr, pos, node, reread.get(node) ?? node)
  return tr.setMeta('addToHistory', false)
}

type Placed = { node: Node; pos: number }

/** The children of a node whose content begins at a position. */
function placed(parent: Node, start: number): Placed[] {
  const found: Placed[] = []
  parent.forEach((node, offset) => {
    found.push({ node, pos: start + offset })
  })
  return found
}

const endOf = ({ node, pos }: Placed) => pos + node.nodeSize

/** Makes `next` of a node. What both have in common is not replaced. Changes nothing before `pos`. */
function changeNode(tr: Transaction, pos: number, node: Node, next: Node): void {
  if (node.eq(next)) return
  if (node.type !== next.type) {
    tr.replaceWith(pos, pos + node.nodeSize, next)
    return
  }
  if (node.inlineContent) changeInline(tr, pos + 1, node, next)
  else changeChildren(tr, placed(node, pos + 1), next.children, pos + 1)
  for (const [name, value] of Object.entries(next.attrs))
    if (value !== node.attrs[name]) tr.setNodeAttribute(pos, name, value)
}

/** New nodes come after the one before them; `start` is where the first one would be. */
function changeChildren(tr: Transaction, nodes: readonly Placed[], next: readonly Node[], start: number): void {
  const keyOf = (node: Node) => JSON.stringify(node.toJSON())
  const found = differences(
    nodes.map(({ node }) => keyOf(node)),
    next.map(keyOf),
  )
  for (const { from, to, start: first, end } of found.reverse()) {
    const before = nodes[from - 1]
    const changes = pair(nodes.slice(from, to), next.slice(first, end), before ? endOf(before) : start)
    for (const change of changes.reverse()) {
      const [only] = change.added
      if (change.isPair && only && change.old[0]) changeNode(tr, change.old[0].pos, change.old[0].node, only)
      else replaceNodes(tr, change)
    }
  }
}

/** One node that became another, or nodes in place of others. */
type Change = { old: readonly Placed[]; added: readonly Node[]; at: number; isPair: boolean }

/** Finds for each new node the one that it was made of. */
function pair(old: readonly Placed[], next: readonly Node[], start: number): Change[] {
  const changes: Change[] = []
  let at = start
  let done = 0
  let added: Node[] = []
  const replaceUntil = (end: number) => {
    if (end > done || added.length > 0) changes.push({ old: old.slice(done, end), added, at, isPair: false })
    added = []
  }
  for (const node of next) {
    const found = old.findIndex((one, index) => index >= done && isSimilar(one.node, node))
    const match = old[found]
    if (!match) {
      added.push(node)
      continue
    }
    replaceUntil(found)
    changes.push({ old: [match], added: [node], at: match.pos, isPair: true })
    at = endOf(match)
    done = found + 1
  }
  replaceUntil(old.length)
  return changes
}

/** Whether half of the shorter text is in the other one. */
function isSimilar(a: Node, b: Node): boolean {
  if (a.type !== b.type) return false
  const [before, after] = [a.textContent, b.textContent]
  const removed = textDifferences(before, after).reduce((sum, { from, to }) => sum + to - from, 0)
  return (before.length - removed) * 2 >= Math.min(before.length, after.length)
}

/** What is between the replaced nodes stays: blank paragraphs. */
function replaceNodes(tr: Transaction, { old, added, at }: Change): void {
  const first = old[0]
  const last = old.at(-1)
  if (!first || !last) {
    tr.insert(at, added)
    return
  }
  const between = tr.doc.slice(first.pos, endOf(last)).content.content
  const others = between.filter((node) => !old.some((one) => one.node === node))
  tr.replaceWith(first.pos, endOf(last), [...added, ...others])
}

const OBJECT = '\ufffc'

function changeInline(tr: Transaction, start: number, node: Node, next: Node): void {
  const textOf = ({ content }: Node) => content.textBetween(0, content.size, null, OBJECT)
  for (const { from, to, start: first, end } of textDifferences(textOf(node), textOf(next)).reverse())
    tr.replaceWith(start + from, start + to, next.content.cut(first, end))
  next.forEach((child, offset) => {
    const pos = start + offset
    if (child.isText) setMarks(tr, pos, pos + child.nodeSize, child.marks)
    else if (!tr.doc.nodeAt(pos)?.eq(child)) tr.replaceWith(pos, pos + child.nodeSize, child)
  })
}

function setMarks(tr: Transaction, from: number, to: number, marks: readonly Mark[]): void {
  tr.doc.nodesBetween(from, to, (node, pos) => {
    const others = node.isText ? node.marks.filter((mark) => !mark.isInSet(marks)) : []
    for (const mark of others) tr.removeMark(Math.max(from, pos), Math.min(to, pos + node.nodeSize), mark)
  })
  for (const mark of marks) tr.addMark(from, to, mark)
}
