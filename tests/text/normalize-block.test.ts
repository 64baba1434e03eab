import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { NESTING_MAX, nestingOf, normalizeBlock } from '#contract/normalize-block.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { edit, paragraph, replaceWords, text, textOf } from '#tests/writing/documents.ts'

const linked = (attrs: Record<string, unknown>): BlockJson =>
  paragraph({ type: 'text', text: 'this', marks: [{ type: 'link', attrs }] })
const image = (attrs: Record<string, unknown>): BlockJson => paragraph('see ', { type: 'image', attrs })

describe('the attributes of a block', () => {
  test.each([
    ['an empty title is none', linked({ href: '/a', title: '' }), linked({ href: '/a', title: null })],
    ['a title is one line', linked({ href: '/a', title: ' a\r\n\r\n b ' }), linked({ href: '/a', title: 'a b' })],
    ['a URL has no line breaks', linked({ href: ' /a\n\tb\0 ', title: null }), linked({ href: '/ab', title: null })],
    ['a description is one line', image({ src: '/a', alt: '\ta\nb\x07 ' }), image({ src: '/a', alt: 'a b' })],
    [
      'a label has no blanks and no end',
      paragraph({ type: 'footnote_reference', attrs: { label: ' a b]c ' } }),
      paragraph({ type: 'footnote_reference', attrs: { label: 'a-b-c' } }),
    ],
    [
      'a label is not empty',
      paragraph({ type: 'footnote_reference', attrs: { label: '\0' } }),
      paragraph({ type: 'footnote_reference', attrs: { label: 'note' } }),
    ],
    ['a text has no control characters', paragraph('a\0\x1bb\vc'), paragraph('ab c')],
    ['a text has no half of a pair', paragraph('a\ud83cb'), paragraph('a\ufffdb')],
    ['a text of control characters is none', paragraph('\0', text('b')), paragraph('b')],
  ])('are normalized: %s', (_, block, normalized) => {
    expect(normalizeBlock(block)).toEqual(normalized)
  })

  test('stay as they are in a block that each format can express', () => {
    const block = linked({ href: '/a b_(c)?d="<e>"\\', title: 'a "b" [c] & d' })
    expect(normalizeBlock(block)).toBe(block)
    for (const format of ['md', 'mdx', 'html'] as const)
      expect(readDocument(writeDocument('', format, [block]), format)).toEqual([block])
  })
})

test('containers that are nested too deeply are replaced by what is in them', () => {
  let block: BlockJson = { type: 'blockquote', content: [paragraph('in')] }
  for (let depth = 0; depth < 30; depth++)
    block = { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph('x'), block] }] }
  const normalized = normalizeBlock(block)
  expect(nestingOf(normalized)).toBe(NESTING_MAX)
  expect(textOf(normalized)).toBe(textOf(block))
  for (const format of ['md', 'mdx', 'html'] as const) {
    const [read] = readDocument(writeDocument('', format, [block]), format)
    expect(read && nestingOf(read)).toBe(NESTING_MAX)
  }
})

describe('an odd attribute in a file', () => {
  const html = '<p>Rye <a href=" /a\n" title="">bread</a> and <img src="/a.png" alt=" a  " title=""> salt.</p>\n'

  test('keeps its source when the text beside it is edited', () => {
    expect(edit(html, (blocks) => replaceWords(blocks, 'Rye', 'Spelt'), 'html')).toBe(html.replace('Rye', 'Spelt'))
  })

  test('keeps its source when its block is sent again', () => {
    const source = 'a\u2028b\0c\n'
    expect(writeDocument(source, 'md', readDocument(source, 'md'))).toBe(source)
  })
})

test('the numbers of a list end with the largest that a list can have', () => {
  const item = (words: string): BlockJson => ({
    type: 'list_item',
    attrs: { checked: null },
    content: [paragraph(words)],
  })
  const list = { type: 'ordered_list', attrs: { start: 999_999_999 }, content: [item('a'), item('b')] }
  expect(readDocument(writeDocument('', 'md', [list]), 'md')).toEqual([list])
})

test.each([
  ['> [!TIP]\n> [Rye](/rye) (new) is *here*.\n', '> [Rye', '> A [Rye', 'A '],
  ['> _Rye (new)_ is here.\n', '_Rye', 'A _Rye', 'A '],
  [' _Rye (new)\n is here._\n', ' _Rye', ' A _Rye', 'A '],
])('words before a link or marks at the start of a text leave their source as it is: %j', (source, old, now, words) => {
  const added = edit(source, ([block]) => {
    const paragraph = block?.type === 'paragraph' ? block : block?.content?.[0]
    paragraph?.content?.unshift(text(words))
  })
  expect(added).toBe(source.replace(old, now))
})

test.each([
  ['See [rye][r].\n\n[r]: /rye\n', 'See [rye][r]', 'See [rye][r], too'],
  ['See [rye][r]\n\n[r]: /rye\n', 'See [rye][r]', 'See [rye][r], too'],
  ['See __*rye*__\n', 'See __*rye*__', 'See __*rye*__, too'],
  ['[Top]](#top)\n', '[Top]](#top)', '[Top]](#top), too'],
])('words behind a link or marks at the end of a text leave their source as it is: %j', (source, old, now) => {
  const added = edit(source, ([block]) => {
    const last = block?.content?.at(-1)
    if (last?.text === '.') last.text = ', too.'
    else block?.content?.push(text(', too'))
  })
  expect(added).toBe(source.replace(old, () => now))
})
