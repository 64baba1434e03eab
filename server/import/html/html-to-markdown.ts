import type { BlockJson } from '#contract/document.ts'
import { InvalidDocumentError, NotReadBackError, readDocument, writeDocument } from '#server/text/document/documents.ts'
import { toBlocks } from './blocks.ts'
import { cleanBlocks } from './clean.ts'
import { markFootnotes } from './footnotes.ts'
import { plainImages } from './images.ts'
import { createCleaning } from './raw.ts'
import { markTargets } from './targets.ts'
import { parseHtml, writeHtml } from './tree.ts'

/** `changes`: what the Markdown says otherwise than the HTML did, in plain words. */
export type ConvertedHtml = { text: string; changes: string[] }

/**
 * Converts HTML of another system to Markdown that the site renders the same. Whatever Markdown cannot say stays HTML. Uses the
 * visual editor's reader and writer, which reads back what it writes. Takes tens of milliseconds for a long text: call it in a
 * worker or a command. Throws `UnrenderableContentError` for a text that is too long or nested too deeply.
 */
export function htmlToMarkdown(html: string): ConvertedHtml {
  const cleaning = createCleaning()
  const nodes = markTargets(markFootnotes(plainImages(parseHtml(html))))
  const pieces = cleanBlocks(nodes, cleaning).map((node): Piece => {
    const blocks = toBlocks(readDocument(writeHtml([node]), 'html'), cleaning)
    return { blocks, html: () => cleaning.sourceOf([node]) }
  })
  return { text: written(pieces), changes: cleaning.changes() }
}

/** A top-level element as blocks, and as a block of HTML. */
type Piece = { blocks: readonly BlockJson[]; html: () => string }

function written(pieces: readonly Piece[]): string {
  return (
    tried(pieces.flatMap(({ blocks }) => blocks)) ??
    tried(pieces.flatMap((piece) => (tried(piece.blocks) === undefined ? [sourceBlock(piece)] : piece.blocks))) ??
    pieces.map(({ html }) => html()).join('\n\n')
  )
}

const sourceBlock = ({ html }: Piece): BlockJson => ({ type: 'source_block', attrs: { text: html() } })

/** Returns undefined for blocks that Markdown would not read back as they are. */
function tried(blocks: readonly BlockJson[]): string | undefined {
  if (blocks.length === 0) return ''
  try {
    return `${writeDocument('', 'md', blocks).trim()}\n`
  } catch (error) {
    if (error instanceof NotReadBackError || error instanceof InvalidDocumentError) return undefined
    throw error
  }
}
