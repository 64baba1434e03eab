import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { randomDocuments } from './random-documents.ts'
import { randomEdit } from './random-edits.ts'
import { structureOfDocument } from './structure-of-document.ts'
import { structureOfHtml } from './structure-of-html.ts'

/** More of them: `RANDOM_DOCUMENTS=5000 bun test ./tests/writing/random.test.ts --timeout=600000`. */
const COUNT = Number(process.env.RANDOM_DOCUMENTS ?? (isFullRun ? 150 : 50))
const formats = ['md', 'html'] as const
type Format = (typeof formats)[number]

function assertShownAlike(format: Format, source: string): void {
  const shown = structureOfHtml(renderHtml(format, source, { anchors: false }))
  expect({ source, shown }).toEqual({ source, shown: structureOfDocument(readDocument(source, format)) })
}

function write(format: Format, source: string, blocks: readonly (number | BlockJson)[], seed: number): string {
  try {
    return writeDocument(source, format, blocks)
  } catch (cause) {
    throw new Error(`Seed ${seed} cannot be written: ${JSON.stringify({ source, blocks })}`, { cause })
  }
}

describe.each(formats)('random documents in %s', (format) => {
  test('are written, and the page shows what the editor shows', () => {
    for (let seed = 1; seed <= COUNT; seed++)
      assertShownAlike(format, write(format, '', randomDocuments(seed * 7919, format).document(), seed))
  })

  test('are edited, and blocks that were not edited keep their source', () => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const { random, document } = randomDocuments(seed * 104_729, format)
      const source = write(format, '', document(), seed)
      const blocks = readDocument(source, format)
      if (blocks.length === 0) continue
      const { changed, index } = randomEdit(random, blocks)
      const saved = write(
        format,
        source,
        blocks.map((_, at) => (at === index ? changed : at)),
        seed,
      )
      assertShownAlike(format, saved)
      const others = readDocument(saved, format).map((block) => JSON.stringify(block))
      for (const [at, block] of blocks.entries()) if (at !== index) expect(others).toContain(JSON.stringify(block))
    }
  })
})
