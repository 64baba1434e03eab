import { Fragment, type Mark, type Node } from 'prosemirror-model'
import type { Parsed } from '#server/text/blocks/block.ts'
import type { Format } from '#server/text/blocks/format.ts'
import { childrenOf, createNode, is, type MarkName, markIs, schema } from '#server/text/blocks/schema.ts'
import { writeBlock as writeHtml } from '#server/text/html/write-blocks.ts'

/** Other forms of a block, from the one that loses least: as HTML, with fewer marks, as plain text, as a paragraph. */
export function nearestForms<P extends Parsed>(format: Format<P>, node: Node): Node[] {
  const unmarked = MARKS.map((name) => mapInline(node, (inline) => inline.mark(without(inline.marks, name))))
  const noMarks = mapInline(node, (inline) => inline.mark([]))
  return [
    ...(format.rendersAs === 'md' ? asHtml(format, node) : []),
    ...unmarked.filter((form) => !form.eq(node)),
    noMarks,
    mapInline(noMarks, asText),
    mapInline(noMarks, (inline) => asPlainText(asText(inline))),
    asParagraph(noMarks, asText),
    asParagraph(noMarks, (inline) => asPlainText(asText(inline))),
  ]
}

/** From the one that is missed least. */
const MARKS: readonly MarkName[] = ['code', 'strike', 'em', 'strong', 'link']

const without = (marks: readonly Mark[], name: MarkName) => marks.filter((mark) => !markIs(mark, name))

type ChangeInline = (inline: Node) => Node | undefined

function mapInline(node: Node, change: ChangeInline): Node {
  const content = childrenOf(node).flatMap((child): Node[] => {
    if (!child.isInline) return [mapInline(child, change)]
    const changed = change(child)
    return changed ? [changed] : []
  })
  return node.isLeaf ? node : node.copy(Fragment.fromArray(content))
}

/** HTML in Markdown, if it is read as one piece. What has a meaning in Markdown only cannot be in it. */
function asHtml<P extends Parsed>(format: Format<P>, node: Node): Node[] {
  let isPossible = !is(node, 'source_block', 'footnote_definition')
  node.descendants((inner) => {
    isPossible &&= !is(inner, 'source_block', 'source_inline', 'footnote_reference', 'footnote_definition')
  })
  if (!isPossible) return []
  const html = writeHtml(node)
    .replaceAll('[', '&#91;')
    .replaceAll('{', '&#123;')
    // A blank line would end it.
    .replace(/\n(?=[ \t]*(?:\n|$))/g, '&#10;')
  const { blocks } = format.parse(html)
  const [block] = blocks
  return block && blocks.length === 1 && is(block.node, 'source_block', 'figure') ? [block.node] : []
}

/** An image by its description, source as it is. */
function asText(inline: Node): Node | undefined {
  if (inline.isText || is(inline, 'hard_break')) return inline
  const { alt, label, text } = inline.attrs
  const words = is(inline, 'image') ? alt : is(inline, 'footnote_reference') ? `[${label}]` : text
  return words ? schema.text(String(words)) : undefined
}

/** Without the characters that could be markup. */
function asPlainText(inline: Node | undefined): Node | undefined {
  if (!inline?.isText) return inline
  const words = inline.text?.replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic} .,;:?'"()-]/gu, '')
  return words ? schema.text(words) : undefined
}

/** A line for each text block. */
function asParagraph(node: Node, change: ChangeInline): Node {
  const lines: Node[][] = []
  const add = (block: Node) => {
    if (!block.isTextblock) return
    lines.push(...linesOf(block).map((line) => line.flatMap((inline) => change(inline) ?? [])))
  }
  add(node)
  node.descendants(add)
  if (is(node, 'source_block')) lines.push(...textLines(String(node.attrs.text)))
  const shown = lines.filter((line) => line.length > 0)
  return createNode(
    'paragraph',
    null,
    shown.flatMap((line, index) => (index === 0 ? line : [createNode('hard_break'), ...line])),
  )
}

const linesOf = (block: Node): Node[][] =>
  is(block, 'code_block') ? textLines(block.textContent) : [[...childrenOf(block)]]

const textLines = (text: string): Node[][] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [[schema.text(line)]]))
