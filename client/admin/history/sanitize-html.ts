import DOMPurify from 'isomorphic-dompurify'
import { isAllowedValue, isRemovedInput, setAttributes, storedHtmlProfile } from '#contract/stored-html.ts'
import type { RenderedPreview } from '#contract/writing.ts'

const profile = {
  ...storedHtmlProfile,
  ALLOWED_ATTR: [...storedHtmlProfile.ALLOWED_ATTR, ...setAttributes, 'data-line'],
}

DOMPurify.addHook('uponSanitizeElement', (node) => {
  if (node instanceof Element && node.nodeName === 'INPUT' && isRemovedInput(node.getAttribute('type'))) node.remove()
})

DOMPurify.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (!isAllowedValue(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'INPUT') element.setAttribute('disabled', '')
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
})

const sanitizeHtml = (html: string): string => DOMPurify.sanitize(html, profile)

/** Sanitizes an old version again with the browser's own parser: the server's parser may read a text differently. */
export const sanitized = (rendered: RenderedPreview): RenderedPreview => ({
  ...rendered,
  content: sanitizeHtml(rendered.content),
  summary: sanitizeHtml(rendered.summary),
})
