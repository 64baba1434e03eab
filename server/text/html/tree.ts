import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/html'
import { decodeEntity } from '#server/text/scan/entities.ts'

type Range = { from: number; to: number }
/** `close` is null where the end tag is missing, or there can be none. */
export type HtmlElement = Range & {
  kind: 'element'
  name: string
  open: Range
  close: Range | null
  attributes: ReadonlyMap<string, string>
  children: HtmlNode[]
}
export type HtmlNode = HtmlElement | (Range & { kind: 'text' | 'entity' | 'comment' | 'other' })

/** The nodes of a text. White space and characters that belong to no node are left out. */
export function parseHtml(text: string): HtmlNode[] {
  return childNodes(parser.parse(text).topNode, text)
}

function childNodes(parent: SyntaxNode, text: string): HtmlNode[] {
  const nodes: HtmlNode[] = []
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    const node = htmlNode(child, text)
    if (node) nodes.push(node)
  }
  return nodes
}

const KINDS: Readonly<Record<string, 'text' | 'entity' | 'comment'>> = {
  Text: 'text',
  ScriptText: 'text',
  StyleText: 'text',
  TextareaText: 'text',
  RawText: 'text',
  InvalidEntity: 'text',
  EntityReference: 'entity',
  CharacterReference: 'entity',
  Comment: 'comment',
}
const TAGS = ['OpenTag', 'CloseTag', 'SelfClosingTag']

function htmlNode(node: SyntaxNode, text: string): HtmlNode | undefined {
  const range = { from: node.from, to: node.to }
  if (node.name === 'Element') return element(node, text)
  if (TAGS.includes(node.name) || node.from === node.to) return undefined
  return { ...range, kind: KINDS[node.name] ?? 'other' }
}

function element(node: SyntaxNode, text: string): HtmlNode {
  const open = node.getChild('OpenTag') ?? node.getChild('SelfClosingTag')
  const close = node.getChild('CloseTag')
  const nameNode = open?.getChild('TagName')
  if (!open || !nameNode) return { from: node.from, to: node.to, kind: 'other' }
  return {
    kind: 'element',
    name: text.slice(nameNode.from, nameNode.to).toLowerCase(),
    from: node.from,
    to: node.to,
    open: { from: open.from, to: open.to },
    close: close && { from: close.from, to: close.to },
    attributes: attributesOf(open, text),
    children: childNodes(node, text),
  }
}

function attributesOf(tag: SyntaxNode, text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const node of tag.getChildren('Attribute')) {
    const name = node.getChild('AttributeName')
    const quoted = node.getChild('AttributeValue')
    const value = quoted ?? node.getChild('UnquotedAttributeValue')
    if (!name) continue
    const raw = value ? text.slice(value.from, value.to) : ''
    const key = text.slice(name.from, name.to).toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decoded(quoted ? raw.slice(1, -1) : raw))
  }
  return attributes
}

const decoded = (value: string) =>
  value.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi, (entity) => decodeEntity(entity) ?? entity)

const names = (list: string) => new Set(list.split(' '))

/** Containers whose tags stay as they are; what is in them is shown as if they were not there. */
export const TRANSPARENT = names('div section article main header footer aside center figure figcaption')
/** Elements that are blocks, known or not. */
export const BLOCKS = names(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table thead tbody tfoot tr td th caption colgroup hr ' +
    'address details summary fieldset form legend iframe video audio object embed canvas noscript script style ' +
    'template nav dialog menu html head body title meta link base frameset frame search hgroup option select',
)
/** Inline elements that are shown as one piece of source. */
export const WHOLE = names(
  'script style svg math iframe video audio object embed canvas select textarea button noscript template picture map ruby',
)

export const isBlock = (node: HtmlNode): boolean =>
  node.kind === 'element' && (BLOCKS.has(node.name) || TRANSPARENT.has(node.name))
