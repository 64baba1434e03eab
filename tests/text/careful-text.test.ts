import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { edit, find, paragraph, replaceWords, text } from '#tests/writing/documents.ts'

const list = (): BlockJson => ({
  type: 'bullet_list',
  content: [{ type: 'list_item', attrs: { checked: null }, content: [paragraph('Sea salt.')] }],
})

describe('a footnote that was saved before its text was written', () => {
  test.each([
    ['Salt[^1].\n\n[^1]: ', '[^1]: Sea salt. '],
    ['Salt[^1].\n\n[^1]:\n', '[^1]: Sea salt.\n'],
    ['Salt[^2].\n\n[^2]: \n\n[^1]: Note.\n', '[^2]: Sea salt. \n\n[^1]: Note.\n'],
  ])('gets its text: %j', (source, expected) => {
    const saved = edit(source, (blocks) => {
      find(blocks, 'footnote_definition').content = [paragraph('Sea salt.')]
    })
    expect(saved).toBe(`${source.slice(0, 11)}${expected}`)
  })

  test('gets a list', () => {
    const saved = edit('Salt[^1].\n\n[^1]: \n', (blocks) => {
      find(blocks, 'footnote_definition').content = [list()]
    })
    expect(saved).toBe('Salt[^1].\n\n[^1]: - Sea salt. \n')
  })

  test('has no blank at its end', () => {
    const blocks = [{ type: 'footnote_definition', attrs: { label: '1' }, content: [paragraph()] }]
    expect(writeDocument('', 'md', blocks)).toBe('[^1]:')
  })
})

test('a footnote whose line ends with a blank is shown as a footnote', () => {
  expect(find(readDocument('Salt[^1].\n\n[^1]: Sea salt. \n', 'md'), 'footnote_definition').content).toEqual([
    paragraph('Sea salt.'),
  ])
})

test.each([
  ['Rye. \n\nNext\n', 'Rye!. \n\nNext\n'],
  ['*Rye*  \n\nNext\n', '*Rye!*  \n\nNext\n'],
  ['> Rye. \n> more \n\nNext\n', '> Rye!. \n> more \n\nNext\n'],
  ['> [!NOTE] \n> Rye \n', '> [!NOTE] \n> Rye! \n'],
  ['- Rye \n  more \n\nNext\n', '- Rye! \n  more \n\nNext\n'],
  ['Rye \r\n\r\nNext\t\r\n', 'Rye! \r\n\r\nNext\t\r\n'],
])('a block that ends with a blank is shown and keeps it: %j', (source, expected) => {
  const blocks = readDocument(source, 'md')
  expect(JSON.stringify(blocks)).not.toContain('source_block')
  expect(writeDocument(source, 'md', blocks)).toBe(source)
  expect(edit(source, (all) => replaceWords(all, 'Rye', 'Rye!'))).toBe(expected)
})

const WORDS = ['', 'word', '🎉', '(', '“', '|', ' ']

describe('marks', () => {
  test.each(['🎉', '🎉 party', 'party!', '(new)', '|', '“yes”', '5 %'])(
    'on %j are written next to words, emoji and punctuation',
    (marked) => {
      for (const mark of ['strong', 'em', 'strike'])
        for (const before of WORDS)
          for (const after of WORDS) {
            const block = paragraph(...[before, text(marked, mark), after].filter((part) => part !== ''))
            const [read] = readDocument(writeDocument('', 'md', [block]), 'md')
            expect(read?.content).toContainEqual(text(marked, mark))
          }
    },
  )
})

test('a rule that begins a callout does not make a heading of its first line', () => {
  const rule = { type: 'horizontal_rule' }
  const callout = (...content: BlockJson[]): BlockJson => ({ type: 'callout', attrs: { kind: 'tip' }, content })
  expect(writeDocument('', 'md', [callout(rule, paragraph('Salt'))])).toBe('> [!TIP]\n> ___\n>\n> Salt')
  const saved = edit('> [!TIP]\n> Salt\n', (blocks) => blocks.splice(0, 1, callout(rule)))
  expect(saved).toBe('> [!TIP]\n> ___\n')
})

test('pipes in a cell are written with and without marks next to words', () => {
  const cell = (...content: BlockJson[]): BlockJson => ({ type: 'table_cell', content })
  const row = (...content: BlockJson[]): BlockJson => ({ type: 'table_row', content })
  const header = { type: 'table_header', content: [text('a')] }
  const pipes = [text('|', 'strong'), text('x \\| y|')]
  const saved = writeDocument('', 'md', [{ type: 'table', content: [row(header), row(cell(...pipes))] }])
  expect(find(readDocument(saved, 'md'), 'table_cell').content).toEqual(pipes)
})

test('a footnote in its place is shown as source, and stays as it is when the text around it changes', () => {
  const source = 'Rye^[From *here*, see [x](/x).] and salt.\n'
  const [block] = readDocument(source, 'md')
  expect(block).toMatchObject({ content: [text('Rye'), { type: 'source_inline' }, text(' and salt.')] })
  expect(edit(source, (all) => replaceWords(all, 'salt', 'sugar'))).toBe(source.replace('salt', 'sugar'))
})
