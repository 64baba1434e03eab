import { join } from 'node:path'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import type { Block } from '#server/text/blocks/block.ts'
import { parseBody, readDocument, writeDocument } from '#server/text/document/documents.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import { percentile } from './percentile.ts'

/**
 * Opens and saves every post below a folder as the visual editor does: `bun run bench:editor FOLDER`. A save without a
 * change must return the same bytes, and a replaced word must change its own text block only. Prints each exception.
 */

type Totals = {
  posts: number
  identical: number
  blocks: number
  visual: number
  edits: number
  exact: number
  oneLine: number
}

const FORMATS: Readonly<Record<string, DocumentFormat>> = {
  md: 'md',
  markdown: 'md',
  mkdn: 'md',
  mdx: 'mdx',
  html: 'html',
}

const folder = process.argv[2]
if (!folder) throw new Error('Say which folder: bun run bench:editor FOLDER')

const totals: Totals = { posts: 0, identical: 0, blocks: 0, visual: 0, edits: 0, exact: 0, oneLine: 0 }
const exceptions: string[] = []
const reads: number[] = []
const saves: number[] = []

for (const file of (await Array.fromAsync(new Bun.Glob('**/*.{md,markdown,mkdn,mdx,html}').scan(folder))).sort()) {
  const text = await Bun.file(join(folder, file)).text()
  const body = bodyOf(text)
  if (body === undefined) console.log(`not a post: ${file}`)
  else examine(file, body, FORMATS[file.split('.').at(-1) ?? ''] ?? 'md')
}

console.log(exceptions.join('\n'))
console.log(
  `${totals.posts} posts: ${totals.identical} identical after open and save; ` +
    `${totals.visual} of ${totals.blocks} blocks are visual; ` +
    `${totals.exact} of ${totals.edits} replaced words changed their block only, ${totals.oneLine} one line only`,
)
console.log(`read: ${times(reads)}; save: ${times(saves)}`)
process.exit(exceptions.length > 0 ? 1 : 0)

function times(samples: number[]): string {
  return [50, 95, 100].map((p) => `p${p} ${percentile(samples, p / 100).toFixed(1)} ms`).join(', ')
}

/** As the product splits a post; `undefined` for a file that it does not read. Some texts have no front matter. */
function bodyOf(text: string): string | undefined {
  if (!/^\uFEFF?(?:---|\+\+\+|\{)/.test(text)) return text
  try {
    return text.slice(findFences(text).bodyStart)
  } catch {
    return undefined
  }
}

function examine(file: string, body: string, format: DocumentFormat): void {
  totals.posts++
  const json = timed(reads, () => attempt(file, 'read', () => readDocument(body, format)))
  if (!json) return
  const saved = attempt(file, 'save', () => writeDocument(body, format, json))
  if (saved === body) totals.identical++
  else exceptions.push(`${file}: not identical`)
  parseBody(body, format).blocks.forEach((block, index) => {
    totals.blocks++
    if (block.node.type.name !== 'source_block') totals.visual++
    replaceWords(file, body, format, json, block, index)
  })
}

/** Replaces one word in each text block of a top-level block. */
function replaceWords(
  file: string,
  body: string,
  format: DocumentFormat,
  json: readonly BlockJson[],
  top: Block,
  index: number,
): void {
  for (const { block, path } of textBlocks(top, [])) {
    const changed = structuredClone(json[index])
    const target = path.reduce<BlockJson | undefined>((node, step) => node?.content?.[step], changed)
    if (!changed || !target || !replaceWord(target)) continue
    totals.edits++
    const blocks = json.map((_, number) => (number === index ? changed : number))
    const saved = timed(saves, () =>
      attempt(file, `edit of ${JSON.stringify(block.node.textContent.slice(0, 60))}`, () =>
        writeDocument(body, format, blocks),
      ),
    )
    if (saved === undefined) continue
    const { from, to, lines } = difference(body, saved)
    if (from >= block.from && to <= block.to) totals.exact++
    else exceptions.push(`${file}: edit outside of ${JSON.stringify(block.node.textContent.slice(0, 60))}`)
    if (lines === 1) totals.oneLine++
    else if (process.argv.includes('--lines'))
      console.log(`${file}: ${lines} lines for ${JSON.stringify(block.node.textContent.slice(0, 60))}`)
  }
}

function textBlocks(block: Block, path: readonly number[]): { block: Block; path: readonly number[] }[] {
  if (block.text || block.code) return [{ block, path }]
  return (block.children ?? []).flatMap((child, index) => textBlocks(child, [...path, index]))
}

/** The middle one. */
function replaceWord(target: BlockJson): boolean {
  const texts = (target.content ?? []).filter(({ text }) => /[a-z]{3}/i.test(text ?? ''))
  const node = texts[Math.floor(texts.length / 2)]
  const words = [...(node?.text ?? '').matchAll(/[a-z]{3,}/gi)]
  const word = words[Math.floor(words.length / 2)]
  if (!node?.text || !word) return false
  const insert = word[0] === 'changed' ? 'replaced' : 'changed'
  node.text = node.text.slice(0, word.index) + insert + node.text.slice(word.index + word[0].length)
  return true
}

/** Where two texts differ, as offsets in the first with `\n` as line ends, and in how many lines. */
function difference(one: string, other: string): { from: number; to: number; lines: number } {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const unix = (text: string) => text.replaceAll('\r\n', '\n')
  const from = unix(one.slice(0, start)).length
  const old = unix(one.slice(start, one.length - end))
  const now = unix(other.slice(start, other.length - end))
  return { from, to: from + old.length, lines: Math.max(old.split('\n').length, now.split('\n').length) }
}

function attempt<T>(file: string, what: string, action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    exceptions.push(`${file}: ${what}: ${error instanceof Error ? error.name + error.message : error}`)
    return undefined
  }
}

function timed<T>(samples: number[], action: () => T): T {
  const start = performance.now()
  const result = action()
  samples.push(performance.now() - start)
  return result
}
