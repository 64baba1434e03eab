import type { Node } from 'prosemirror-model'
import type { Block, Parsed } from '#server/writing/block.ts'
import type { InlineFormat } from '#server/writing/inline-edit.ts'
import { childrenOf, is } from '#server/writing/schema.ts'
import { type Edit, UnsupportedSource, wholeText } from '#server/writing/source-text.ts'
import type { Format, Place, Writer } from '#server/writing/writer.ts'
import { normalizeHtml } from './normalize.ts'
import { parseHtmlBody } from './parse.ts'
import { readInline } from './read-inline.ts'
import { parseHtml } from './tree.ts'
import { writeBlock, writeCode, writeTextBlock } from './write-blocks.ts'
import { imageTag, writeInline } from './write-inline.ts'

export const htmlFormat: Format<Parsed> = {
  parse: parseHtmlBody,
  normalize: normalizeHtml,
  createWriter: createHtmlWriter,
}

function createHtmlWriter(base: Parsed): Writer {
  const blankLines = base.text.match(/>\n\s*\n/g)?.length ?? 0
  const separator = blankLines > 0 || !base.text.includes('>\n') ? '\n\n' : '\n'
  return {
    writeBlocks: (nodes, { replaced }: Place) => nodes.map((node) => writeBlock(node, replaced?.text?.spellings)),
    writeTextBlock,
    separator: (parent) => (parent ? '\n' : separator),
    separates: () => true,
    inlineFormat,
    editAttributes: (block, node) => editAttributes(block, node, base.text),
    editFirstChild: () => [],
    writeCode,
    hasTagsBetween: true,
  }
}

function inlineFormat(block: Block): InlineFormat {
  const spellings = block.text?.spellings ?? new Map<string, string>()
  return {
    write: (items, { open }) => writeInline(items, open, spellings),
    read: (text) => {
      try {
        return readInline(parseHtml(text), wholeText(text), 0, text.length).items
      } catch (error) {
        if (error instanceof UnsupportedSource) return undefined
        throw error
      }
    },
  }
}

function editAttributes(block: Block, node: Node, text: string): Edit[] | undefined {
  const { attrs } = node
  switch (node.type.name) {
    case 'heading':
      return block.tagNames?.map((range) => ({
        ...range,
        insert: text.slice(range.from, range.to).replace(/\d/, String(attrs.level)),
      }))
    case 'figure': {
      const { src, alt, title } = block.node.attrs
      if (src === attrs.src && alt === attrs.alt && title === attrs.title) return block.text ? [] : undefined
      return block.attribute && block.text ? [{ ...block.attribute, insert: imageTag(attrs) }] : undefined
    }
    case 'table':
      return []
    case 'table_row':
      return sameCells(block.node, node) ? [] : undefined
    default:
      return block.node.hasMarkup(node.type, attrs) ? [] : undefined
  }
}

const sameCells = (one: Node, other: Node): boolean =>
  one.childCount === other.childCount &&
  childrenOf(one).every(({ type }, index) => is(other.maybeChild(index) ?? undefined, type.name as 'table_cell'))
