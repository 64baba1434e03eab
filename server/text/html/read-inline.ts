import { Mark, type Node } from 'prosemirror-model'
import { normalizeAlt, normalizeTitle, normalizeUrl } from '#contract/normalize-block.ts'
import { type Item, isBlank, type ReadItems } from '#server/text/blocks/inline-items.ts'
import { createMark, createNode, is } from '#server/text/blocks/schema.ts'
import { part, type SourceText, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import { decodeEntity } from '#server/text/scan/entities.ts'
import { referenceNumber } from './read-annotations.ts'
import { type HtmlElement, type HtmlNode, isBlock, WHOLE } from './tree.ts'

const WHITE_SPACE = /[ \t\n\r\f]+/g

const MARKS: Readonly<Record<string, Mark>> = {
  strong: createMark('strong'),
  b: createMark('strong'),
  em: createMark('em'),
  i: createMark('em'),
  del: createMark('strike'),
  s: createMark('strike'),
  strike: createMark('strike'),
  code: createMark('code'),
}

/**
 * Reads the text of a block. `file`: what the places of the nodes are in; `from` and `to`: where the text is. Throws
 * `UnsupportedSource` for blocks in it.
 */
export function readInline(nodes: readonly HtmlNode[], file: SourceText, from: number, to: number): ReadItems {
  const source = part(file, from, to)
  const spellings = new Map<string, string>()
  const read: ReadItems = { source, items: [], from: [], to: [], spellings }
  const rawOf = (node: { from: number; to: number }) => file.text.slice(node.from, node.to)

  function add(item: Item, start: number, end: number): void {
    read.items.push(item)
    read.from.push(start - from)
    read.to.push(end - from)
  }

  function addLeaf(leaf: Node, node: { from: number; to: number }, marks: readonly Mark[]): void {
    spellings.set(spellingKey(leaf), rawOf(node).trim())
    add({ character: '', leaf: leaf.mark(marks), marks }, node.from, node.to)
  }
  const addSource = (node: { from: number; to: number }, marks: readonly Mark[]) =>
    addLeaf(createNode('source_inline', { text: rawOf(node) }), node, marks)

  /** White space after a line break is not shown. */
  function addBlank(start: number, end: number, marks: readonly Mark[]): void {
    const last = read.items.length - 1
    if (is(read.items[last]?.leaf ?? undefined, 'hard_break')) read.to[last] = end - from
    else add({ character: ' ', leaf: null, marks }, start, end)
  }

  /** Neither is white space before it. */
  function addBreak(node: { from: number; to: number }, marks: readonly Mark[]): void {
    const last = read.items.length - 1
    const blank = isBlank(read.items[last]) && read.to[last] === node.from - from
    const start = blank ? (read.from[last] ?? 0) + from : node.from
    if (blank) for (const list of [read.items, read.from, read.to]) list.pop()
    addLeaf(createNode('hard_break'), { from: start, to: node.to }, marks)
  }

  function addText(node: HtmlNode, marks: readonly Mark[]): void {
    const raw = rawOf(node)
    const characters = (start: number, end: number) => {
      for (let i = start; i < end; i++)
        add({ character: raw[i] ?? '', leaf: null, marks }, node.from + i, node.from + i + 1)
    }
    let done = 0
    for (const { 0: blanks, index } of raw.matchAll(WHITE_SPACE)) {
      characters(done, index)
      done = index + blanks.length
      addBlank(node.from + index, node.from + done, marks)
    }
    characters(done, raw.length)
  }

  function addEntity(node: HtmlNode, marks: readonly Mark[]): void {
    const shown = decodeEntity(rawOf(node))
    if (shown === undefined) addSource(node, marks)
    for (const character of shown?.split('') ?? []) add({ character, leaf: null, marks }, node.from, node.to)
  }

  function addElement(node: HtmlElement, marks: readonly Mark[]): void {
    const mark = markOf(node)
    const footnote = referenceNumber(node, file)
    if (isBlock(node)) throw new UnsupportedSource()
    if (footnote) addLeaf(createNode('footnote_reference', { label: footnote }), node, marks)
    else if (node.name === 'br') addBreak(node, marks)
    else if (node.name === 'img') addLeaf(imageOf(node), node, marks)
    else if (WHOLE.has(node.name) || (mark && node.children.length === 0)) addSource(node, marks)
    else if (mark) addMarked(node, mark, marks)
    else addTags(node, marks)
  }

  function addMarked(node: HtmlElement, mark: Mark, marks: readonly Mark[]): void {
    // One inside of another of its kind would be the same mark.
    if (!node.close || marks.some(({ type }) => type === mark.type)) throw new UnsupportedSource()
    spellings.set(spellingKey(mark), rawOf(node.open))
    walk(node.children, node.open.to, node.close.from, mark.addToSet(marks))
  }

  function addTags(node: HtmlElement, marks: readonly Mark[]): void {
    addSource(node.open, marks)
    walk(node.children, node.open.to, node.close?.from ?? node.to, marks)
    if (node.close) addSource(node.close, marks)
  }

  function walk(inner: readonly HtmlNode[], start: number, end: number, marks: readonly Mark[]): void {
    let at = start
    for (const node of inner) {
      // The parser leaves nothing out in a text that it understands.
      if (node.from !== at) throw new UnsupportedSource()
      if (node.kind === 'text') addText(node, marks)
      else if (node.kind === 'entity') addEntity(node, marks)
      else if (node.kind === 'element') addElement(node, marks)
      else addSource(node, marks)
      at = node.to
    }
    if (at !== end) throw new UnsupportedSource()
  }

  walk(nodes, from, to, Mark.none)
  return withoutBlanksAtEnds(read)
}

/** Finds the source of a leaf or the tag of a mark again, with the attributes that a document does not have. */
export const spellingKey = (what: Node | Mark): string => JSON.stringify([what.type.name, what.attrs])

function markOf({ name, attributes }: HtmlElement): Mark | undefined {
  const href = attributes.get('href')
  if (name === 'a' && href !== undefined)
    return createMark('link', { href: normalizeUrl(href), title: titleOf(attributes) })
  return Object.hasOwn(MARKS, name) ? MARKS[name] : undefined
}

export const imageOf = ({ attributes }: HtmlElement): Node => createNode('image', imageAttributes(attributes))

export const imageAttributes = (attributes: ReadonlyMap<string, string>) => ({
  src: normalizeUrl(attributes.get('src') ?? ''),
  alt: normalizeAlt(attributes.get('alt') ?? ''),
  title: titleOf(attributes),
})

const titleOf = (attributes: ReadonlyMap<string, string>) => normalizeTitle(attributes.get('title') ?? null)

function withoutBlanksAtEnds({ items, from, to, ...read }: ReadItems): ReadItems {
  const first = items.findIndex((item) => !isBlank(item))
  const end = items.findLastIndex((item) => !isBlank(item)) + 1
  const range = first === -1 ? ([0, 0] as const) : ([first, end] as const)
  return { ...read, items: items.slice(...range), from: from.slice(...range), to: to.slice(...range) }
}
