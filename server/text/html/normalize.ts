import type { Mark, Node } from 'prosemirror-model'
import { contentOf, type Item, isBlank, itemsOf, sameItem } from '#server/text/blocks/inline-items.ts'
import { childrenOf, createNode, is, schema } from '#server/text/blocks/schema.ts'
import { UnsupportedSource, wholeText } from '#server/text/blocks/source-text.ts'
import { isFootnoteNumber } from './read-annotations.ts'
import { readInline } from './read-inline.ts'
import { parseHtml } from './tree.ts'

/** Returns blocks as HTML can say them. `old`: the blocks of the file, which stay as they are. */
export function normalizeHtml(nodes: readonly Node[], old: readonly Node[]): Node[] {
  const unchanged = new Set(old)
  return nodes.flatMap((node) => {
    if (unchanged.has(node)) return [node]
    return withoutNothing(hasNoNumber(node) ? childrenOf(node).map(normalizeBlock) : [normalizeBlock(node)])
  })
}

/** HTML numbers its footnotes itself. */
const hasNoNumber = (node: Node) => is(node, 'footnote_definition') && !isFootnoteNumber(node.attrs.label)

const withoutNothing = (nodes: readonly Node[]): Node[] =>
  nodes.filter(
    (node) =>
      !(is(node, 'paragraph') && node.childCount === 0) &&
      !(is(node, 'source_block') && String(node.attrs.text).trim() === ''),
  )

export function normalizeBlock(node: Node): Node {
  if (is(node, 'code_block')) {
    const code = node.textContent.replace(/\r\n?/g, '\n')
    const language = String(node.attrs.language).trim().split(/\s/)[0]
    return createNode('code_block', { language }, code ? schema.text(code) : null)
  }
  if (is(node, 'source_block')) return createNode('source_block', { text: String(node.attrs.text).trim() })
  const attrs = is(node, 'table_cell', 'table_header') ? { ...node.attrs, colwidth: null } : node.attrs
  if (node.isTextblock) return node.type.create(attrs, contentOf(normalizeText(itemsOf(node))))
  if (node.isLeaf) return node
  const children = withoutNothing(childrenOf(node).flatMap(normalizeInner))
  return node.type.create(node.attrs, children.length > 0 ? children : [createNode('paragraph')])
}

/** The section of footnotes is at the end, and not in another block. */
const normalizeInner = (node: Node): Node[] =>
  is(node, 'footnote_definition') ? childrenOf(node).flatMap(normalizeInner) : [normalizeBlock(node)]

/** White space is one blank, and none at the ends. */
function normalizeText(items: readonly Item[]): Item[] {
  const single = items
    .flatMap(readable)
    .map((item) => (/[\r\n\t\f]/.test(item.character) ? { ...item, character: ' ' } : item))
    .filter((item, index, all) => !(isBlank(item) && (sameItem(item, all[index - 1]) || nextToBreak(all, index))))
  const first = single.findIndex((item) => !isBlank(item))
  return first === -1 ? [] : single.slice(first, single.findLastIndex((item) => !isBlank(item)) + 1)
}

/** Inline source is what HTML reads it as: `{{ x }}` is text. */
function readable(item: Item): Item[] {
  const { leaf, marks } = item
  const label = String(leaf?.attrs.label)
  if (is(leaf ?? undefined, 'footnote_reference')) return isFootnoteNumber(label) ? [item] : asText(`[${label}]`, marks)
  if (!is(leaf ?? undefined, 'source_inline')) return [item]
  const text = String(leaf?.attrs.text)
  return readAlone(text)?.map((one) => withMarks(one, marks)) ?? asText(text, marks)
}

const asText = (text: string, marks: readonly Mark[]): Item[] =>
  text.split('').map((character) => ({ character, leaf: null, marks }))

function withMarks({ character, leaf, marks: own }: Item, others: readonly Mark[]): Item {
  const marks = others.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), own)
  return { character, leaf: leaf?.mark(marks) ?? null, marks }
}

function readAlone(text: string): Item[] | undefined {
  try {
    return readInline(parseHtml(text), wholeText(text), 0, text.length).items
  } catch (error) {
    if (error instanceof UnsupportedSource) return undefined
    throw error
  }
}

const nextToBreak = (items: readonly Item[], index: number): boolean =>
  [items[index - 1], items[index + 1]].some((item) => is(item?.leaf ?? undefined, 'hard_break'))
