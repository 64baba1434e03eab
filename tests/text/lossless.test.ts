import { expect, test } from 'bun:test'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { parseBody, readDocument, writeDocument } from '#server/text/document/documents.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { edit, replaceWords } from '#tests/writing/documents.ts'

const fixtures: readonly { name: string; format: DocumentFormat }[] = [
  { name: 'constructs.md', format: 'md' },
  { name: 'component.mdx', format: 'mdx' },
  { name: 'wordpress.html', format: 'html' },
]

const read = (name: string) => Bun.file(`tests/writing/fixtures/${name}`).text()
/** The words that are replaced: each, or every third. */
const STEP = isFullRun ? 1 : 3
const lineEnds = { '\\n': '\n', '\\r\\n': '\r\n' }

/** Words of all text nodes, each with a way to replace it. */
function texts(blocks: readonly BlockJson[]): BlockJson[] {
  return blocks.flatMap((block) => [...(block.text ? [block] : []), ...texts(block.content ?? [])])
}

for (const { name, format } of fixtures) {
  for (const [shown, lineEnd] of Object.entries(lineEnds)) {
    test(`returns the same bytes for ${name} with ${shown} when nothing changed`, async () => {
      const source = (await read(name)).replaceAll('\n', lineEnd)
      const blocks = readDocument(source, format)
      expect(writeDocument(source, format, blocks)).toBe(source)
      expect(writeDocument(source, format, [...blocks.keys()])).toBe(source)
    })

    test(`replaces each word of ${name} with ${shown} on its own line only`, async () => {
      const source = (await read(name)).replaceAll('\n', lineEnd)
      const count = texts(readDocument(source, format)).length
      expect(count).toBeGreaterThan(5)
      for (let i = 0; i < count; i += STEP) {
        const blocks = readDocument(source, format)
        const node = texts(blocks)[i]
        if (!node?.text || !/[a-z]{3}/i.test(node.text)) continue
        node.text = node.text.replace(/[a-z]{3,}/i, 'changed')
        const saved = writeDocument(source, format, blocks)
        const old = source.split(lineEnd)
        const differing = saved.split(lineEnd).filter((line, index) => line !== old[index])
        expect(differing).toEqual([expect.stringContaining('changed')])
        expect(readDocument(saved, format)).toEqual(blocks)
      }
    })
  }

  // In HTML, tags of containers and comments are between blocks.
  if (format === 'html') continue
  test(`covers ${name} with blocks whose source is between their offsets`, async () => {
    const { text, blocks } = parseBody(await read(name), format)
    const gaps = blocks.map(({ from }, index) => text.slice(blocks[index - 1]?.to ?? 0, from))
    expect(gaps.join('').trim()).toBe('')
  })
}

test('keeps mixed line ends and uses the prevailing one for new lines', () => {
  const source = 'one\r\n\r\ntwo\n\r\nthree\r\n'
  const saved = edit(source, (blocks) =>
    blocks.splice(1, 0, { type: 'paragraph', content: [{ type: 'text', text: 'new' }] }),
  )
  expect(saved).toBe('one\r\n\r\nnew\r\n\r\ntwo\n\r\nthree\r\n')
})

test('keeps wrapped lines, old escapes and entities around a replaced word', () => {
  const source = 'A \\*b\\* &amp; c\nwrapped here  \nand broken.\n'
  expect(edit(source, (blocks) => replaceWords(blocks, 'wrapped', 'folded'))).toBe(
    'A \\*b\\* &amp; c\nfolded here  \nand broken.\n',
  )
})

test('reads what it cannot show as source with its exact text', async () => {
  const blocks = readDocument(await read('constructs.md'), 'md')
  const sources = blocks.filter(({ type }) => type === 'source_block').map(({ attrs }) => String(attrs?.text))
  expect(sources.map((one) => one.split('\n')[0])).toEqual([
    '<div class="note">',
    '<!-- more -->',
    '{% highlight ruby %}',
    '{{< figure src="a.png" caption="x" >}}',
    '{% include note.html %}',
    ':::tip A title',
    '$$',
    '[ref]: https://example.com/ref "Reference"',
  ])
  expect(sources[2]).toContain('# no heading\n{% endhighlight %}')
})
