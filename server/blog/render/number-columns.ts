/** An amount: digits with separators, perhaps with a sign, a currency or a percent sign. */
const AMOUNT = /^[-+−–]?\s?[$€£]?\s?[-−]?\d[\d,.' ]*\s?[%$€£]?$/
/** What a table has in place of an amount. */
const NONE = /^[-–—]?$/

const childrenNamed = (element: Element, names: readonly string[]) =>
  [...element.children].filter(({ nodeName }) => names.includes(nodeName))

const rowsOf = (table: Element) =>
  [table, ...childrenNamed(table, ['THEAD', 'TBODY', 'TFOOT'])].flatMap((part) => childrenNamed(part, ['TR']))

const cellsOf = (row: Element) => childrenNamed(row, ['TD', 'TH'])

/** Aligns the columns of a table that have only amounts in their cells to the right, with their headings. Not where cells span others. */
export function alignNumberColumns(table: Element): void {
  const rows = rowsOf(table).map(cellsOf)
  if (rows.flat().some((cell) => cell.hasAttribute('colspan') || cell.hasAttribute('rowspan'))) return
  const columns: Element[][] = []
  for (const cells of rows)
    for (const [index, cell] of cells.entries()) {
      columns[index] ??= []
      columns[index].push(cell)
    }
  for (const cell of columns.filter(isOfAmounts).flat())
    if (!cell.hasAttribute('align')) cell.setAttribute('align', 'right')
}

function isOfAmounts(column: readonly Element[]): boolean {
  const texts = column.filter(({ nodeName }) => nodeName === 'TD').map(({ textContent }) => textContent.trim())
  return texts.some((text) => AMOUNT.test(text)) && texts.every((text) => AMOUNT.test(text) || NONE.test(text))
}
