import DOMPurify, { type Config, type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { Marked } from 'marked'
import type { PostFormat } from '#contract/posts.ts'
import { allowedAttributes, allowedTags } from '#server/content/allowed-html.ts'
import { checkDepth } from './text-limits.ts'

const profile: Config = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
}

const markdown = new Marked({ async: false, gfm: true })

DOMPurify.addHook('uponSanitizeAttribute', dropForeignPicture)
DOMPurify.addHook('afterSanitizeAttributes', completeElement)

/**
 * A post's source as HTML that is safe to put into a page. Takes milliseconds, for hard texts seconds: only `render-worker.ts`
 * calls it. Throws `TooHard` for Markdown that turns out to be nested too deeply.
 */
export function renderHtml(format: PostFormat, source: string): string {
  const html = format === 'md' ? markdown.parse(source, { async: false }) : source
  checkDepth(html)
  return withoutTopHeading(DOMPurify.sanitize(html, profile))
}

/** The page has its `h1` already. In sanitised text a `<` only ever begins a tag or stands in an attribute, where this changes one digit. */
const withoutTopHeading = (html: string) => html.replace(/<(\/?)h1(?=[\s>])/g, '<$1h2')

function dropForeignPicture(_: Element, attribute: UponSanitizeAttributeHookEvent): void {
  if (attribute.attrName === 'src') attribute.keepAttr = isOwnPicture(attribute.attrValue)
}

const PICTURE_DATA = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]*$/

/** From this site, or carried in the text (decision of the CSP). An address that means the same on two sites names neither. */
function isOwnPicture(src: string): boolean {
  if (src.startsWith('data:')) return PICTURE_DATA.test(src)
  return ['https://one.invalid', 'https://other.invalid'].every((site) => URL.parse(src, site)?.origin === site)
}

function completeElement(element: Element): void {
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
  if (element.nodeName !== 'IMG') return
  element.setAttribute('loading', 'lazy')
  element.setAttribute('decoding', 'async')
}
