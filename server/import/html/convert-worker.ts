import { DomainError } from '#server/lib/errors.ts'
import { type ConvertedHtml, htmlToMarkdown } from './html-to-markdown.ts'

/** `unexpected` is the stack of a bug. */
export type ConversionResult = ConvertedHtml | { rejected: string } | { unexpected: string }

function convert(html: string): ConversionResult {
  try {
    return htmlToMarkdown(html)
  } catch (error) {
    if (error instanceof DomainError) return { rejected: error.message }
    // A text that is nested too deeply for the parsers.
    if (error instanceof RangeError) return { rejected: 'This text could not be read.' }
    return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

self.onmessage = ({ data }: MessageEvent<string>) => postMessage(convert(data))
postMessage('ready')
