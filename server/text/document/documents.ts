import { Node } from 'prosemirror-model'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import type { Parsed } from '#server/text/blocks/block.ts'
import { createNode, schema } from '#server/text/blocks/schema.ts'
import { withUnixLineEnds } from '#server/text/blocks/source-text.ts'
import { htmlFormat } from '#server/text/html/format.ts'
import { createMarkdownFormat } from '#server/text/markdown/format.ts'
import { assertRenderable } from '#server/text/scan/nesting-limit.ts'
import { InvalidDocumentError } from './errors.ts'
import { save } from './save.ts'

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
  const wanted = blocks.map((block) => (typeof block === 'number' ? block : nodeFrom(block)))
  const written =
    format === 'html' ? save(content, htmlFormat, wanted) : save(content, format === 'mdx' ? mdx : markdown, wanted)
  assertReadable(written, format)
  return written
}

function assertReadable(content: string, format: DocumentFormat): void {
  assertRenderable(format === 'html' ? 'html' : 'md', content)
}

const markdown = createMarkdownFormat(false)
const mdx = createMarkdownFormat(true)

const DEPTH_MAX = 50
const NODES_MAX = 100_000

function nodeFrom(json: unknown): Node {
  assertSize(json)
  try {
    const node = Node.fromJSON(schema, json)
    // Checks that it may be at the top, too.
    createNode('doc', null, [node]).check()
    return node
  } catch {
    throw new InvalidDocumentError()
  }
}

/** Before the recursion of `Node.fromJSON`. */
function assertSize(json: unknown): void {
  let level: unknown[] = [json]
  let nodes = 0
  let characters = 0
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length
    if (depth > DEPTH_MAX || nodes > NODES_MAX) throw new InvalidDocumentError('This document is too large.')
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) throw new InvalidDocumentError()
      if ('text' in node && typeof node.text === 'string') characters += node.text.length
      if ('content' in node && Array.isArray(node.content)) for (const child of node.content) next.push(child)
    }
    level = next
  }
  if (characters > CONTENT_MAX_CHARACTERS) throw new InvalidDocumentError('This document is too large.')
}
