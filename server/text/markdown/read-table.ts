import type { Block } from '#server/text/blocks/block.ts'
import { contentOf } from '#server/text/blocks/inline-items.ts'
import { createNode } from '#server/text/blocks/schema.ts'
import { endOf, part, type SourceText, startOf, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import type { Tokens } from './lexer.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'

export function readTable(token: Tokens.Table, source: SourceText, context: ReadContext): Block {
  const lines = linesOf(source)
  if (lines.length !== token.rows.length + 2) throw new UnsupportedSource()
  const [header, delimiter, ...body] = lines
  if (!header || !delimiter) throw new UnsupportedSource()
  const children = [
    readRow(token.header, header, context),
    ...token.rows.map((row, index) => readRow(row, body[index] ?? header, context)),
  ]
  const node = createNode(
    'table',
    null,
    children.map(({ node: row }) => row),
  )
  const attribute = { from: startOf(delimiter), to: endOf(delimiter) }
  return { node, from: startOf(source), to: endOf(source), children, attribute }
}

function readRow(tokens: readonly Tokens.TableCell[], line: SourceText, context: ReadContext): Block {
  const sources = cellsOf(line)
  const children = tokens.map((token, index) => readCell(token, sources[index], line, context))
  const node = createNode(
    'table_row',
    null,
    children.map(({ node: cell }) => cell),
  )
  return { node, from: startOf(line), to: endOf(line), children }
}

/** A row may have fewer cells than the table. */
function readCell(
  token: Tokens.TableCell,
  source: SourceText | undefined,
  line: SourceText,
  context: ReadContext,
): Block {
  const name = token.header ? 'table_header' : 'table_cell'
  const attrs = { align: token.align }
  if (!source) return { node: createNode(name, attrs), from: endOf(line), to: endOf(line), filler: true }
  if (source.text !== token.text) throw new UnsupportedSource()
  const text = readInline(token.tokens, source, context.styles)
  return { node: createNode(name, attrs, contentOf(text.items)), from: startOf(source), to: endOf(source), text }
}

function linesOf(source: SourceText): SourceText[] {
  const lines: SourceText[] = []
  let start = 0
  for (const line of source.text.split('\n')) {
    const end = start + line.trimEnd().length
    lines.push(part(source, start, end))
    start += line.length + 1
  }
  return lines
}

/** The cells between the pipes of a line, trimmed, with `\|` as `|`. */
function cellsOf(line: SourceText): SourceText[] {
  const pipes = [-1]
  for (let i = 0; i < line.text.length; i++) {
    if (line.text[i] === '|' && !isEscaped(line.text, i)) pipes.push(i)
  }
  pipes.push(line.text.length)
  const cells = pipes.slice(1).map((pipe, index) => trimmed(part(line, (pipes[index] ?? 0) + 1, pipe)))
  if (cells[0]?.text === '') cells.shift()
  if (cells.at(-1)?.text === '') cells.pop()
  return cells.map(withoutEscapes)
}

function isEscaped(text: string, index: number): boolean {
  let start = index
  while (text[start - 1] === '\\') start--
  return (index - start) % 2 === 1
}

function trimmed(source: SourceText): SourceText {
  const start = source.text.length - source.text.trimStart().length
  // An empty cell is after its first blank, so that text has one on both sides.
  if (start === source.text.length) return part(source, Math.min(1, start), Math.min(1, start))
  return part(source, start, source.text.trimEnd().length)
}

function withoutEscapes(cell: SourceText): SourceText {
  if (!cell.text.includes('\\|')) return cell
  const text: string[] = []
  const at: number[] = []
  for (let i = 0; i < cell.text.length; i++) {
    at.push(cell.at[i] ?? 0)
    if (cell.text.startsWith('\\|', i)) i++
    text.push(cell.text[i] ?? '')
  }
  return { text: text.join(''), at: Uint32Array.from([...at, endOf(cell)]) }
}
