import type { Node } from 'prosemirror-model'
import type { Block } from '#server/text/blocks/block.ts'
import type { Place, Writer } from '#server/text/blocks/format.ts'
import type { InlineFormat } from '#server/text/blocks/inline-edit.ts'
import { childrenOf, is, type NodeName } from '#server/text/blocks/schema.ts'
import type { Edit } from '#server/text/blocks/source-text.ts'
import type { ParsedMarkdown } from './parse.ts'
import { readAlone } from './read-alone.ts'
import {
  canFollowText,
  headingOf,
  type MarkdownWriting,
  nextMarker,
  otherList,
  writeBlock,
  writeItem,
  writeRow,
} from './write-blocks.ts'
import { inOneLine, writeInline } from './write-inline.ts'

export function createMarkdownWriter(base: ParsedMarkdown, mdx: boolean): Writer {
  const { style, links } = base

  function writeBlocks(nodes: readonly Node[], place: Place): string[] {
    const writing = { style, links, mdx, strict: place.strict }
    if (is(place.parent?.node, 'bullet_list', 'ordered_list')) return writeItems(nodes, place, writing)
    if (is(place.parent?.node, 'table')) return nodes.map((row) => writeRow(row, writing))
    return nodes.map((node, index) => {
      const neighbors = [
        index > 0 ? nodes[index - 1] : place.previous?.node,
        index + 1 < nodes.length ? undefined : place.next?.node,
      ]
      const nextToList = isList(node) && neighbors.some((one) => one !== node && is(one, node.type.name as NodeName))
      return writeBlock(
        node,
        nextToList ? { ...writing, style: otherList(style) } : writing,
        is(place.parent?.node, 'list_item'),
      )
    })
  }

  /** New items have the bullet of their siblings, and numbers count on; the numbers of other items stay. */
  function writeItems(items: readonly Node[], place: Place, writing: MarkdownWriting): string[] {
    let marker = markerOf(place)
    return items.map((item) => {
      const written = writeItem(item, marker, writing)
      marker = nextMarker(marker)
      return written
    })
  }

  function markerOf({ parent, previous, next, replaced }: Place): string {
    if (replaced?.marker) return replaced.marker
    if (previous?.marker) return nextMarker(previous.marker)
    const isOrdered = is(parent?.node, 'ordered_list')
    return (
      (!isOrdered && next?.marker) || (isOrdered ? `${parent?.node.attrs.start}${style.ordered} ` : `${style.bullet} `)
    )
  }

  function separator(parent: Block | null, node: Node): string {
    if (is(parent?.node, 'table')) return '\n'
    if (is(parent?.node, 'list_item') && canFollowText(node)) return '\n'
    if (!parent || !isList(parent.node)) return '\n\n'
    return isLoose(parent) ? '\n\n' : '\n'
  }

  const isLoose = ({ children = [] }: Block): boolean =>
    children.some((child, index) => hasBlankLine(base.text.slice(children[index - 1]?.to ?? child.from, child.from)))

  const separates = (gap: string, parent: Block | null): boolean =>
    is(parent?.node, 'table', 'bullet_list', 'ordered_list') || hasBlankLine(gap)

  function inlineFormat(_: Block, node: Node): InlineFormat {
    const inCell = is(node, 'table_cell', 'table_header')
    const reading = { mdx, links, inCell, oneLine: inCell || is(node, 'heading') }
    return {
      write: (items, place, care) => {
        const before = reading.oneLine && !inCell && place.before === '' ? '#' : place.before
        return writeInline(items, { ...place, before }, { ...reading, ...care, style })
      },
      read: (text) => readAlone(text, reading),
    }
  }

  return {
    writeBlocks,
    writeTextBlock: (node, text) => (is(node, 'heading') ? headingOf(node, inOneLine(text).trim()) : text.trim()),
    separator,
    separates,
    inlineFormat,
    editAttributes,
    editFirstChild,
    writeCode: (text) => text,
    hasTagsBetween: false,
  }
}

const isList = (node: Node) => is(node, 'bullet_list', 'ordered_list')
const hasBlankLine = (gap: string) => /\n[ \t>]*\n/.test(gap)

/** The attributes that have a special place in the source. */
function editAttributes(block: Block, node: Node): Edit[] | undefined {
  const { attrs } = node
  const old = block.node.attrs
  switch (node.type.name) {
    case 'paragraph':
    case 'bullet_list':
    case 'ordered_list':
    case 'blockquote':
    case 'table_row':
      return []
    case 'heading':
      return attrs.level === old.level ? [] : replaced(block, '#'.repeat(attrs.level))
    case 'callout':
      return attrs.kind === old.kind ? [] : replaced(block, String(attrs.kind).toUpperCase())
    case 'list_item':
      if (attrs.checked === old.checked) return []
      return attrs.checked === null || old.checked === null ? undefined : replaced(block, attrs.checked ? 'x' : ' ')
    case 'code_block':
    case 'footnote_definition':
      return block.node.hasMarkup(node.type, attrs) ? [] : undefined
    case 'table':
      return columnsOf(block.node) === columnsOf(node) ? [] : undefined
    case 'table_cell':
    case 'table_header':
      return attrs.align === old.align ? [] : undefined
    default:
      return undefined
  }
}

/** The first number is the list's start. */
function editFirstChild(child: Block, parent: Node): Edit[] {
  const [, blanks = '', number] = /^( *)(\d+)/.exec(child.marker ?? '') ?? []
  if (!number || !is(parent, 'ordered_list') || Number(number) === parent.attrs.start) return []
  const from = child.from + blanks.length
  return [{ from, to: from + number.length, insert: String(parent.attrs.start) }]
}

const replaced = ({ attribute }: Block, insert: string): Edit[] | undefined => attribute && [{ ...attribute, insert }]

/** The header's cells with their alignments. */
const columnsOf = (table: Node): string =>
  childrenOf(childrenOf(table)[0] ?? table)
    .map(({ type, attrs }) => `${type.name} ${attrs.align}`)
    .join()
