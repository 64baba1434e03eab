import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import type { TextBlocks, WrittenText } from '#contract/writing.ts'
import { DomainError } from '#server/lib/errors.ts'
import { parseBody, type RepairedBlock, readDocument, writeRepaired } from '#server/text/document/documents.ts'
import { isRejection, NotReadBackError, type Rejection } from '#server/text/document/errors.ts'

type Text = { content: string; format: DocumentFormat }
/** With `blocks`, these are written. */
export type DocumentRequest = Text & { blocks?: readonly (number | BlockJson)[] }
/** `unexpected` is the stack of a bug. */
export type DocumentResult =
  | { document: TextBlocks }
  | { written: WrittenText }
  | { rejected: Rejection; message: string; block?: number | undefined }
  | { unexpected: string }

function answer({ content, format, blocks }: DocumentRequest): DocumentResult {
  try {
    if (!blocks) return { document: { blocks: readDocument(content, format), lines: linesOf(content, format) } }
    const written = writeRepaired(content, format, blocks)
    const reread = { ...rereadBlocks(content, written.content, { format, blocks }), ...byIndex(written.repaired) }
    const repaired = written.repaired.map(({ index, message }) => ({ index, message }))
    return {
      written: {
        content: written.content,
        lines: linesOf(written.content, format),
        ...(Object.keys(reread).length > 0 && { reread }),
        ...(repaired.length > 0 && { repaired }),
      },
    }
  } catch (error) {
    const name = error instanceof DomainError ? error.constructor.name : ''
    const block = error instanceof NotReadBackError ? error.block : undefined
    if (error instanceof DomainError && isRejection(name)) return { rejected: name, message: error.message, block }
    // A text that is nested too deeply for the parsers.
    if (error instanceof RangeError)
      return { rejected: 'UnrenderableContentError', message: 'This text could not be read.' }
    return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const byIndex = (repaired: readonly RepairedBlock[]): WrittenText['reread'] =>
  Object.fromEntries(repaired.map(({ index, block }) => [String(index), block]))

/** Blocks that were sent as unchanged, and are read as others where a definition changed; `undefined` for none. */
function rereadBlocks(
  content: string,
  written: string,
  { format, blocks }: Required<Pick<DocumentRequest, 'format' | 'blocks'>>,
): WrittenText['reread'] {
  const mayHaveDefinition = format !== 'html' && written.includes(']:')
  if (!mayHaveDefinition) return undefined
  const before = parseBody(content, format).blocks
  const now = parseBody(written, format).blocks
  const changed = blocks.flatMap((block, index) => {
    const node = now[index]?.node
    return typeof block !== 'number' || !node || before[block]?.node.eq(node) ? [] : [[String(index), node.toJSON()]]
  })
  return now.length === blocks.length && changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** The lines that the top-level blocks begin at, from 1. */
function linesOf(content: string, format: DocumentFormat): number[] {
  const { text, blocks } = parseBody(content, format)
  let line = 1
  let offset = 0
  return blocks.map(({ from }) => {
    for (; offset < from; offset++) if (text[offset] === '\n') line++
    return line
  })
}

addEventListener('message', ({ data }: MessageEvent<DocumentRequest>) => postMessage(answer(data)))
postMessage('ready')
