import type { Block } from '#server/text/blocks/block.ts'
import { contentOf } from '#server/text/blocks/inline-items.ts'
import { createNode } from '#server/text/blocks/schema.ts'
import { type SourceText, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import { readInline } from './read-inline.ts'
import type { HtmlElement, HtmlNode } from './tree.ts'

const GROUPS = ['thead', 'tbody', 'tfoot']

/** Rows, in groups or not. Throws `UnsupportedSource` for a table with anything else. */
export function readTable(table: HtmlElement, file: SourceText): Block {
  const groups = elementsOf(table, file)
  const rows = groups.flatMap((group) => (GROUPS.includes(group.name) ? elementsOf(group, file) : [group]))
  if (rows.length === 0) throw new UnsupportedSource()
  const children = rows.map((row) => readRow(row, file))
  return { node: createNode('table', null, nodesOf(children)), from: table.from, to: table.to, children }
}

const nodesOf = (blocks: readonly Block[]) => blocks.map(({ node }) => node)

function elementsOf(parent: HtmlElement, file: SourceText): HtmlElement[] {
  const isBlank = ({ kind, from, to }: HtmlNode) =>
    kind === 'comment' || (kind === 'text' && file.text.slice(from, to).trim() === '')
  return parent.children
    .filter((node) => !isBlank(node))
    .map((node) => {
      if (node.kind !== 'element') throw new UnsupportedSource()
      return node
    })
}

function readRow(row: HtmlElement, file: SourceText): Block {
  if (row.name !== 'tr') throw new UnsupportedSource()
  const children = elementsOf(row, file).map((cell) => readCell(cell, file))
  return { node: createNode('table_row', null, nodesOf(children)), from: row.from, to: row.to, children }
}

function readCell(cell: HtmlElement, file: SourceText): Block {
  if (cell.name !== 'td' && cell.name !== 'th') throw new UnsupportedSource()
  const attrs = {
    align: alignmentOf(cell),
    colspan: spanOf(cell, 'colspan', 100),
    rowspan: spanOf(cell, 'rowspan', 1000),
  }
  const inner = onlyParagraph(cell, file) ?? cell
  const text = readInline(inner.children, file, inner.open.to, inner.close?.from ?? inner.to)
  const node = createNode(cell.name === 'th' ? 'table_header' : 'table_cell', attrs, contentOf(text.items))
  return { node, from: cell.from, to: cell.to, text }
}

function onlyParagraph(cell: HtmlElement, file: SourceText): HtmlElement | undefined {
  const shown = cell.children.filter(({ kind, from, to }) => kind !== 'text' || file.text.slice(from, to).trim() !== '')
  const [first, ...others] = shown
  return first?.kind === 'element' && first.name === 'p' && others.length === 0 ? first : undefined
}

function alignmentOf({ attributes }: HtmlElement): string | null {
  const style = /(?:^|;)\s*text-align\s*:\s*(\w+)/i.exec(attributes.get('style') ?? '')?.[1]
  const written = (style ?? attributes.get('align') ?? '').toLowerCase()
  return ['left', 'center', 'right'].includes(written) ? written : null
}

function spanOf({ attributes }: HtmlElement, name: string, max: number): number {
  const written = attributes.get(name) ?? '1'
  if (!/^\d{1,4}$/.test(written) || Number(written) < 1 || Number(written) > max) throw new UnsupportedSource()
  return Number(written)
}
