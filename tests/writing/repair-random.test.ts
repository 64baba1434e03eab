import { describe, expect, test } from 'bun:test'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { parseBody, readDocument, writeDocument, writeRepaired } from '#server/text/document/documents.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { attacks, oddDocuments } from './odd-documents.ts'

/** More of them: `RANDOM_DOCUMENTS=5000 bun test ./tests/writing/repair-random.test.ts --timeout=600000`. */
const COUNT = Number(process.env.RANDOM_DOCUMENTS ?? (isFullRun ? 1_500 : 40))

type Sent = number | BlockJson

/** Replaces, inserts, deletes or moves some of the blocks. */
function edited(count: number, { random, oddBlock }: ReturnType<typeof oddDocuments>): Sent[] {
  const sent: Sent[] = Array.from({ length: count }, (_, index) => index)
  for (let edits = 1 + random.below(3); edits > 0; edits--) {
    const at = random.below(sent.length + 1)
    const kind = random.below(10)
    if (kind < 4) sent.splice(at, 1, oddBlock())
    else if (kind < 8) sent.splice(at, 0, oddBlock())
    else if (kind < 9) sent.splice(at, 1)
    else sent.splice(random.below(sent.length + 1), 0, ...sent.splice(at, 1))
  }
  return sent
}

function repaired(format: DocumentFormat, source: string, sent: readonly Sent[], seed: number) {
  try {
    return writeRepaired(source, format, sent)
  } catch (cause) {
    throw new Error(`Seed ${seed} is rejected: ${JSON.stringify({ source, sent }).slice(0, 2_000)}`, { cause })
  }
}

/** Source of each block that was sent as unchanged. The editor joins lists beside each other, and so does the conversion. */
function unchangedSources(format: DocumentFormat, source: string, sent: readonly Sent[]): string[] {
  const { text, blocks } = parseBody(source, format)
  return sent.flatMap((index, at) => {
    const block = typeof index === 'number' ? blocks[index] : undefined
    const neighbors = [sent[at - 1], sent[at + 1]].map((one) =>
      typeof one === 'number' ? blocks[one]?.node.type.name : one?.type,
    )
    const isJoined = block?.node.type.name.endsWith('_list') && neighbors.includes(block.node.type.name)
    return block && !isJoined ? [text.slice(block.from, block.to)] : []
  })
}

describe.each(['md', 'mdx', 'html'] as const)('odd documents in %s', (format) => {
  test('are converted or repaired, stay as they are then, and change no block that was not edited', () => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const odd = oddDocuments(seed * 15_485_863, format)
      const source = writeDocument('', format, odd.document())
      const sent = edited(readDocument(source, format).length, odd)
      const written = repaired(format, source, sent, seed)
      const again = repaired(format, written.content, readDocument(written.content, format), seed)
      expect({ seed, again }).toEqual({ seed, again: { content: written.content, repaired: [] } })
      const changed = unchangedSources(format, source, sent).filter((own) => !written.content.includes(own))
      expect({ seed, changed }).toEqual({ seed, changed: [] })
      for (const { index, message } of written.repaired) {
        expect(typeof sent[index]).toBe('object')
        expect(message).toMatch(/\w\.$/)
      }
    }
  })

  test('and attacks in each place of a document are, too', () => {
    const some = attacks.filter((attack, index) => attack !== '' && (isFullRun || index % 25 === 0))
    for (const [index, attack] of some.entries()) {
      const written = repaired(format, '', inEachPlace(attack), index)
      const again = repaired(format, written.content, readDocument(written.content, format), index)
      expect({ attack, again }).toEqual({ attack, again: { content: written.content, repaired: [] } })
    }
  })
})

function inEachPlace(value: string): BlockJson[] {
  const text = { type: 'text', text: value }
  const image = { src: value, alt: value, title: value }
  return [
    { type: 'paragraph', content: [text, { ...text, marks: [{ type: 'code' }] }] },
    { type: 'paragraph', content: [{ ...text, marks: [{ type: 'link', attrs: { href: value, title: value } }] }] },
    {
      type: 'paragraph',
      content: [
        { type: 'image', attrs: image },
        { type: 'source_inline', attrs: { text: value } },
      ],
    },
    { type: 'heading', attrs: { level: 2 }, content: [{ ...text, marks: [{ type: 'strong' }] }] },
    { type: 'code_block', attrs: { language: value }, content: [text] },
    { type: 'figure', attrs: image, content: [text] },
    { type: 'footnote_definition', attrs: { label: value }, content: [{ type: 'paragraph', content: [text] }] },
    { type: 'table', content: [{ type: 'table_row', content: [{ type: 'table_header', content: [text] }] }] },
    { type: 'source_block', attrs: { text: value } },
  ]
}
