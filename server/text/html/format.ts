import type { Node } from 'prosemirror-model'
import type { Block, Parsed } from '#server/text/blocks/block.ts'
import type { Format, Place, Writer } from '#server/text/blocks/format.ts'
import type { InlineFormat } from '#server/text/blocks/inline-edit.ts'
import { childrenOf, is } from '#server/text/blocks/schema.ts'
import { type Edit, UnsupportedSource, wholeText } from '#server/text/blocks/source-text.ts'
import { footnoteSections, inSections } from './footnote-sections.ts'
import { normalizeHtml } from './normalize.ts'
import { parseHtmlBody } from './parse.ts'
import { calloutName } from './read-annotations.ts'
import { readInline } from './read-inline.ts'
import { parseHtml } from './tree.ts'
import { checkbox, writeBlock, writeCode, writeTextBlock } from './write-blocks.ts'
import { imageTag, writeInline } from './write-inline.ts'

export const htmlFormat: Format<Parsed> = {
  rendersAs: 'html',
  parse: parseHtmlBody,
  normalize: normalizeHtml,
  group: ({ blocks }, nodes) => ({ blocks: footnoteSections(blocks), nodes: inSections(nodes, blocks) }),
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
    write: (items, { open, before, after }) => writeInline(items, open, spellings, { before, after }),
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
    case 'callout':
      return block.attribute && [{ ...block.attribute, insert: ofKind(block, attrs.kind, text) }]
    case 'list_item':
      return block.attribute && editTask(block.node, attrs.checked, block.attribute, text)
    case 'footnote_definition':
      return block.numbers?.map((range) => ({ ...range, insert: String(attrs.label) }))
    case 'table':
      return []
    case 'table_row':
      return sameCells(block.node, node) ? [] : undefined
    default:
      return block.node.hasMarkup(node.type, attrs) ? [] : undefined
  }
}

/** The tag of a callout and its name. */
function ofKind({ node, attribute }: Block, kind: string, text: string): string {
  const name = calloutName(node.attrs.kind)
  return text
    .slice(attribute?.from, attribute?.to)
    .replace(/(data-callout\s*=\s*["']?)\w+/i, `$1${kind}`)
    .replace(/>(\s*)\w+(\s*<\/strong>)/i, (all, before: string, after: string) =>
      all.includes(name) ? `>${before}${calloutName(kind)}${after}` : all,
    )
}

function editTask(old: Node, checked: boolean | null, box: { from: number; to: number }, text: string): Edit[] {
  if (old.attrs.checked === checked) return []
  if (checked === null) return [{ ...box, insert: '' }]
  if (old.attrs.checked === null) return [{ ...box, insert: checkbox(checked) }]
  const tag = text.slice(box.from, box.to)
  const unchecked = tag.replace(/\schecked(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/i, '')
  return [{ ...box, insert: checked ? unchecked.replace(/^<input/i, '$& checked') : unchecked }]
}

const sameCells = (a: Node, b: Node): boolean =>
  a.childCount === b.childCount &&
  childrenOf(a).every(({ type }, index) => is(b.maybeChild(index) ?? undefined, type.name as 'table_cell'))
