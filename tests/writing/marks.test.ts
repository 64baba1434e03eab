import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { edit, item, paragraph, text } from './documents.ts'

const link = (words: string, ...marks: string[]): BlockJson => ({
  ...text(words),
  marks: [{ type: 'link', attrs: { href: '/a', title: null } }, ...marks.map((type) => ({ type }))],
})

describe('formatting that Markdown does not read between its delimiters is written with tags', () => {
  test.each<[string, BlockJson, string]>([
    ['**.**~~x~~', paragraph(text('.', 'strong'), text('x', 'strike')), '<strong>.</strong>~~x~~'],
    ['**a:**_b_', paragraph(text('a:', 'strong'), text('b', 'em')), '**a:**_b_'],
    ['emoji in a word', paragraph('x', text('🎉', 'em'), 'x'), '&#120;*🎉*&#120;'],
    ['code', paragraph(text('x', 'em', 'code'), text('y', 'strike')), '<em>`x`</em>~~y~~'],
    ['backticks in a link', paragraph(link('`', 'strong', 'code')), '[**<code>&#96;</code>**](/a)'],
  ])('%s', (_, block, expected) => {
    const written = writeDocument('', 'md', [block])
    expect(written).toBe(expected)
    expect(readDocument(written, 'md')).toEqual([block])
  })

  test('tags of marks in a file are shown as formatting, and stay when another word changes', () => {
    const source = 'A <b>bold</b> and <i>slanted</i> word, <del>not</del> <code>x &lt; y</code> <kbd>K</kbd>.\n'
    const [read] = readDocument(source, 'md')
    expect(read?.content?.slice(0, 4)).toEqual([
      text('A '),
      text('bold', 'strong'),
      text(' and '),
      text('slanted', 'em'),
    ])
    expect(read?.content).toContainEqual(text('x < y', 'code'))
    expect(read?.content).toContainEqual({ type: 'source_inline', attrs: { text: '<kbd>' } })
    const saved = edit(source, ([block]) => Object.assign(block?.content?.[4] ?? {}, { text: ' sentence, ' }))
    expect(saved).toBe(source.replace(' word, ', ' sentence, '))
  })

  test.each(['<b>', 'a <b> b', '<b></b>', '<b> x</b>', '<b>x', '</b>', '<b><i>x</b></i>', '<b class="x">y</b>'])(
    'tags that are no formatting stay source: %s',
    (source) => {
      const blocks = readDocument(`x ${source} y\n`, 'md')
      expect(JSON.stringify(blocks)).toContain('source_inline')
      expect(writeDocument(`x ${source} y\n`, 'md', blocks)).toBe(`x ${source} y\n`)
    },
  )
})

test('a text of line breaks or of no-break spaces can be saved', () => {
  expect(writeDocument('', 'md', [paragraph({ type: 'hard_break' }), paragraph('x')])).toBe('x')
  expect(writeDocument('', 'md', [paragraph('\u00a0')])).toBe('&nbsp;')
  expect(writeDocument('', 'md', [paragraph(text('\u00a0', 'strong'), 'x')])).toBe('\u00a0x')
})

test('a line break at the end of a link is written behind it', () => {
  const inLink = { type: 'hard_break', marks: link('x').marks ?? [] }
  expect(writeDocument('', 'md', [paragraph(link('x'), inLink, 'y')])).toBe('[x](/a)\\\ny')
})

test('tabs at the beginning of code in a list are written as spaces', () => {
  const code = { type: 'code_block', attrs: { language: '' }, content: [text('if (a)\n\t\tb')] }
  const list = { type: 'bullet_list', content: [{ ...item('x'), content: [paragraph('x'), code] }] }
  expect(writeDocument('', 'md', [list])).toBe('- x\n\n  ```\n  if (a)\n          b\n  ```')
})

test('a numbered list can begin a callout', () => {
  const list = { type: 'ordered_list', attrs: { start: 7 }, content: [item('x')] }
  const saved = writeDocument('', 'md', [{ type: 'callout', attrs: { kind: 'tip' }, content: [list] }])
  expect(saved).toBe('> [!TIP]\n>\n> 7. x')
  expect(renderHtml('md', saved)).toContain('<ol start="7">')
})

test('attributes and formulas inside of a text are shown as source', () => {
  const chips = (source: string) =>
    JSON.stringify(readDocument(source, 'md').map(({ content }) => content?.map(({ attrs }) => attrs?.text)))
  expect(chips('## Jars {#jars}\n')).toBe('[[null,"{#jars}"]]')
  expect(chips('![a](/b.png){width=300} x\n')).toBe('[[null,"{width=300}",null]]')
  expect(chips('A {: .wide} b $$x_1$$ c\n')).toBe('[[null,"{: .wide}",null,"$$x_1$$",null]]')
})

test('a heading that ends with # is written as it is', () => {
  const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })
  expect(writeDocument('', 'md', [heading('C#')])).toBe('## C#')
  expect(writeDocument('', 'md', [heading('a #')])).toBe('## a \\#')
})
