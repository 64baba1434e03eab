import { type DefaultTreeAdapterTypes, defaultTreeAdapter, type ParserOptions, parseFragment } from 'parse5'
import { VOID_ELEMENTS } from '#server/text/scan/html-tags.ts'
import { assertHtmlDepth, UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { withoutPlaceholders } from './placeholders.ts'

/** A node of imported HTML; a string is text. */
export type HtmlElement = { name: string; attributes: ReadonlyMap<string, string>; children: readonly HtmlNode[] }
export type HtmlNode = HtmlElement | string

/** The parser copies open inline elements into each further block, so that a short text can have millions of nodes. */
const NODES_MAX = 60_000

/**
 * Parses HTML as browsers do. Comments are left out. Throws `UnrenderableContentError` for a text that is nested too deeply or
 * has too many elements.
 */
export function parseHtml(html: string): HtmlNode[] {
  assertHtmlDepth(html)
  let nodes = 0
  const options: ParserOptions<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    // The content of `noscript` is elements, not text.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...args) {
        if (++nodes > NODES_MAX) throw new UnrenderableContentError('This text has too many elements.')
        return defaultTreeAdapter.createElement(...args)
      },
    },
  }
  return convert(parseFragment(html, options).childNodes)
}

function convert(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if ('value' in node) return [withoutPlaceholders(node.value)]
    if (!('attrs' in node)) return []
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    return [{ name: node.tagName, attributes, children: convert(node.childNodes) }]
  })
}

export const createElement = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: readonly HtmlNode[] = [],
): HtmlElement => ({
  name,
  attributes: new Map(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  children,
})

export const withChildren = (element: HtmlElement, children: readonly HtmlNode[]): HtmlElement => ({
  ...element,
  children,
})

export const isElement = (node: HtmlNode | undefined, ...names: string[]): node is HtmlElement =>
  node !== undefined && typeof node !== 'string' && (names.length === 0 || names.includes(node.name))

export const attribute = (element: HtmlElement, name: string): string => element.attributes.get(name)?.trim() ?? ''

export const classesOf = (element: HtmlElement): string[] => attribute(element, 'class').split(/\s+/).filter(Boolean)

export const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')

/** All elements, in the order of the text. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    yield* elementsIn(node.children)
  }
}

/** Replaces elements from the innermost to the outermost. */
export const mapElements = (
  nodes: readonly HtmlNode[],
  replace: (element: HtmlElement) => readonly HtmlNode[],
): HtmlNode[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : replace(withChildren(node, mapElements(node.children, replace))),
  )

export const isBlankText = (node: HtmlNode): boolean => typeof node === 'string' && /^[ \t\r\n\f]*$/.test(node)

/** Writes nodes as HTML in one line, apart from code: Markdown ends a block of HTML at a blank line. */
export function writeHtml(nodes: readonly HtmlNode[], inCode = false): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return inCode ? escapeText(node) : escapeText(node).replace(/[\r\n]+/g, ' ')
      const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
      if (VOID_ELEMENTS.has(node.name)) return `<${node.name}${attributes}>`
      // Browsers leave out a line break at the beginning.
      const first = node.name === 'pre' && textOf(node.children).startsWith('\n') ? '\n' : ''
      const inside = writeHtml(node.children, inCode || node.name === 'pre')
      return `<${node.name}${attributes}>${first}${inside}</${node.name}>`
    })
    .join('')
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replace(/\s+/g, ' ')
