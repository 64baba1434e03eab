import { Node } from 'prosemirror-model'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { normalizeBlock } from '#contract/normalize-block.ts'
import { fits } from '#contract/stored-document.ts'
import type { Parsed } from '#server/text/blocks/block.ts'
import { createNode, schema } from '#server/text/blocks/schema.ts'
import { withUnixLineEnds } from '#server/text/blocks/source-text.ts'
import { htmlFormat } from '#server/text/html/format.ts'
import { createMarkdownFormat } from '#server/text/markdown/format.ts'
import { assertRenderable } from '#server/text/scan/nesting-limit.ts'
import { InvalidDocumentError } from './errors.ts'
import { lossInWords, repairInWords } from './losses.ts'
import { type Repaired, saveRepaired } from './repair.ts'
import { save, type WantedBlock } from './save.ts'

export { InvalidDocumentError, NotReadBackError } from './errors.ts'

/**
 * Returns the top-level blocks of a body without front matter, in order. What the visual editor cannot show is a source
 * block. Throws `UnrenderableContentError` for a text that is too long or nested too deeply.
 */
export function readDocument(content: string, format: DocumentFormat): BlockJson[] {
  assertReadable(content, format)
  return parseBody(content, format).blocks.map(({ node }) => node.toJSON())
}

/** The blocks with their places, as offsets in the text with `\n` as line ends. */
export function parseBody(content: string, format: DocumentFormat): Parsed {
  const { text } = withUnixLineEnds(content)
  if (format === 'html') return htmlFormat.parse(text)
  return format === 'mdx' ? mdx.parse(text) : markdown.parse(text)
}

/**
 * Returns `content` with these blocks; a number is a top-level block of `content` that did not change. Only what changed is
 * written again. Throws `InvalidDocumentError` for what is no document, and `NotReadBackError` for one that the format
 * cannot express.
 */
export function writeDocument(
  content: string,
  format: DocumentFormat,
  blocks: readonly (number | BlockJson)[],
): string {
  assertReadable(content, format)
  const wanted = wantedBlocks(content, format, blocks)
  if (format === 'html') return save(content, htmlFormat, wanted)
  return save(content, format === 'mdx' ? mdx : markdown, wanted)
}

/** A block that was not written as it was sent: as it is read now, and what was left out, in words. */
export type RepairedBlock = { index: number; block: BlockJson; message: string }

/** As `writeDocument`, but writes a block that the format cannot express in the nearest form that it can, and reports it. */
export function writeRepaired(
  content: string,
  format: DocumentFormat,
  blocks: readonly (number | BlockJson)[],
): { content: string; repaired: RepairedBlock[] } {
  assertReadable(content, format)
  const wanted = wantedBlocks(content, format, blocks)
  const saved =
    format === 'html'
      ? saveRepaired(content, htmlFormat, wanted)
      : saveRepaired(content, format === 'mdx' ? mdx : markdown, wanted)
  return { content: saved.content, repaired: repairedBlocks(format, blocks, wanted, saved) }
}

function repairedBlocks(
  format: DocumentFormat,
  blocks: readonly (number | BlockJson)[],
  wanted: readonly WantedBlock[],
  { content, repairs, asText }: Repaired,
): RepairedBlock[] {
  const messages = blocks.flatMap((block, index) => {
    const before = wanted[index]
    const after = repairs.get(index)
    const loss =
      typeof before === 'object' && typeof block === 'object' ? lossInWords(format, block, asText) : undefined
    const repair = typeof before === 'object' && after ? repairInWords(format, before, after) : undefined
    const message = [loss, repair].filter((part) => part !== undefined).join(' ')
    return message ? [{ index, message }] : []
  })
  if (messages.length === 0) return []
  const read = parseBody(content, format).blocks
  return messages.map(({ index, message }) => {
    const node = repairs.get(index) ?? wanted[index]
    // Empty blocks were left out, or lists joined: then the block is not at its index.
    const own = read.length === blocks.length ? read[index]?.node : undefined
    const block = own ?? (typeof node === 'object' ? normalizedAlone(format, node) : undefined)
    return { index, message, block: (block ?? createNode('paragraph')).toJSON() }
  })
}

function normalizedAlone(format: DocumentFormat, node: Node): Node | undefined {
  if (format === 'html') return htmlFormat.normalize([node], [])[0]
  return (format === 'mdx' ? mdx : markdown).normalize([node], [])[0]
}

/** Blocks of the file stay as they are; others are normalized. */
function wantedBlocks(content: string, format: DocumentFormat, blocks: readonly (number | BlockJson)[]): WantedBlock[] {
  let read: Parsed | undefined
  return blocks.map((block) => {
    if (typeof block === 'number') return block
    // Before the recursion of `Node.fromJSON`.
    if (!fits([block])) throw new InvalidDocumentError('This document is too large.')
    const normalized = normalizeBlock(block)
    if (normalized === block) return nodeFrom(block)
    const sent = nodeFrom(block)
    read ??= parseBody(content, format)
    return read.blocks.some(({ node }) => node.eq(sent)) ? sent : nodeFrom(normalized)
  })
}

function assertReadable(content: string, format: DocumentFormat): void {
  assertRenderable(format === 'html' ? 'html' : 'md', content)
}

const markdown = createMarkdownFormat(false)
const mdx = createMarkdownFormat(true)

function nodeFrom(json: unknown): Node {
  try {
    const node = Node.fromJSON(schema, json)
    // Checks that it may be at the top, too.
    createNode('doc', null, [node]).check()
    return node
  } catch {
    throw new InvalidDocumentError()
  }
}
