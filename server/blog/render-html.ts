import DOMPurify, { type Config, type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { Marked } from 'marked'
import type { PostFormat } from '#contract/posts.ts'
import { checkDepth } from './text-limits.ts'

/** Everything a post may hold; what is not named is taken out and its text kept. No classes: the site's own could cover the page. */
const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var sub sup strong b em i u s del ins mark small ' +
  'abbr cite q time a img figure figcaption table caption colgroup col thead tbody tfoot tr th td div span section article aside ' +
  'header footer details summary address bdi bdo wbr ruby rt rp'
const ATTRIBUTES =
  'href title lang dir src alt width height colspan rowspan scope headers align start reversed type datetime open'

const profile: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
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
