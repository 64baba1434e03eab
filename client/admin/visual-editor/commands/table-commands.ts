import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { addRowAfter, isInTable, nextCell, rowIsHeader, selectedRect, selectionCell } from 'prosemirror-tables'
import { insertBlock } from './block-commands.ts'
import { schema } from './schema.ts'

const { table, table_row, table_header, table_cell } = schema.nodes
const COLUMNS = 3
const ROWS = 3

/** Inserts a table with a header row, and puts the cursor into its first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (dispatch) {
    const { tr } = state
    insertBlock(tr, emptyTable())
    dispatch(tr)
  }
  return true
}

function emptyTable(): Node {
  const row = (cell: typeof table_cell) =>
    table_row.create(
      null,
      Array.from({ length: COLUMNS }, () => cell.create()),
    )
  return table.create(null, [row(table_header), ...Array.from({ length: ROWS - 1 }, () => row(table_cell))])
}

/** Enter in a table: the cell below. In the last row, a new row. */
export const goToCellBelow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  if (!dispatch) return true
  const below = nextCell(selectionCell(state), 'vert', 1)
  if (below) {
    dispatch(state.tr.setSelection(TextSelection.create(state.doc, below.pos + 1)).scrollIntoView())
    return true
  }
  const { pos } = selectionCell(state)
  return addRowAfter(state, (tr) => {
    const added = nextCell(tr.doc.resolve(tr.mapping.map(pos)), 'vert', 1)
    dispatch((added ? tr.setSelection(TextSelection.create(tr.doc, added.pos + 1)) : tr).scrollIntoView())
  })
}

/** Arrow keys at the edge of a cell: the cell below or above, or out of the table. Browsers lose their way in empty cells. */
export const goToRow =
  (direction: 1 | -1): Command =>
  (state, dispatch, view) => {
    const { selection, doc, tr } = state
    if (!isInTable(state) || !(selection instanceof TextSelection) || !selection.empty) return false
    if (view && !view.endOfTextblock(direction === 1 ? 'down' : 'up')) return false
    const cell = selectionCell(state)
    const next = nextCell(cell, 'vert', direction)
    const outside = doc.resolve(direction === 1 ? cell.after(-1) : cell.before(-1))
    const target = next ? TextSelection.create(doc, next.pos + 1) : Selection.findFrom(outside, direction)
    if (target && dispatch) dispatch(tr.setSelection(target).scrollIntoView())
    return target !== null
  }

/** The positions of the cells in the column of the selection. */
function cellsOfColumn(state: EditorState): number[] {
  const { map, left, tableStart } = selectedRect(state)
  const cells = Array.from({ length: map.height }, (_, row) => map.map[row * map.width + left])
  return [...new Set(cells)].flatMap((cell) => (cell === undefined ? [] : [tableStart + cell]))
}

/** A column has one alignment in Markdown. */
export function alignColumn(align: string | null): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const tr = cellsOfColumn(state).reduce((all, pos) => all.setNodeAttribute(pos, 'align', align), state.tr)
    if (dispatch) dispatch(tr)
    return true
  }
}

export const columnAlignment = (state: EditorState): string | null =>
  state.doc.nodeAt(selectionCell(state).pos)?.attrs.align ?? null

export function isHeaderRow(state: EditorState): boolean {
  const { table: node, map } = selectedRect(state)
  return rowIsHeader(map, node, 0)
}
