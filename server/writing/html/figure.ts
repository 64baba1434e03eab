import type { Node } from 'prosemirror-model'
import { is } from '#server/writing/schema.ts'
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

const withoutBlanks = (html: string) => html.replace(/\s+(?=<)|(?<=>)\s+/g, '')
