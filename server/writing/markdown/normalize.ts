import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { opaqueInline } from '#server/lib/opaque-blocks.ts'
import { normalizeBlock as normalizeHtmlBlock } from '#server/writing/html/normalize.ts'
import { contentOf, type Item, isBlank, itemsOf } from '#server/writing/inline-items.ts'
import { childrenOf, createNode, is, type MarkName, markIs, schema } from '#server/writing/schema.ts'

/** Returns blocks as Markdown can say them: a document allows more. `old`: the blocks of the file, which stay as they are. */
export function normalizeMarkdown(nodes: readonly Node[], old: readonly Node[], mdx: boolean): Node[] {
  const unchanged = new Set(old)
  const blocks = nodes.flatMap((node) => (unchanged.has(node) ? [node] : normalizeBlocks([node], mdx).map(asBlock)))
  return joinLists(blocks, old)
}

/** `{{ x }}` alone on its line is a block. */
const asBlock = (node: Node): Node =>
  is(node, 'paragraph') && node.childCount === 1 && is(node.firstChild ?? undefined, 'source_inline')
    ? createNode('source_block', { text: String(node.firstChild?.attrs.text).trim() })
    : node

const normalizeBlocks = (nodes: readonly Node[], mdx: boolean): Node[] =>
  nodes.map((node) => normalizeBlock(node, mdx)).filter((node) => !isNothing(node))

const isNothing = (node: Node): boolean =>
  (is(node, 'paragraph') && node.childCount === 0) ||
  (is(node, 'source_block') && String(node.attrs.text).trim() === '')

function normalizeBlock(node: Node, mdx: boolean): Node {
  if (is(node, 'code_block')) return normalizeCode(node)
  if (is(node, 'source_block'))
    return createNode('source_block', {
      text: String(node.attrs.text)
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
    })
  if (is(node, 'table')) return normalizeTable(node, mdx)
  // In HTML the references of Markdown are text.
  if (is(node, 'figure')) return normalizeHtmlBlock(withoutReferences(node))
  if (node.isTextblock) return node.copy(contentOf(normalizeText(itemsOf(node), mdx)))
  if (is(node, 'bullet_list', 'ordered_list'))
    return node.type.create(
      node.attrs,
      childrenOf(node).map((item) => normalizeItem(item, mdx)),
    )
  if (node.isLeaf) return node
  return node.type.create(node.attrs, normalizeChildren(node, mdx))
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
function normalizeChildren(node: Node, mdx: boolean): Node[] {
  const children = normalizeBlocks(childrenOf(node), mdx)
  return children.length > 0 ? children : [createNode('paragraph')]
}

/** Only an item that begins with text can be a task. */
function normalizeItem(item: Node, mdx: boolean): Node {
  const [first, ...others] = normalizeChildren(item, mdx)
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

function normalizeCode(node: Node): Node {
  const language = String(node.attrs.language).replace(/\s+/g, ' ').trim()
  const code = node.textContent.replace(/\r\n?/g, '\n')
  return createNode('code_block', { language }, code ? schema.text(code) : null)
}

/** One header, and in each row as many cells as it has, aligned like it. */
function normalizeTable(table: Node, mdx: boolean): Node {
  const [header, ...rows] = childrenOf(table)
  const columns = header ? childrenOf(header) : []
  const cellsOf = (row: Node | undefined, name: 'table_cell' | 'table_header') =>
    columns.map(({ attrs }, index) => {
      const cell = row?.maybeChild(index)
      return createNode(name, { align: attrs.align }, cell ? contentOf(normalizeText(itemsOf(cell), mdx)) : null)
    })
  const newRows = rows.map((row) => createNode('table_row', null, cellsOf(row, 'table_cell')))
  return createNode('table', null, [createNode('table_row', null, cellsOf(header, 'table_header')), ...newRows])
}

/** Lists of one kind next to each other would be one, unless they are so in the file. */
function joinLists(nodes: readonly Node[], old: readonly Node[]): Node[] {
  const areBesides = (one: Node, other: Node) => old.some((node, index) => node === one && old[index + 1] === other)
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

function normalizeText(items: readonly Item[], mdx: boolean): Item[] {
  const single = items
    .map(asOneCharacter)
    .filter(({ leaf }) => !is(leaf ?? undefined, 'source_inline') || String(leaf?.attrs.text).trim() !== '')
  const marked = (['strike', 'em', 'strong'] as const).reduce<Item[]>(withoutMarkOnBlanks, single)
  const first = marked.findIndex((item) => !isBlank(item))
  const end = marked.findLastIndex((item) => !isBlank(item)) + 1
  return first === -1 ? [] : withChips(marked.slice(first, end), mdx)
}

/** A line break in a text is a space. Only characters can be code. */
function asOneCharacter(item: Item): Item {
  if (/[\r\n]/.test(item.character)) return { ...item, character: ' ' }
  return item.leaf ? { ...item, marks: item.marks.filter((mark) => !markIs(mark, 'code')) } : item
}

/** Marks cannot begin or end with a blank. */
function withoutMarkOnBlanks(items: readonly Item[], name: MarkName): Item[] {
  const marked = items.map(({ marks }) => marks.some((mark) => markIs(mark, name)))
  const isLoose = items.map((item) => isBlank(item) || is(item.leaf ?? undefined, 'hard_break'))
  const strip = new Set<number>()
  const walk = (indexes: Iterable<number>) => {
    let inside = false
    for (const index of indexes) {
      if (!marked[index]) inside = false
      else if (!isLoose[index]) inside = true
      else if (!inside) strip.add(index)
    }
  }
  walk(items.keys())
  walk([...items.keys()].reverse())
  return items.map((item, index) => (strip.has(index) ? { ...item, marks: without(item.marks, name) } : item))
}

const without = (marks: readonly Mark[], name: MarkName) => marks.filter((mark) => !markIs(mark, name))

/** `{{ x }}` and `^[x]` that were typed as text. */
function withChips(items: readonly Item[], mdx: boolean): Item[] {
  const text = items
    .map(({ character, leaf, marks }) => (leaf || marks.some((mark) => markIs(mark, 'code')) ? '\ufffc' : character))
    .join('')
  if (!/\{|\^\[/.test(text)) return [...items]
  const result: Item[] = []
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const raw = text[i] === '{' || text[i] === '^' ? opaqueInline(text.slice(i), mdx) : undefined
    if (raw && !raw.includes('\ufffc') && item) {
      result.push({ character: '', leaf: createNode('source_inline', { text: raw }), marks: item.marks })
      i += raw.length - 1
    } else if (item) result.push(item)
  }
  return result
}
