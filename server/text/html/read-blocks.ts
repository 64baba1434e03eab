import { NESTING_MAX } from '#contract/normalize-block.ts'
import type { Block } from '#server/text/blocks/block.ts'
import { contentOf, type ReadItems } from '#server/text/blocks/inline-items.ts'
import { createNode, type NodeName } from '#server/text/blocks/schema.ts'
import { type SourceText, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import {
  calloutOf,
  footnoteContent,
  footnoteNumber,
  footnotesOf,
  isBlank as isBlankNode,
  taskOf,
} from './read-annotations.ts'
import { readCode } from './read-code.ts'
import { imageAttributes, readInline } from './read-inline.ts'
import { readTable } from './read-table.ts'
import { type HtmlElement, type HtmlNode, isBlock, TRANSPARENT } from './tree.ts'

/** Reads the blocks of a container. Text outside of blocks is a paragraph. Comments are left out. */
export function readFlow(nodes: readonly HtmlNode[], file: SourceText, depth = 0): Block[] {
  if (depth > NESTING_MAX) throw new UnsupportedSource()
  const blocks: Block[] = []
  let inline: HtmlNode[] = []
  const endInline = () => {
    blocks.push(...readLoose(inline, file))
    inline = []
  }
  for (const node of nodes) {
    if (node.kind === 'comment' && !isInText(inline, file)) continue
    if (node.kind !== 'element' || !isBlock(node)) inline.push(node)
    else {
      endInline()
      blocks.push(...readBlock(node, file, depth))
    }
  }
  endInline()
  return blocks
}

const textOf = (nodes: readonly HtmlNode[], { text }: SourceText) =>
  nodes.map(({ from, to }) => text.slice(from, to)).join('')
const isInText = (nodes: readonly HtmlNode[], file: SourceText) => textOf(nodes, file).trim() !== ''

/** Text without a block around it, as in a list item. */
function readLoose(nodes: readonly HtmlNode[], file: SourceText): Block[] {
  const shown = nodes.filter(
    (node, index) => node.kind !== 'comment' || nodes.slice(index).some(({ kind }) => kind !== 'comment'),
  )
  const isShown = (node: HtmlNode) => !isBlankNode(node, file)
  const first = shown.findIndex(isShown)
  if (first === -1) return []
  const own = shown.slice(first, shown.findLastIndex(isShown) + 1)
  const all = file.text.slice(own[0]?.from ?? 0, own.at(-1)?.to ?? 0)
  const from = (own[0]?.from ?? 0) + all.length - all.trimStart().length
  const to = from + all.trim().length
  try {
    const text = readInline(own, file, own[0]?.from ?? from, own.at(-1)?.to ?? to)
    return [textBlock('paragraph', null, text, from, to)]
  } catch (error) {
    return [sourceOr(error, file, from, to)]
  }
}

function sourceOr(error: unknown, file: SourceText, from: number, to: number): Block {
  if (!(error instanceof UnsupportedSource)) throw error
  return { node: createNode('source_block', { text: file.text.slice(from, to) }), from, to }
}

const textBlock = (
  name: NodeName,
  attrs: Record<string, unknown> | null,
  text: ReadItems,
  from: number,
  to: number,
): Block => ({ node: createNode(name, attrs, contentOf(text.items)), from, to, text })

function readBlock(element: HtmlElement, file: SourceText, depth: number): Block[] {
  try {
    return readKnown(element, file, depth)
  } catch (error) {
    return [sourceOr(error, file, element.from, element.to)]
  }
}

function readKnown(element: HtmlElement, file: SourceText, depth: number): Block[] {
  const { name, from, to } = element
  if (name === 'p') return [readText('paragraph', null, element, file)]
  if (/^h[1-6]$/.test(name)) return [readText('heading', { level: Number(name[1]) }, element, file)]
  if (name === 'ul' || name === 'ol') return [readList(element, file, depth)]
  if (name === 'blockquote') return [readContainer('blockquote', null, element, file, depth)]
  const callout = calloutOf(element, file)
  if (callout) {
    const { kind, content, head } = callout
    return [{ ...readContainer('callout', { kind }, element, file, depth, content), attribute: head }]
  }
  const footnotes = depth === 0 ? footnotesOf(element, file) : undefined
  if (footnotes) return footnotes.map((item) => readFootnote(item, element, file, depth))
  if (name === 'pre') return [readCode(element, file)]
  if (name === 'table') return [readTable(element, file)]
  if (name === 'hr') return [{ node: createNode('horizontal_rule'), from, to }]
  const figure = name === 'figure' ? readFigure(element, file) : undefined
  if (figure) return [figure]
  if (TRANSPARENT.has(name)) return readTransparent(element, file, depth)
  throw new UnsupportedSource()
}

function readText(
  name: NodeName,
  attrs: Record<string, unknown> | null,
  element: HtmlElement,
  file: SourceText,
): Block {
  const { open, close, to } = element
  const text = readInline(element.children, file, open.to, close?.from ?? to)
  return { ...textBlock(name, attrs, text, element.from, to), tagNames: tagNamesOf(element) }
}

function tagNamesOf({ name, open, close }: HtmlElement) {
  const first = { from: open.from + 1, to: open.from + 1 + name.length }
  return close ? [first, { from: close.from + 2, to: close.from + 2 + name.length }] : [first]
}

function readContainer(
  name: NodeName,
  attrs: Record<string, unknown> | null,
  element: HtmlElement,
  file: SourceText,
  depth: number,
  content: readonly HtmlNode[] = element.children,
): Block {
  const read = readFlow(content, file, depth + 1)
  const end = element.close?.from ?? element.to
  const filler: Block = { node: createNode('paragraph'), from: end, to: end, filler: true }
  const children = read.length > 0 ? read : [filler]
  const node = createNode(
    name,
    attrs,
    children.map((child) => child.node),
  )
  return { node, from: element.from, to: element.to, children }
}

function readList(element: HtmlElement, file: SourceText, depth: number): Block {
  const isOrdered = element.name === 'ol'
  const items = element.children.filter((node) => !isBlankNode(node, file))
  if (items.length === 0) throw new UnsupportedSource()
  const children = items.map((node) => {
    if (node.kind !== 'element' || node.name !== 'li') throw new UnsupportedSource()
    return readItem(node, file, depth)
  })
  const written = element.attributes.get('start') ?? '1'
  if (isOrdered && !/^\d{1,9}$/.test(written)) throw new UnsupportedSource()
  const nodes = children.map(({ node }) => node)
  const node = isOrdered
    ? createNode('ordered_list', { start: Number(written) }, nodes)
    : createNode('bullet_list', null, nodes)
  return { node, from: element.from, to: element.to, children }
}

function readItem(item: HtmlElement, file: SourceText, depth: number): Block {
  const task = taskOf(item, file)
  const [first] = item.children.filter((node) => !isBlankNode(node, file))
  const start = first?.kind === 'element' && first.name === 'p' ? first.open.to : item.open.to
  return {
    ...readContainer('list_item', { checked: task?.checked ?? null }, item, file, depth, task?.content),
    attribute: task?.box ?? { from: start, to: start },
  }
}

function readFootnote(item: HtmlElement, section: HtmlElement, file: SourceText, depth: number): Block {
  const { content, numbers } = footnoteContent(item, file)
  const label = footnoteNumber(item)
  return {
    ...readContainer('footnote_definition', { label }, item, file, depth, content),
    numbers,
    section: { from: section.from, to: section.to },
  }
}

/** An image and its caption; `undefined` for a figure with anything else. */
function readFigure(element: HtmlElement, file: SourceText): Block | undefined {
  const isBlank = (node: HtmlNode) => node.kind === 'text' && isBlankNode(node, file)
  const [image, caption, ...others] = element.children.filter((node) => !isBlank(node))
  if (image?.kind !== 'element' || image.name !== 'img' || others.length > 0) return undefined
  if (caption && (caption.kind !== 'element' || caption.name !== 'figcaption')) return undefined
  const range = { from: element.from, to: element.to, attribute: { from: image.from, to: image.to } }
  const attrs = imageAttributes(image.attributes)
  if (!caption) return { ...range, node: createNode('figure', attrs) }
  const text = readInline(caption.children, file, caption.open.to, caption.close?.from ?? caption.to)
  return { ...range, node: createNode('figure', attrs, contentOf(text.items)), text }
}

/** With nothing visual inside, the container is one source block; an empty one is not shown. */
function readTransparent(element: HtmlElement, file: SourceText, depth: number): Block[] {
  const blocks = readFlow(element.children, file, depth)
  if (blocks.length > 0 && blocks.every(({ node }) => node.type.name === 'source_block')) throw new UnsupportedSource()
  return blocks
}
