import DOMPurify, { type UponSanitizeAttributeHookEvent } from 'isomorphic-dompurify'
import { isAllowedValue, isRemovedInput, storedHtmlProfile } from '#contract/stored-html.ts'
import { pictureAttributes } from './picture-attributes.ts'

DOMPurify.addHook('uponSanitizeElement', removeInput)
DOMPurify.addHook('uponSanitizeAttribute', dropForeignValue)
DOMPurify.addHook('afterSanitizeAttributes', completeElement)

/** Takes seconds for some texts: check them with `assertHtmlDepth` before. */
export const sanitize = (html: string): string => DOMPurify.sanitize(html, storedHtmlProfile)

function removeInput(node: Node): void {
  if (isElement(node) && node.nodeName === 'INPUT' && isRemovedInput(node.getAttribute('type'))) node.remove()
}

/** The server has no class `Element`. */
const isElement = (node: Node): node is Element => node.nodeType === 1

function dropForeignValue(_: Element, attribute: UponSanitizeAttributeHookEvent): void {
  if (!isAllowedValue(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
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
