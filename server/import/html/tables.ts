import { isBlock } from './flow.ts'
import type { Cleaning } from './raw.ts'
import { attribute, createElement, elementsIn, type HtmlElement, type HtmlNode, isElement } from './tree.ts'

type CleanBlocks = (nodes: readonly HtmlNode[], cleaning: Cleaning) => HtmlNode[]
type Row = { cells: HtmlElement[]; group: string }

/** A table that Markdown can say; any other stays HTML. */
export function plainTable(table: HtmlElement, cleaning: Cleaning, cleanBlocks: CleanBlocks): HtmlNode[] {
  const rows = rowsOf(table)
    .map(({ cells, group }) => ({ group, cells: cells.map((cell) => cleanCell(cell, cleaning, cleanBlocks)) }))
    .filter(({ cells }) => cells.length > 0)
  const captions = table.children
    .filter((child) => isElement(child, 'caption'))
    .map((child) => createElement('caption', {}, unwrapped(cleanBlocks([child], cleaning))))
  if (rows.length === 0) return []
  if (isLayout(rows))
    return rows.flatMap(({ cells }) =>
      cells.flatMap(({ children }) => (children.some(isBlock) ? children : [createElement('p', {}, children)])),
    )
  if (captions.length === 0 && isSimple(rows)) return [createElement('table', {}, rows.map(rowElement))]
  return [cleaning.raw([createElement('table', {}, [...captions, ...groupsOf(rows)])])]
}

function rowsOf(table: HtmlElement): Row[] {
  return table.children.flatMap((child) => {
    if (isElement(child, 'tr')) return [{ cells: cellsOf(child), group: 'tbody' }]
    if (!isElement(child, 'thead', 'tbody', 'tfoot')) return []
    return child.children
      .filter((row) => isElement(row, 'tr'))
      .map((row) => ({ cells: cellsOf(row), group: child.name }))
  })
}

const cellsOf = (row: HtmlElement): HtmlElement[] => row.children.filter((cell) => isElement(cell, 'td', 'th'))

function cleanCell(cell: HtmlElement, cleaning: Cleaning, cleanBlocks: CleanBlocks): HtmlElement {
  const style = /(?:^|;)\s{0,9}text-align\s{0,9}:\s{0,9}(left|center|right)/i.exec(attribute(cell, 'style'))?.[1]
  const named = /(?:^|\s)has-text-align-(left|center|right)/.exec(attribute(cell, 'class'))?.[1]
  const align = (style ?? named ?? attribute(cell, 'align')).toLowerCase()
  const span = (name: string) =>
    /^\d{1,3}$/.test(attribute(cell, name)) && attribute(cell, name) !== '1' ? attribute(cell, name) : undefined
  const attributes = {
    align: ['left', 'center', 'right'].includes(align) ? align : undefined,
    colspan: span('colspan'),
    rowspan: span('rowspan'),
  }
  return createElement(cell.name, attributes, unwrapped(cleanBlocks(cell.children, cleaning)))
}

/** One paragraph without its element. */
function unwrapped(blocks: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only, ...others] = blocks
  return isElement(only, 'p') && others.length === 0 ? only.children : blocks
}

const rowElement = ({ cells }: Row): HtmlElement => createElement('tr', {}, cells)

/** Old pages place things by a table with one cell. */
const isLayout = (rows: readonly Row[]): boolean =>
  rows.length === 1 && rows[0]?.cells.length === 1 && rows[0].cells[0]?.name === 'td'

/** One row of headers, then cells with text, as many in each row. */
function isSimple(rows: readonly Row[]): boolean {
  const [header, ...body] = rows
  const isText = ({ children, attributes }: HtmlElement) =>
    !attributes.has('colspan') &&
    !attributes.has('rowspan') &&
    !children.some((child) => isBlock(child)) &&
    ![...elementsIn(children)].some(({ name }) => name === 'br') &&
    !children.some((child) => typeof child === 'string' && child.includes('\ufdd0raw'))
  return (
    header !== undefined &&
    header.cells.length > 0 &&
    (header.group === 'thead' || header.cells.every(({ name }) => name === 'th')) &&
    body.every(
      ({ cells, group }) =>
        group !== 'thead' && cells.length === header.cells.length && cells.every(({ name }) => name === 'td'),
    ) &&
    rows.every(({ cells }) => cells.every(isText)) &&
    sameAlignments(rows)
  )
}

/** Markdown aligns whole columns. */
const sameAlignments = ([header, ...body]: readonly Row[]): boolean =>
  body.every(({ cells }) =>
    cells.every((cell, index) => attribute(cell, 'align') === attribute(body[0]?.cells[index] ?? cell, 'align')),
  ) &&
  (header?.cells ?? []).every((cell, index) => {
    const column = attribute(body[0]?.cells[index] ?? cell, 'align')
    return attribute(cell, 'align') === column
  })

function groupsOf(rows: readonly Row[]): HtmlElement[] {
  return ['thead', 'tbody', 'tfoot'].flatMap((group) => {
    const own = rows.filter((row) => row.group === group)
    return own.length > 0 ? [createElement(group, {}, own.map(rowElement))] : []
  })
}
