import type { Block, Parsed } from '#server/text/blocks/block.ts'
import { createNode } from '#server/text/blocks/schema.ts'
import { UnsupportedSource, wholeText } from '#server/text/blocks/source-text.ts'
import { readFlow } from './read-blocks.ts'
import { type HtmlNode, parseHtml } from './tree.ts'

/** Reads HTML with `\n` as line ends. A whole document, and whatever cannot be read, is a source block. */
export function parseHtmlBody(text: string): Parsed {
  const nodes = parseHtml(text)
  try {
    if (nodes.some(isOfDocument)) throw new UnsupportedSource()
    return { text, blocks: withComments(readFlow(nodes, wholeText(text)), text) }
  } catch (error) {
    if (!(error instanceof UnsupportedSource)) throw error
    return { text, blocks: allSource(text) }
  }
}

const isOfDocument = (node: HtmlNode): boolean =>
  node.kind === 'element' && ['html', 'head', 'body'].includes(node.name)

function allSource(text: string): Block[] {
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  return from < to ? [{ node: createNode('source_block', { text: text.slice(from, to) }), from, to }] : []
}

const OPENING = /<!--\s+wp:([\w/-]+)[^>]*-->\s*$/
const BEFORE_MAX = 2_000

/** WordPress encloses each block in comments, which move and go with it. */
function withComments(blocks: readonly Block[], text: string): Block[] {
  return blocks.map((block, index) => {
    const start = Math.max(blocks[index - 1]?.to ?? 0, block.from - BEFORE_MAX)
    const opening = OPENING.exec(text.slice(start, block.from))
    const closing = /^\s*<!--\s+\/wp:([\w/-]+)\s+-->/.exec(text.slice(block.to, block.to + BEFORE_MAX))
    if (!opening || !closing || opening[1] !== closing[1]) return block
    return { ...block, outer: { from: start + opening.index, to: block.to + closing[0].length } }
  })
}
