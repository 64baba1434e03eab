import { describe, expect, test } from 'bun:test'
import { pasteTable, rowsIn } from '#client/admin/visual-editor/paste/paste-table.ts'
import { aParagraph } from './blocks.ts'
import { clipboardOf, viewOf } from './pasting.ts'
import { openVisualState } from './visual-state.ts'

describe('tab-separated text', () => {
  test.each([
    [
      'a spreadsheet',
      'Day\tLoaves\r\nMon\t120\r\nTue\t90\r\n',
      [
        ['Day', 'Loaves'],
        ['Mon', '120'],
        ['Tue', '90'],
      ],
    ],
    [
      'a database',
      'id\tname\n1\tRye\n2\t',
      [
        ['id', 'name'],
        ['1', 'Rye'],
        ['2', ''],
      ],
    ],
    [
      'values with line ends and quotation marks',
      'a\t"two\nlines"\n"say ""hi"""\tb',
      [
        ['a', 'two\nlines'],
        ['say "hi"', 'b'],
      ],
    ],
    [
      'values that begin with a blank or are empty',
      '\tMon\n Rye\t 5',
      [
        ['', 'Mon'],
        [' Rye', ' 5'],
      ],
    ],
    [
      'values with a quotation mark inside',
      'Size\tIn\n5" tray\t5',
      [
        ['Size', 'In'],
        ['5" tray', '5'],
      ],
    ],
  ])('is read as rows: %s', (_, text, rows) => expect(rowsIn(text)).toEqual(rows))

  test.each([
    ['one line', 'a\tb'],
    ['lines without tabs', 'a\nb'],
    ['lines with different numbers of tabs', 'a\tb\nc'],
    ['indented code', 'if a:\n\tb\n\tc'],
  ])('is no table where it is %s', (_, text) => expect(rowsIn(text)).toBeUndefined())

  test.each(['md', 'html'] as const)('becomes a table with a header row (%s), which can be undone', (format) => {
    const editor = openVisualState([aParagraph('')], format)
    expect(pasteTable(viewOf(editor), clipboardOf({ plain: 'Day\tLoaves\nMon\t"a\nb"' }))).toBe(true)
    expect(String(editor.doc().child(0))).toBe(
      'table(table_row(table_header("Day"), table_header("Loaves")), table_row(table_cell("Mon"), table_cell("a", hard_break, "b")))',
    )
    editor.undo()
    expect(editor.doc().textContent).toBe('')
  })

  test('is left to the HTML beside it, and stays text in code', () => {
    const plain = 'a\tb\nc\td'
    expect(pasteTable(viewOf(openVisualState([aParagraph('')])), clipboardOf({ plain, html: '<table></table>' }))).toBe(
      false,
    )
    const code = openVisualState([{ type: 'code_block', attrs: { language: '' } }])
    expect(pasteTable(viewOf(code), clipboardOf({ plain }))).toBe(false)
  })
})
