import { Marked } from 'marked'
import { assertRenderable } from '#server/text/scan/nesting-limit.ts'
import { closedHtml, escaped } from './ghost-text.ts'

const card = new Marked({ async: false, gfm: true })
/** What looks like a tag in a text is text. */
const text = new Marked({ async: false, gfm: true }, { renderer: { html: ({ text }) => escaped(text) } })

/** Returns Markdown of a card as HTML. Throws `UnrenderableContentError`. */
export function markdownCard(source: string): string {
  assertRenderable('md', source)
  return closedHtml(card.parse(source, { async: false }))
}

/** Returns Markdown that a user typed into a text without formatting as HTML: blocks, or the content of one. */
export function markdownText(source: string, isInline: boolean): string {
  assertRenderable('md', source)
  return isInline ? text.parseInline(source, { async: false }) : text.parse(source, { async: false })
}

/** A link, an image or a fence of code. Tools that imported Markdown into Ghost left it as it was. */
export const isMarkdown = (source: string): boolean => /\]\((?:https?:\/\/|\/)|```/.test(source)
