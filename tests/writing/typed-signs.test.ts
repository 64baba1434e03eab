import { describe, expect, test } from 'bun:test'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { edit, paragraph, text } from './documents.ts'

const SIGNS = [
  ...['$$ to $$$', '$$x$$', 'from $$a$$ on', '[TOC]', '[[toc]]', '[[_TOC_]]', '{# later #}', '{: .x}', '{:toc}'],
  ...['{% raw %}', '{% raw %}x{% endraw %}', '{% comment %}x', '{{ price }}', 'for {{ price }} each', '{{/* x */}}'],
  ...[
    '{{< youtube abcdefghijk >}}',
    '{{% notice %}}',
    '^[x]',
    'Jars^[of glass]',
    '[^1]',
    '[^1]: x',
    '::youtube{id="a"}',
  ],
  ...[':::tip', ': a meaning', '\\(x\\)', '<!-- more -->', 'a {#b}', '{x}'],
]

/** As readers see it. Formulas are read in each post. */
function shown(format: DocumentFormat, source: string): string {
  const html = renderHtml(format === 'html' ? 'html' : 'md', source, {
    ...(format === 'mdx' && { mdx: true }),
    ...(format === 'html' && { math: true }),
  })
  return decodeEntities(html.replace(/^<p[^>]*>(.*)<\/p>\s*$/s, '$1'))
}

describe.each<DocumentFormat>(['md', 'mdx', 'html'])('in %s', (format) => {
  test.each(SIGNS)('%p that was typed is text on the page and when it is opened again', (words) => {
    const block = paragraph(words)
    const written = writeDocument('', format, [block])
    expect(shown(format, written)).toBe(words)
    expect(readDocument(written, format)).toEqual([block])
  })

  test('signs that are typed beside others of the file are text', () => {
    const source = (words: string) => (format === 'html' ? `<p>${words}</p>` : words)
    const pairs = [
      ['10 $ b', '10 $$ b$$'],
      ['a { b }} c', 'a {{ b }} c'],
      ['a } c', 'a {% raw %} c'],
      ['a ^ b', 'a ^[n] b'],
      ['a [n] b', 'a ^[n] b'],
    ] as const
    for (const [before, after] of pairs) {
      const file = format === 'mdx' ? writeDocument('', 'mdx', [paragraph(before)]) : source(before)
      const written = writeDocument(file, format, [paragraph(after)])
      expect(shown(format, written)).toBe(after)
    }
  })
})

test.each(['Jars {#jars}', 'Jars {.wide}', 'Jars {: #jars}'])('%p as a heading is the text that was typed', (words) => {
  const heading: BlockJson = { type: 'heading', attrs: { level: 2 }, content: [text(words)] }
  const written = writeDocument('', 'md', [heading])
  expect(decodeEntities(renderHtml('md', written).replace(/<[^>]*>/g, '')).trim()).toBe(words)
  expect(readDocument(written, 'md')).toEqual([heading])
})

test('tags and formulas of the file stay what they are when a word beside them changes', () => {
  const source = 'Made by {{ site.author }} for $$x_1$$ jars^[Of glass.].\n'
  const saved = edit(source, ([block]) => Object.assign(block?.content?.[0] ?? {}, { text: 'Written by ' }))
  expect(saved).toBe(source.replace('Made', 'Written'))
})

test('in code they need no other form', () => {
  const block = paragraph(text('{{ price }} $$x$$', 'code'))
  expect(writeDocument('', 'md', [block])).toBe('`{{ price }} $$x$$`')
  expect(writeDocument('', 'html', [block])).toBe('<p><code>{{ price }} $$x$$</code></p>')
})

test.each(['{{ price }}', '{% raw %}', '{# later #}', '$$x$$', 'Jars^[of glass]'])(
  '%p is found in searches and summaries as it is read',
  (words) => expect(toPlainText('md', writeDocument('', 'md', [paragraph(words)]))).toBe(words),
)
