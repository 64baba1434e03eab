import { type Item, itemsOf } from '#server/text/blocks/inline-items.ts'
import { is } from '#server/text/blocks/schema.ts'
import type { SourceText } from '#server/text/blocks/source-text.ts'
import { type Links, lexInline } from './lexer.ts'
import { parseMarkdown } from './parse.ts'
import { readInline, withAttributes } from './read-inline.ts'
import { createStyleCounts } from './style.ts'

type Reading = { mdx: boolean; links: Links; oneLine: boolean; inCell: boolean }

/** Reads the source of one text block by itself; `undefined` when it is not one any more. */
export const readAlone = (text: string, reading: Reading): readonly Item[] | undefined =>
  reading.inCell ? readCell(text, reading) : reading.oneLine ? readLine(text, reading) : readParagraph(text, reading)

/** A pipe ends the cell unless an odd number of backslashes is before it. */
const readCell = (text: string, reading: Reading): readonly Item[] | undefined =>
  /(?<!\\)(?:\\\\)*\|/.test(text) ? undefined : readLine(text.replaceAll('\\|', '|'), reading)

function readLine(text: string, { mdx, links, inCell }: Reading): readonly Item[] | undefined {
  if (text.includes('\n')) return undefined
  const tokens = lexInline(text, mdx, links)
  const source: SourceText = { text, at: new Uint32Array(text.length + 1) }
  return readInline(inCell ? tokens : withAttributes(tokens), source, createStyleCounts()).items
}

function readParagraph(text: string, { mdx, links }: Reading): readonly Item[] | undefined {
  const { blocks } = parseMarkdown(text, mdx, links)
  const [block] = blocks
  if (!block || blocks.length !== 1 || !is(block.node, 'paragraph')) return undefined
  return itemsOf(block.node)
}
