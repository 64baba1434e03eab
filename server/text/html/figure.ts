import type { Node } from 'prosemirror-model'
import { is } from '#server/text/blocks/schema.ts'
import { parseHtmlBody } from './parse.ts'
import { writeBlock } from './write-blocks.ts'

/** A picture with its caption in a Markdown file, where it is HTML. */
export const htmlFigure = (node: Node): string => writeBlock(node)

/** The figure of an HTML block; `undefined` when it has more than a document can hold. */
export function figureOf(html: string): Node | undefined {
  if (!/^<figure>/i.test(html)) return undefined
  const { blocks } = parseHtmlBody(html)
  const [block] = blocks
  if (blocks.length !== 1 || !block || !is(block.node, 'figure')) return undefined
  return withoutBlanks(writeBlock(block.node)) === withoutBlanks(html) ? block.node : undefined
}

/** Without the blanks beside tags. */
const withoutBlanks = (html: string): string => {
  const pieces = html.split('<').map((piece, index, all) => (index + 1 < all.length ? piece.trimEnd() : piece))
  const [first, ...rest] = pieces.join('<').split('>')
  return [first, ...rest.map((piece) => piece.trimStart())].join('>')
}
