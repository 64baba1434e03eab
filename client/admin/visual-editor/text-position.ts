import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { TextPosition } from '#client/admin/shared/body-editor.ts'
import { isBlankParagraph } from '#client/admin/visual-editor/commands/document-exchange.ts'
import type { WrittenText } from '#contract/writing.ts'
import { lineAtCursor } from './go-to-line.ts'
import { offsetInSource, offsetInText } from './map-offset.ts'

type Base = Pick<WrittenText, 'content' | 'lines'> & { blocks: readonly Node[] }

/** Below the bars at the top of the window. */
const TOP = 200

/** Where the cursor is in the source of the text, and what is at the top of the window. */
export function positionOf(view: EditorView, base: Base): TextPosition {
  const { doc, selection } = view.state
  const $head = selection instanceof NodeSelection ? selection.$from : selection.$head
  const index = base.blocks.indexOf(doc.child(Math.min($head.index(0), doc.childCount - 1)))
  const top = topBlock(view, base)
  if (index === -1) return { line: lineAtCursor(view.state, base), column: 1, top }
  const start = $head.posAtIndex($head.index(0), 0)
  const text = textBetween(doc, start, start + (base.blocks[index]?.nodeSize ?? 0))
  const offset = offsetInSource(text, textBetween(doc, start, $head.pos).length, sourceOf(base, index))
  const lines = sourceOf(base, index).slice(0, offset).split('\n')
  return { line: (base.lines[index] ?? 1) + lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1, top }
}

/** Puts the cursor there without taking the focus, and scrolls so that the same is at the top of the window. */
export function goToPosition(view: EditorView, base: Base, { line, column, top }: TextPosition): void {
  const pos = positionAt(view.state.doc, base, line, column)
  if (pos !== undefined) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(pos))))
  const element = top && elementAt(view, base, top.line)
  if (element) window.scrollBy(0, element.getBoundingClientRect().top - top.y)
}

/** The position in the document of a line and column of its source; `undefined` for a text without blocks. */
export function positionAt(doc: Node, base: Base, line: number, column: number): number | undefined {
  const index = Math.max(
    0,
    base.lines.findLastIndex((start) => start <= line),
  )
  const block = base.blocks[index]
  let start: number | undefined
  doc.forEach((child, pos) => {
    if (child === block) start = pos
  })
  if (start === undefined || !block) return undefined
  const source = sourceOf(base, index)
  const before = source.split('\n').slice(0, line - (base.lines[index] ?? 1))
  const offset = before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1
  const targetOffset = offsetInText(source, offset, textBetween(doc, start, start + block.nodeSize))
  let low = start
  let high = start + block.nodeSize
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (textBetween(doc, start, middle).length < targetOffset) low = middle + 1
    else high = middle
  }
  return low
}

const textBetween = (doc: Node, from: number, to: number) => doc.textBetween(from, to, '\n', '\n')

function sourceOf({ content, lines }: Base, index: number): string {
  const all = content.split(/\r?\n/)
  return all.slice((lines[index] ?? 1) - 1, (lines[index + 1] ?? all.length + 1) - 1).join('\n')
}

function topBlock(view: EditorView, base: Base): TextPosition['top'] {
  for (const [index, line] of base.lines.entries()) {
    const rect = elementAt(view, base, line, index)?.getBoundingClientRect()
    if (rect && rect.bottom > TOP) return { line, y: rect.top }
  }
  return undefined
}

function elementAt(
  view: EditorView,
  { lines, blocks }: Base,
  line: number,
  index = lines.findLastIndex((start) => start <= line),
): Element | undefined {
  let found: Element | undefined
  view.state.doc.forEach((block, pos) => {
    if (block !== blocks[index] || isBlankParagraph(block)) return
    const dom = view.nodeDOM(pos)
    if (dom instanceof Element) found = dom
  })
  return found
}
