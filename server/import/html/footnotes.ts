import { decodeUri } from '#contract/paths.ts'
import { placeholder } from './placeholders.ts'
import {
  attribute,
  createElement,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  isBlankText,
  isElement,
  mapElements,
  textOf,
} from './tree.ts'

/** Arrows, with the character that chooses how they look. */
const ARROWS = /^(?:[\s^↩↑⤴⏎]|\ufe0e|\ufe0f)+$/
const NAMED = /(?:^|[\s_-])(?:footnotes?|fn|fnref|endnote|noteref)(?=$|[\s:_\d-])/i

/** Turns links to notes below the text, and these notes, into placeholders; the notes are at the end, in the order of the links. */
export function markFootnotes(nodes: readonly HtmlNode[]): HtmlNode[] {
  const notes = new Map<string, HtmlElement>()
  for (const element of elementsIn(nodes))
    if (isElement(element, 'li', 'div', 'p', 'aside')) notes.set(attribute(element, 'id'), element)
  notes.delete('')
  if (notes.size === 0) return [...nodes]
  const numbers = numberReferences(nodes, notes)
  if (numbers.size === 0) return [...nodes]
  const marked = replaceReferences(nodes, numbers)
  const definitions: HtmlNode[][] = []
  const rest = mapElements(marked, (element) => {
    const number = numbers.get(attribute(element, 'id'))
    const isNote = number !== undefined && isElement(element, 'li', 'div', 'p', 'aside')
    if (!isNote) return isEmptied(element) ? [] : [element]
    definitions[number] ??= withoutBackLinks(element.children)
    return []
  })
  return [...rest, ...definitions.flatMap((content, number) => (content ? [definitionOf(number, content)] : []))]
}

/** Lists and their containers that had nothing but notes. */
const isEmptied = (element: HtmlElement): boolean =>
  isElement(element, 'ol', 'ul', 'section', 'div', 'aside') &&
  (isElement(element, 'ol', 'ul') ||
    NAMED.test(`${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'role')}`)) &&
  element.children.every((child) => isBlankText(child) || isElement(child, 'hr'))

const definitionOf = (number: number, content: readonly HtmlNode[]): HtmlElement =>
  createElement('blockquote', {}, [createElement('p', {}, [placeholder('definition', number)]), ...content])

/** A reference is a link inside of `sup`, or one that says that it is. */
function numberReferences(nodes: readonly HtmlNode[], notes: ReadonlyMap<string, HtmlElement>): Map<string, number> {
  const numbers = new Map<string, number>()
  const visit = (children: readonly HtmlNode[], isRaised: boolean) => {
    for (const node of children) {
      if (typeof node === 'string') continue
      const id = node.name === 'a' ? targetOf(node) : ''
      if (notes.has(id) && (isRaised || isNamedReference(node)) && !isBackLink(node) && !numbers.has(id))
        numbers.set(id, numbers.size + 1)
      visit(node.children, isRaised || node.name === 'sup')
    }
  }
  visit(nodes, false)
  return numbers
}

function targetOf(link: HtmlElement): string {
  const href = attribute(link, 'href')
  return href.startsWith('#') ? decodeUri(href.slice(1)) : ''
}

const isNamedReference = (link: HtmlElement): boolean =>
  ['class', 'rel', 'role', 'id'].some((name) => NAMED.test(attribute(link, name).replace(/^doc-/, ''))) ||
  link.attributes.has('data-footnote-ref')

const isBackLink = (link: HtmlElement): boolean =>
  /backref|backlink|reversefootnote/i.test(
    `${attribute(link, 'class')} ${attribute(link, 'role')} ${attribute(link, 'rev')}`,
  ) || ARROWS.test(textOf(link.children))

function replaceReferences(nodes: readonly HtmlNode[], numbers: ReadonlyMap<string, number>): HtmlNode[] {
  return mapElements(nodes, (element) => {
    const number = element.name === 'a' && !isBackLink(element) ? numbers.get(targetOf(element)) : undefined
    if (number !== undefined) return [placeholder('footnote', number)]
    // The site raises the number itself.
    const [, raised] = element.name === 'sup' ? (RAISED.exec(textOf(element.children).trim()) ?? []) : []
    return raised ? [raised] : [element]
  })
}

const RAISED = /^[[(]?(\ufdd0footnote:\d+\ufdd1)[\])]?$/

/** Of a note: the links to its references, and its number in front. */
function withoutBackLinks(nodes: readonly HtmlNode[]): HtmlNode[] {
  return mapElements(nodes, (element) => {
    if (element.name !== 'a') return [element]
    const isBack =
      attribute(element, 'href').startsWith('#') &&
      (isBackLink(element) || isNamedReference(element) || /^\[?\d+\]?$/.test(textOf(element.children).trim()))
    return isBack ? [] : [element]
  })
}
