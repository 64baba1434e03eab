import DOMPurify, { type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { Marked } from 'marked'
import type { PostFormat } from '#contract/post-form.ts'
import { isOwnPicture, storedHtmlProfile } from '#contract/stored-html.ts'
import { checkDepth } from './text-limits.ts'

const markdown = new Marked({ async: false, gfm: true })

DOMPurify.addHook('uponSanitizeAttribute', dropForeignPicture)
DOMPurify.addHook('afterSanitizeAttributes', completeElement)

/**
 * A post's source as HTML that is safe to put into a page. Takes milliseconds, for hard texts seconds: only `render-worker.ts`
 * calls it. Throws `UnrenderableContentError` for Markdown that turns out to be nested too deeply.
 */
export function renderHtml(format: PostFormat, source: string): string {
  const html = format === 'md' ? markdown.parse(source, { async: false }) : source
  checkDepth(html)
  return withoutTopHeading(DOMPurify.sanitize(html, storedHtmlProfile))
}

/** The page has its `h1` already. In sanitised text a `<` only ever begins a tag or stands in an attribute, where this changes one digit. */
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
