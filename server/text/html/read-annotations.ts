import { type CalloutKind, calloutKinds } from '#contract/document.ts'
import type { SourceText } from '#server/text/blocks/source-text.ts'
import type { HtmlElement, HtmlNode } from './tree.ts'

/** The HTML of callouts, tasks and footnotes, as the site renders them from Markdown. Anything else is read as what its tags say. */

type Range = { from: number; to: number }

export const calloutName = (kind: string): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`

/** A callout: its content, and the source of its tag and name. Without the name of its kind, it is an element like others. */
export function calloutOf(
  element: HtmlElement,
  file: SourceText,
): { kind: CalloutKind; head: Range; content: HtmlNode[] } | undefined {
  const kind = calloutKinds.find((one) => one === element.attributes.get('data-callout'))
  const start = element.children.findIndex((node) => !isBlank(node, file))
  const name = element.children[start]
  const shown = name?.kind === 'element' && name.name === 'p' ? onlyElement(name, 'strong') : undefined
  if (!kind || element.name !== 'div' || !name || textOf(shown, file) !== calloutName(kind)) return undefined
  return { kind, head: { from: element.from, to: name.to }, content: element.children.slice(start + 1) }
}

/** The checkbox of a task, with the blanks behind it, and the content after it. It may be in the first paragraph. */
export function taskOf(
  item: HtmlElement,
  file: SourceText,
): { checked: boolean; box: Range; content: HtmlNode[] } | undefined {
  const start = item.children.findIndex((node) => !isBlank(node, file))
  const first = item.children[start]
  if (first?.kind !== 'element') return undefined
  const rest = item.children.slice(start + 1)
  if (isCheckbox(first))
    return { checked: first.attributes.has('checked'), box: withBlanks(first, file), content: rest }
  const [box, ...text] = first.name === 'p' ? first.children : []
  if (box?.kind !== 'element' || !isCheckbox(box)) return undefined
  const paragraph = { ...first, open: { from: first.open.from, to: box.to }, children: text }
  return { checked: box.attributes.has('checked'), box: withBlanks(box, file), content: [paragraph, ...rest] }
}

const isCheckbox = ({ name, attributes }: HtmlElement) =>
  name === 'input' && attributes.get('type')?.toLowerCase() === 'checkbox'

const withBlanks = ({ from, to }: Range, { text }: SourceText): Range => ({
  from,
  to: to + (/^[ \t]*/.exec(text.slice(to, to + 100))?.[0].length ?? 0),
})

const NUMBER = /^[1-9]\d{0,4}$/
export const isFootnoteNumber = (label: unknown): boolean => NUMBER.test(String(label))

/** The number of a reference: `<sup><a href="#fn-1">1</a></sup>`. */
export function referenceNumber(element: HtmlElement, file: SourceText): string | undefined {
  const link = element.name === 'sup' ? onlyElement(element, 'a') : undefined
  const number = textOf(link, file)
  return isFootnoteNumber(number) && link?.attributes.get('href') === `#fn-${number}` ? number : undefined
}

/** The items of `<section aria-label="Footnotes"><ol><li id="fn-1">…`. */
export function footnotesOf(element: HtmlElement, file: SourceText): HtmlElement[] | undefined {
  if (element.name !== 'section' || element.attributes.get('aria-label') !== 'Footnotes') return undefined
  const [list, ...others] = element.children.filter((node) => !isBlank(node, file))
  if (list?.kind !== 'element' || list.name !== 'ol' || others.length > 0) return undefined
  const items = list.children.filter((node) => !isBlank(node, file))
  const areFootnotes = items.every((item) => item.kind === 'element' && footnoteNumber(item) !== undefined)
  return items.length > 0 && areFootnotes ? items.filter((item) => item.kind === 'element') : undefined
}

export function footnoteNumber({ name, attributes }: HtmlElement): string | undefined {
  const number = /^fn-(\d+)$/.exec(attributes.get('id') ?? '')?.[1]
  return name === 'li' && isFootnoteNumber(number) ? number : undefined
}

/** The content of a footnote without the links back to the text, and where its number is in tags. */
export function footnoteContent(item: HtmlElement, file: SourceText): { content: HtmlNode[]; numbers: Range[] } {
  const links: HtmlElement[] = []
  const content = withoutBackLinks(item.children)
  const tags = [item, ...links].map(({ open }) => open)
  return { content, numbers: tags.flatMap((tag) => numbersIn(tag, file)) }

  function withoutBackLinks(nodes: readonly HtmlNode[]): HtmlNode[] {
    const end = nodes.findLastIndex((node) => !isBackLink(node, file) && !isBlank(node, file)) + 1
    const hidden = nodes.slice(end).filter((node) => node.kind === 'element')
    links.push(...hidden)
    const shown = hidden.length > 0 ? nodes.slice(0, end) : nodes
    return shown.flatMap((node) => {
      if (node.kind !== 'element' || node.name !== 'p' || !node.close) return [node]
      const before = links.length
      const children = withoutBackLinks(node.children)
      if (links.length === before) return [node]
      const close = { from: children.at(-1)?.to ?? node.open.to, to: node.close.to }
      return children.length > 0 ? [{ ...node, children, close }] : []
    })
  }
}

const isBackLink = (node: HtmlNode, file: SourceText) =>
  node.kind === 'element' &&
  node.name === 'a' &&
  /^#fnref-\d/.test(node.attributes.get('href') ?? '') &&
  textOf(node, file) === '↩'

function numbersIn(tag: Range, { text }: SourceText): Range[] {
  const found = text.slice(tag.from, tag.to).matchAll(/(id=["']?fn-|#fnref-|reference )(\d+)/g)
  return [...found].map(({ 1: before = '', 2: number = '', index }) => {
    const from = tag.from + index + before.length
    return { from, to: from + number.length }
  })
}

export const isBlank = ({ kind, from, to }: HtmlNode, { text }: SourceText): boolean =>
  kind === 'comment' || (kind === 'text' && text.slice(from, to).trim() === '')

function onlyElement({ children }: HtmlElement, name: string): HtmlElement | undefined {
  const [first, ...others] = children
  return first?.kind === 'element' && first.name === name && others.length === 0 ? first : undefined
}

/** The text of an element with nothing else. */
function textOf(element: HtmlElement | undefined, { text }: SourceText): string | undefined {
  const [first, ...others] = element?.children ?? []
  return first?.kind === 'text' && others.length === 0 ? text.slice(first.from, first.to).trim() : undefined
}
