import { unwrap } from './dom-edits.ts'

const MONOSPACE = /monospace|courier|consolas|menlo|monaco|source code|roboto mono|ui-mono/i

/** Makes marks of spans that are styled, and drops elements that only look like marks. `style` was renamed to `data-style`. */
export function marksForStyles(body: HTMLElement): void {
  const isOfGoogleDocs = body.querySelector('[id^="docs-internal-guid"]') !== null
  for (const bold of body.querySelectorAll('b')) {
    // Google Docs wraps everything it copies into a `b` of normal weight.
    if (bold.id.startsWith('docs-internal-guid') || isNormal(styleOf(bold, 'font-weight'))) unwrap(bold)
  }
  for (const italic of body.querySelectorAll('i, em')) if (isNormal(styleOf(italic, 'font-style'))) unwrap(italic)
  for (const span of body.querySelectorAll('span, font, u, ins, small, big')) {
    if (span.textContent?.trim()) for (const mark of marksOf(span, isOfGoogleDocs)) wrapContent(span, mark)
    unwrap(span)
  }
}

function marksOf(span: Element, isOfGoogleDocs: boolean): string[] {
  if (span.closest('pre, code, kbd, samp')) return []
  const marks: string[] = []
  if (MONOSPACE.test(styleOf(span, 'font-family'))) marks.push('code')
  if (/line-through/.test(styleOf(span, 'text-decoration(?:-line)?'))) marks.push('del')
  if (/italic|oblique/.test(styleOf(span, 'font-style'))) marks.push('em')
  if (isBold(styleOf(span, 'font-weight')) && !span.closest('h1, h2, h3, h4, h5, h6, strong, b')) marks.push('strong')
  const raised = /^(super|sub)$/.exec(styleOf(span, 'vertical-align'))?.[1]
  if (raised && !span.closest('sup, sub')) marks.push(raised === 'super' ? 'sup' : 'sub')
  if (isHighlighted(span, isOfGoogleDocs)) marks.push('mark')
  return marks
}

/** Web pages have backgrounds for anything. */
function isHighlighted(span: Element, isOfGoogleDocs: boolean): boolean {
  const ofWord = styleOf(span, 'mso-highlight')
  const ofGoogleDocs = isOfGoogleDocs ? styleOf(span, 'background-color') : ''
  return [ofWord, ofGoogleDocs].some((color) => color !== '' && !NO_COLOR.test(color))
}
const NO_COLOR = /^(?:transparent|none|white|#f{3}(?:f{3})?|rgba?\(255, ?255, ?255.*|rgba\(.*, ?0\))$/

const isBold = (weight: string) => /^bold/.test(weight) || Number(weight) >= 600
const isNormal = (value: string) => value === 'normal' || (value !== '' && Number(value) < 600)

function styleOf(element: Element, property: string): string {
  const styles = element.getAttribute('data-style') ?? ''
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(styles)?.[1]?.trim().toLowerCase() ?? ''
}

function wrapContent(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}
