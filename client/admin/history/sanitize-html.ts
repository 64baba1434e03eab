import DOMPurify from 'isomorphic-dompurify'
import { isOwnPicture, setAttributes, storedHtmlProfile } from '#contract/stored-html.ts'

const profile = { ...storedHtmlProfile, ALLOWED_ATTR: [...storedHtmlProfile.ALLOWED_ATTR, ...setAttributes] }

DOMPurify.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (attribute.attrName === 'src') attribute.keepAttr = isOwnPicture(attribute.attrValue)
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
})

/**
 * HTML that came from the server, sanitised again by the parser that is about to read it: the server's own parser may
 * understand a text otherwise, and the administrator's token lies within reach of whatever runs here.
 */
export const sanitizeHtml = (html: string): string => DOMPurify.sanitize(html, profile)
