import { Fragment, type Node } from 'prosemirror-model'
import { contentOf, itemsOf } from '#server/text/blocks/inline-items.ts'
import { childrenOf, createNode, is, schema } from '#server/text/blocks/schema.ts'
import { normalizeBlock as normalizeHtmlBlock } from '#server/text/html/normalize.ts'
import { opaqueBlockLength } from '#server/text/scan/opaque-blocks.ts'
import { normalizeText } from './normalize-text.ts'

/** Returns blocks as Markdown can say them: a document allows more. `old`: the blocks of the file, which stay as they are. */
export function normalizeMarkdown(nodes: readonly Node[], old: readonly Node[], mdx: boolean): Node[] {
  const unchanged = new Set(old)
  const blocks = nodes.flatMap((node) =>
    unchanged.has(node) ? [node] : normalizeBlocks([node], { mdx, inItem: false }).map((block) => asBlock(block)),
  )
  return joinLists(blocks, old)
}

/** `inItem`: whether an item of a list is around the block. */
type Context = { mdx: boolean; inItem: boolean }

/** `{{ x }}` alone on its line is a block. At the top, so is all source that is alone: it is read as what it is there. */
function asBlock(node: Node, isRead: (text: string) => boolean = () => true): Node {
  const source = is(node, 'paragraph') && node.childCount === 1 ? node.firstChild : null
  const text = is(source ?? undefined, 'source_inline') ? String(source?.attrs.text).trim() : ''
  return text && isRead(text) ? createNode('source_block', { text }) : node
}

const normalizeBlocks = (nodes: readonly Node[], context: Context): Node[] =>
  nodes
    .map((node) =>
      asBlock(normalizeBlock(node, context), (text) => opaqueBlockLength(text, context.mdx, new Set()) > 0),
    )
    .filter((node) => !isNothing(node))

const isNothing = (node: Node): boolean =>
  (is(node, 'paragraph') && node.childCount === 0) ||
  (is(node, 'source_block') && String(node.attrs.text).trim() === '') ||
  (is(node, 'table') && columnsOf(node) === 0)

function normalizeBlock(node: Node, { mdx, inItem }: Context): Node {
  if (is(node, 'code_block')) return normalizeCode(node, inItem)
  if (is(node, 'source_block'))
    return createNode('source_block', {
      text: String(node.attrs.text)
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
    })
  if (is(node, 'table')) return normalizeTable(node)
  // In HTML the references of Markdown are text.
  if (is(node, 'figure')) return normalizeHtmlBlock(withoutReferences(node))
  if (node.isTextblock) return node.copy(contentOf(normalizeText(itemsOf(node))))
  if (is(node, 'bullet_list', 'ordered_list'))
    return node.type.create(
      node.attrs,
      childrenOf(node).map((item) => normalizeItem(item, mdx)),
    )
  if (node.isLeaf) return node
  return node.type.create(node.attrs, normalizeChildren(node, { mdx, inItem }))
}

const withoutReferences = (figure: Node): Node =>
  figure.copy(
    Fragment.fromArray(
      childrenOf(figure).map((child) =>
        is(child, 'footnote_reference') ? schema.text(`[${child.attrs.label}]`, child.marks) : child,
      ),
    ),
  )

/** At least an empty paragraph. */
function normalizeChildren(node: Node, context: Context): Node[] {
  const children = normalizeBlocks(childrenOf(node), context)
  return children.length > 0 ? children : [createNode('paragraph')]
}

/** Only an item that begins with text can be a task. */
function normalizeItem(item: Node, mdx: boolean): Node {
  const [first, ...others] = normalizeChildren(item, { mdx, inItem: true })
  const children = first ? [first, ...others.flatMap(withoutFirstEmptyItems)] : []
  const canBeTask = is(first, 'paragraph') && first !== undefined && first.childCount > 0
  return createNode('list_item', { checked: canBeTask ? item.attrs.checked : null }, children)
}

/** `-` below text would make a heading of the text, so a list in an item begins with its first text. */
function withoutFirstEmptyItems(node: Node): Node[] {
  if (!is(node, 'bullet_list', 'ordered_list')) return [node]
  const items = childrenOf(node)
  const start = items.findIndex(({ childCount, firstChild }) => childCount > 1 || firstChild?.childCount !== 0)
  return start < 0 ? [] : [node.type.create(node.attrs, items.slice(start))]
}

function normalizeCode(node: Node, inItem: boolean): Node {
  const language = String(node.attrs.language).replace(/\s+/g, ' ').trim()
  const lines = node.textContent.replace(/\r\n?/g, '\n')
  const code = inItem ? lines.replace(/^[ \t]*\t[ \t]*/gm, withoutTabs) : lines
  return createNode('code_block', { language }, code ? schema.text(code) : null)
}

/** In a list, tabs at the beginning of a line are part of its indent, which is counted in columns of four. */
function withoutTabs(indent: string): string {
  let columns = 0
  for (const blank of indent) columns += blank === '\t' ? 4 - (columns % 4) : 1
  return ' '.repeat(columns)
}

/** One header, and in each row as many cells as the longest has, aligned like the header. Merged cells are split. */
function normalizeTable(table: Node): Node {
  const [header = [], ...rows] = splitCells(table)
  const columns = Array.from({ length: columnsOf(table) }, (_, index) => header[index]?.attrs.align ?? null)
  const cellsOf = (row: SplitRow, name: 'table_cell' | 'table_header') =>
    columns.map((align, index) => {
      const cell = row[index]
      return createNode(name, { align }, cell ? contentOf(normalizeText(itemsOf(cell))) : null)
    })
  const newRows = rows.map((row) => createNode('table_row', null, cellsOf(row, 'table_cell')))
  return createNode('table', null, [createNode('table_row', null, cellsOf(header, 'table_header')), ...newRows])
}

const columnsOf = (table: Node): number => Math.max(0, ...splitCells(table).map((row) => row.length))

/** Merged cells make no table wider than this. */
const COLUMNS_MAX = 1_000

/** The cell of each column; `undefined` where a merged cell continues. */
type SplitRow = readonly (Node | undefined)[]

function splitCells(table: Node): SplitRow[] {
  const rows = childrenOf(table).map((): (Node | undefined)[] => [])
  /** The columns that cells of rows above reach into, and how many rows are left of each. */
  const merged: number[] = []
  childrenOf(table).forEach((row, index) => {
    const split = rows[index] ?? []
    for (const cell of childrenOf(row)) {
      while (merged[split.length]) split.push(undefined)
      const column = split.length
      const { colspan, rowspan } = cell.attrs
      for (let at = column; at < column + (column < COLUMNS_MAX ? colspan : 1); at++) {
        split.push(at === column ? cell : undefined)
        merged[at] = rowspan
      }
    }
    for (const [column, left = 0] of merged.entries()) merged[column] = Math.max(0, left - 1)
  })
  return rows
}

/** Lists of one kind next to each other would be one, unless they are so in the file. */
function joinLists(nodes: readonly Node[], old: readonly Node[]): Node[] {
  const areBesides = (a: Node, b: Node) => old.some((node, index) => node === a && old[index + 1] === b)
  const joined: Node[] = []
  for (const node of nodes) {
    const previous = joined.at(-1)
    if (
      previous &&
      is(node, 'bullet_list', 'ordered_list') &&
      previous.type === node.type &&
      !areBesides(previous, node)
    ) {
      joined[joined.length - 1] = previous.copy(previous.content.append(node.content))
    } else joined.push(node)
  }
  return joined
}
