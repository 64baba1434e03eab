import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import type { TextBlocks, WrittenText } from '#contract/writing.ts'
import { DomainError } from '#server/lib/errors.ts'
import { parseBody, readDocument, writeDocument } from './documents.ts'
import { isRejection, type Rejection } from './errors.ts'

type Text = { content: string; format: DocumentFormat }
/** With `blocks`, these are written. */
export type DocumentRequest = Text & { blocks?: readonly (number | BlockJson)[] }
/** `unexpected` is the stack of a bug. */
export type DocumentResult =
  | { document: TextBlocks }
  | { written: WrittenText }
  | { rejected: Rejection; message: string }
  | { unexpected: string }

function answer({ content, format, blocks }: DocumentRequest): DocumentResult {
  try {
    if (!blocks) return { document: { blocks: readDocument(content, format), lines: linesOf(content, format) } }
    const written = writeDocument(content, format, blocks)
    return { written: { content: written, lines: linesOf(written, format) } }
  } catch (error) {
    const name = error instanceof DomainError ? error.constructor.name : ''
    if (error instanceof DomainError && isRejection(name)) return { rejected: name, message: error.message }
    // A text that is nested too deeply for the parsers.
    if (error instanceof RangeError)
      return { rejected: 'UnrenderableContentError', message: 'This text could not be read.' }
    return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
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
