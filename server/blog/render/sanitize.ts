import DOMPurify, { type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { anchorId, isAllowedValue, isRemovedInput, storedHtmlProfile } from '#contract/stored-html.ts'
import { isRemoteImage, whyUnshown } from '#server/text/scan/unshown-image.ts'
import { alignNumberColumns } from './number-columns.ts'
import { pictureAttributes } from './picture-attributes.ts'

DOMPurify.addHook('uponSanitizeElement', removeInput)
DOMPurify.addHook('beforeSanitizeAttributes', nameTarget)
DOMPurify.addHook('beforeSanitizeAttributes', replaceUnshownImage)
DOMPurify.addHook('beforeSanitizeAttributes', (element) => element.nodeName === 'TABLE' && alignNumberColumns(element))
DOMPurify.addHook('uponSanitizeAttribute', dropForeignValue)
DOMPurify.addHook('afterSanitizeAttributes', completeElement)

/** Takes seconds for some texts: check them with `assertHtmlDepth` before. */
export const sanitize = (html: string): string => DOMPurify.sanitize(html, storedHtmlProfile)

function removeInput(node: Node): void {
  if (isElement(node) && node.nodeName === 'INPUT' && isRemovedInput(node.getAttribute('type'))) node.remove()
}

/** The server has no class `Element`. */
const isElement = (node: Node): node is Element => node.nodeType === 1

/** Old pages name the target of a link by `<a name>`. */
function nameTarget(element: Element): void {
  const name = element.nodeName === 'A' ? element.getAttribute('name') : null
  if (name && !element.hasAttribute('id')) element.setAttribute('id', name)
}

/** An image that no page shows leaves its description, which is a link to an image of another site. Those that count readers are removed. */
function replaceUnshownImage(image: Element): void {
  if (image.nodeName !== 'IMG') return
  const src = image.getAttribute('src')?.trim() ?? ''
  if (src !== '' && whyUnshown(src) === undefined && isAllowedValue('src', src)) return
  const url = isRemoteImage(src) ? URL.parse(src, 'https://site.invalid') : null
  const isPixel = ['width', 'height'].some((name) => /^[0-2]$/.test(image.getAttribute(name) ?? ''))
  const alt = image.getAttribute('alt')?.trim() ?? ''
  const words = Bun.escapeHTML(alt || (url && !isPixel ? `Image on ${url.hostname}` : ''))
  const isLink = url !== null && /\p{L}/u.test(words) && !image.closest('a')
  image.insertAdjacentHTML('afterend', isLink ? `<a href="${Bun.escapeHTML(url.href)}">${words}</a>` : words)
  image.remove()
}

function dropForeignValue(element: Element, attribute: UponSanitizeAttributeHookEvent): void {
  if (attribute.attrName === 'id') attribute.attrValue = ownId(attribute.attrValue, element.ownerDocument)
  if (!isAllowedValue(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
}

/** The sanitizer drops ids that are names of properties of a document. */
function ownId(wanted: string, document: Document): string {
  const id = anchorId(wanted) ?? ''
  // The document itself has the names of hostile elements in place of its methods.
  const form = Object.getPrototypeOf(document).createElement.call(document, 'form')
  return id in document || id in form ? `at-${id}` : id
}

function completeElement(element: Element): void {
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
  if (element.nodeName === 'IMG') completeImage(element)
  if (element.nodeName === 'INPUT') completeCheckbox(element)
}

function completeImage(image: Element): void {
  const hasSize = image.hasAttribute('width') || image.hasAttribute('height')
  for (const [name, value] of pictureAttributes(image.getAttribute('src') ?? ''))
    if (!hasSize || (name !== 'width' && name !== 'height')) image.setAttribute(name, value)
  image.setAttribute('loading', 'lazy')
  image.setAttribute('decoding', 'async')
}

/** The item of a task list shows what is to do; the checkbox says only whether it is done. */
function completeCheckbox(checkbox: Element): void {
  checkbox.setAttribute('disabled', '')
  checkbox.setAttribute('aria-label', checkbox.hasAttribute('checked') ? 'Done' : 'To do')
}
