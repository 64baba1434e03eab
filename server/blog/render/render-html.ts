import DOMPurify, { type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { Marked } from 'marked'
import type { PostFormat } from '#contract/post-form.ts'
import { isOwnPicture, storedHtmlProfile } from '#contract/stored-html.ts'
import { assertHtmlDepth } from '#server/lib/nesting-limit.ts'

const markdown = new Marked({ async: false, gfm: true })

DOMPurify.addHook('uponSanitizeAttribute', dropForeignPicture)
DOMPurify.addHook('afterSanitizeAttributes', completeElement)

/**
 * Returns a post's source as HTML that is safe to put into a page. Takes milliseconds, and seconds for some texts: call it in
 * a worker. Throws `UnrenderableContentError` for Markdown whose HTML is nested too deeply.
 */
export function renderHtml(format: PostFormat, source: string): string {
  const html = format === 'md' ? markdown.parse(source, { async: false }) : source
  assertHtmlDepth(html)
  return withoutTopHeading(DOMPurify.sanitize(html, storedHtmlProfile))
}

/** The page has an `h1` already. In sanitized text, `<` starts a tag or is in an attribute, where this changes one digit. */
const withoutTopHeading = (html: string) => html.replace(/<(\/?)h1(?=[\s>])/g, '<$1h2')

function dropForeignPicture(_: Element, attribute: UponSanitizeAttributeHookEvent): void {
  if (attribute.attrName === 'src') attribute.keepAttr = isOwnPicture(attribute.attrValue)
}

function completeElement(element: Element): void {
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
  if (element.nodeName !== 'IMG') return
  element.setAttribute('loading', 'lazy')
  element.setAttribute('decoding', 'async')
}
