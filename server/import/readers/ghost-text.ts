import { parseHtml, writeHtml } from '#server/import/html/tree.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'

/** A text of Mobiledoc may name one card any number of times. */
const HTML_MAX_CHARACTERS = 4_000_000

export type HtmlText = { add(html: string): void; text(): string }

/** Collects HTML. Throws `UnrenderableContentError` for too much of it. */
export function createHtmlText(): HtmlText {
  const parts: string[] = []
  let length = 0
  return {
    add(html) {
      length += html.length
      if (length > HTML_MAX_CHARACTERS) throw new UnrenderableContentError('This text is too long to be shown.')
      parts.push(html)
    },
    text: () => parts.join(''),
  }
}

/** HTML that cannot reach into what follows: a tag or a comment without an end would. */
export const closedHtml = (html: string): string => writeHtml(parseHtml(html))

export const escaped = (text: string): string => Bun.escapeHTML(text)
