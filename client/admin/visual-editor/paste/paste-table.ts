import { isInTable } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { insertBlock } from '#client/admin/visual-editor/commands/block-commands.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'

const { table, table_row, table_header, table_cell, hard_break } = schema.nodes

/** Tab-separated lines become a table, whose first row is the header. Returns false for anything else, in code and in tables. */
export function pasteTable(view: EditorView, data: DataTransfer | null): boolean {
  const { tr, selection } = view.state
  const rows = data?.getData('text/html') ? undefined : rowsIn(data?.getData('text/plain') ?? '')
  if (!rows || selection.$from.parent.type.spec.code || isInTable(view.state)) return false
  const nodes = rows.map((cells, index) => {
    const type = index === 0 ? table_header : table_cell
    return table_row.create(
      null,
      cells.map((text) => type.create(null, linesOf(text))),
    )
  })
  tr.deleteSelection()
  insertBlock(tr, table.create(null, nodes))
  view.dispatch(tr.setMeta('paste', true))
  return true
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [hard_break.create()] : []),
      ...(line.trim() === '' ? [] : [schema.text(line.trim())]),
    ])

/** A value that spreadsheets quote, because it has a tab, a line end or a quotation mark; or one without. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y

/** The cells of at least two lines that have the same number of tabs. */
export function rowsIn(text: string): string[][] | undefined {
  const source = text.replaceAll('\r\n', '\n').replace(/\n+$/, '')
  const rows: string[][] = [[]]
  VALUE.lastIndex = 0
  while (VALUE.lastIndex <= source.length) {
    const found = VALUE.exec(source)
    if (!found) return undefined
    const [, quoted, plain = '', end] = found
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  const columns = rows[0]?.length ?? 0
  return rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns) ? rows : undefined
}
