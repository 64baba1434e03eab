import { describe, expect, test } from 'bun:test'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { readDocument, writeRepaired } from '#server/text/document/documents.ts'
import { paragraph, text } from '#tests/writing/documents.ts'

/** Neither the lexer nor the sanitizer gets so many of them. */
const BRACKETS = '['.repeat(150)

/** Writes a block between two others, which stay as they are. */
function between(format: DocumentFormat, block: BlockJson) {
  const neighbors = format === 'html' ? ['<p>One.</p>\n\n', '\n\n<p>Two.</p>\n'] : ['One.\n\n', '\n\nTwo.\n']
  const [before = '', after = ''] = neighbors
  const source = format === 'html' ? '<p>One.</p>\n\n<p>Two.</p>\n' : 'One.\n\nTwo.\n'
  const { content, repaired } = writeRepaired(source, format, [0, block, 1])
  expect(content.startsWith(before)).toBe(true)
  expect(content.endsWith(after)).toBe(true)
  return { written: content.slice(before.length, -after.length), repaired, read: readDocument(content, format)[1] }
}

test('a block that the format can express is not reported', () => {
  expect(between('md', paragraph('a ', text('b', 'strong')))).toMatchObject({ written: 'a **b**', repaired: [] })
})

describe('a block that Markdown cannot express', () => {
  test('is HTML, which shows the same', () => {
    const { written, repaired, read } = between('md', paragraph(text(BRACKETS, 'strong')))
    expect(written).toBe(`<p><strong>${'&#91;'.repeat(150)}</strong></p>`)
    const message = 'Markdown has no form for this block. It is stored as HTML.'
    expect(repaired).toEqual([{ index: 1, block: { type: 'source_block', attrs: { text: written } }, message }])
    expect(read).toEqual(repaired[0]?.block)
  })

  test('in a list is HTML in its item', () => {
    const item = (block: BlockJson): BlockJson => ({ type: 'list_item', content: [block] })
    const code = { type: 'code_block', content: [text(`${BRACKETS}\n\nb`)] }
    const { written, repaired } = between('md', { type: 'bullet_list', content: [item(paragraph('a')), item(code)] })
    expect(written).toBe(`- a\n\n- <pre><code>${'&#91;'.repeat(150)}&#10;\n  b</code></pre>`)
    expect(repaired[0]?.message).toBe('Markdown has no form for a part of this block. That part is stored as HTML.')
  })

  test('and that cannot be HTML either is its text', () => {
    const reference = { type: 'footnote_reference', attrs: { label: '1' } }
    const { written, repaired } = between('md', paragraph('a', reference, text(` ${'<div>'.repeat(150)} b`, 'em')))
    expect(written).toStartWith('a')
    expect(written).toEndWith(' b')
    expect(repaired[0]?.message).toBe(
      'Markdown has no form for this block. Left out: special characters, footnote reference, italics.',
    )
  })

  test('is source that is nested too deeply: it becomes text', () => {
    const { read, repaired } = between('html', { type: 'source_block', attrs: { text: '<div>'.repeat(150) } })
    expect(read).toEqual(paragraph('<div>'.repeat(150)))
    expect(repaired[0]?.message).toBe('Source that is no HTML became text.')
  })
})

describe('what a format has no form for', () => {
  const cell = (words: string, attrs = {}): BlockJson => ({ type: 'table_cell', attrs, content: [text(words)] })
  const row = (...content: BlockJson[]): BlockJson => ({ type: 'table_row', content })
  const table: BlockJson = {
    type: 'table',
    content: [row(cell('a', { colspan: 2 }), cell('b', { rowspan: 2 })), row(cell('c'), cell('d')), row(cell('e'))],
  }

  test('merged cells of a table are split in Markdown, and none is lost', () => {
    const { written, repaired } = between('md', table)
    expect(written).toBe('| a | | b |\n| --- | --- | --- |\n| c | d | |\n| e | | |')
    expect(repaired[0]?.message).toBe('Markdown has no merged cells. They were split.')
    expect(between('html', table).repaired).toEqual([])
  })

  test('a footnote with a name becomes text in HTML', () => {
    const note = { type: 'footnote_definition', attrs: { label: 'a' }, content: [paragraph('x')] }
    const { written, repaired } = between('html', note)
    expect(written).toBe('<p>x</p>')
    expect(repaired[0]?.message).toBe('Footnotes in HTML are numbered. One with a name became text.')
  })
})

test('a table without cells is left out', () => {
  expect(writeRepaired('One.\n', 'md', [0, { type: 'table', content: [{ type: 'table_row' }] }]).content).toBe('One.\n')
})
