import { describe, expect, test } from 'bun:test'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { InvalidDocumentError, readDocument, writeDocument } from '#server/text/document/documents.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { paragraph, text } from '#tests/writing/documents.ts'

const formats: readonly DocumentFormat[] = ['md', 'mdx', 'html']

function nested(depth: number): BlockJson {
  let block = paragraph('x')
  for (let i = 0; i < depth; i++) block = { type: 'blockquote', content: [block] }
  return block
}

describe('a document that is none', () => {
  const invalid: Record<string, unknown> = {
    'no object': 'x',
    null: null,
    'an array': [],
    'an unknown node': { type: 'script' },
    'a prototype property as a type': { type: '__proto__' },
    'a wrong child': { type: 'bullet_list', content: [paragraph('x')] },
    'a node that cannot be at the top': { type: 'list_item', content: [paragraph('x')] },
    'no children where some are needed': { type: 'blockquote' },
    'an unknown mark': { type: 'paragraph', content: [text('x', 'blink')] },
    'a wrong attribute': { type: 'heading', attrs: { level: 9 }, content: [text('x')] },
    'an attribute of another type': { type: 'paragraph', content: [{ type: 'image', attrs: { src: { a: 1 } } }] },
    'a missing attribute': { type: 'source_block' },
    'empty text': { type: 'paragraph', content: [text('')] },
    'text that is no text': { type: 'paragraph', content: [{ type: 'text', text: 1 }] },
    'content that is no list': { type: 'paragraph', content: 'x' },
    'a depth of a thousand': nested(1000),
  }

  test.each(Object.entries(invalid))('is rejected: %s', (_, block) => {
    for (const format of formats) {
      // As it arrives from a browser.
      expect(() => writeDocument('x', format, [block as BlockJson])).toThrow(InvalidDocumentError)
    }
  })

  test('is rejected: too many characters or nodes', () => {
    expect(() => writeDocument('x', 'md', [paragraph('x'.repeat(200_001))])).toThrow(InvalidDocumentError)
    const many: BlockJson = {
      type: 'paragraph',
      content: Array.from({ length: 100_001 }, () => ({ type: 'hard_break' })),
    }
    expect(() => writeDocument('x', 'md', [many])).toThrow(InvalidDocumentError)
  })

  test.each([1, -1, 0.5, Number.NaN])('is rejected: block %p of a text with one block', (number) => {
    expect(() => writeDocument('x', 'md', [number])).toThrow(InvalidDocumentError)
  })
})

test('rejects a text that is too long or nested too deeply', () => {
  for (const format of formats) {
    expect(() => readDocument('x'.repeat(200_001), format)).toThrow(UnrenderableContentError)
  }
  expect(() => readDocument('> '.repeat(150), 'md')).toThrow(UnrenderableContentError)
  expect(() => readDocument('<div>'.repeat(150), 'html')).toThrow(UnrenderableContentError)
})

test('shows deep nesting as source and saves it unchanged', () => {
  for (const source of [`${'> '.repeat(60)}x\n`, `${'- '.repeat(60)}x\n`]) {
    const blocks = readDocument(source, 'md')
    expect(JSON.stringify(blocks)).toContain('source_block')
    expect(writeDocument(source, 'md', blocks)).toBe(source)
  }
})

const texts = {
  'unclosed brackets': '['.repeat(90),
  'template tags without end': '{% a %}\n\n'.repeat(1_000),
  'different template tags without end': Array.from({ length: 1_000 }, (_, i) => `{% a${i} %}\n`).join('\n'),
  'opening braces': '{'.repeat(3_000),
  'directives without end': ':::a\n\n'.repeat(1_000),
  'stars and words': '*a _b '.repeat(500),
  pipes: `${'|'.repeat(500)}\n${'|-'.repeat(500)}|\n`,
  'open tags': '<p><b>x'.repeat(90),
  'open components': '<A {'.repeat(1_000),
  'comments that are not closed': '<!-- '.repeat(1_000),
  footnotes: '[^a]: x\n'.repeat(1_000),
}

test.each(Object.entries(texts))('reads and saves %s', (_, source) => {
  for (const format of formats) {
    const blocks = readDocument(source, format)
    expect(writeDocument(source, format, blocks)).toBe(source)
  }
})
