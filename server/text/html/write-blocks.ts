import type { Node } from 'prosemirror-model'
import { itemsOf } from '#server/text/blocks/inline-items.ts'
import { childrenOf, is } from '#server/text/blocks/schema.ts'
import { escapeHtml } from './escape.ts'
import { calloutName } from './read-annotations.ts'
import { imageTag, type Spellings, writeInline } from './write-inline.ts'

const NONE: Spellings = new Map()

/** Writes a block as HTML. */
export function writeBlock(node: Node, spellings = NONE): string {
  switch (node.type.name) {
    case 'bullet_list':
      return lines('<ul>', childrenOf(node), '</ul>')
    case 'ordered_list':
      return lines(node.attrs.start === 1 ? '<ol>' : `<ol start="${node.attrs.start}">`, childrenOf(node), '</ol>')
    case 'list_item':
      return writeItem(node)
    case 'code_block':
      return writeCodeBlock(node)
    case 'table':
      return writeTable(node)
    case 'table_row':
      return `<tr>${childrenOf(node)
        .map((cell) => writeBlock(cell))
        .join('')}</tr>`
    case 'horizontal_rule':
      return '<hr>'
    case 'source_block':
      return String(node.attrs.text)
    case 'callout':
      return lines(calloutHead(node.attrs.kind), childrenOf(node), '</div>')
    case 'footnote_definition':
      return writeFootnote(node)
    case 'footnotes':
      return lines('<section aria-label="Footnotes">\n<ol>', childrenOf(node), '</ol>\n</section>')
    default:
      return node.isTextblock
        ? writeTextBlock(node, writeText(node, spellings))
        : lines('<blockquote>', childrenOf(node), '</blockquote>')
  }
}

export const writeText = (node: Node, spellings = NONE): string => writeInline(itemsOf(node), [], spellings)

/** A text block from its inner HTML. */
export function writeTextBlock(node: Node, text: string): string {
  if (is(node, 'heading')) return `<h${node.attrs.level}>${text}</h${node.attrs.level}>`
  if (is(node, 'figure'))
    return `<figure>${imageTag(node.attrs)}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>`
  if (is(node, 'table_header')) return `<th${cellAttributes(node)}>${text}</th>`
  if (is(node, 'table_cell')) return `<td${cellAttributes(node)}>${text}</td>`
  return `<p>${text}</p>`
}

function cellAttributes({ attrs }: Node): string {
  const spans = ['colspan', 'rowspan'].filter((name) => attrs[name] !== 1).map((name) => ` ${name}="${attrs[name]}"`)
  return spans.join('') + (attrs.align === null ? '' : ` align="${attrs.align}"`)
}

const lines = (open: string, children: readonly Node[], close: string): string =>
  [open, ...children.map((child) => writeBlock(child)), close].join('\n')

/** The first paragraph needs no tags, unless another follows. */
function writeItem(item: Node): string {
  const [first, ...others] = childrenOf(item)
  const box = item.attrs.checked === null ? '' : checkbox(item.attrs.checked)
  const rest = others.map((child) => writeBlock(child))
  if (!first || !is(first, 'paragraph'))
    return `<li>${[box + (first ? writeBlock(first) : ''), ...rest].join('\n')}</li>`
  const text = writeText(first)
  // Blanks that are none in HTML are text in a paragraph only.
  const needsTags = is(others[0], 'paragraph') || text.trim() !== text
  return `<li>${[needsTags ? `<p>${box}${text}</p>` : box + text, ...rest].join('\n')}</li>`
}

/** Readers cannot change it. */
export const checkbox = (checked: boolean): string => `<input type="checkbox"${checked ? ' checked' : ''} disabled> `

const calloutHead = (kind: string): string =>
  `<div data-callout="${kind}" role="note">\n<p><strong>${calloutName(kind)}</strong></p>`

/** With a link back to the text at the end of its last paragraph, or below it. */
function writeFootnote(node: Node): string {
  const { label } = node.attrs
  const link = `<a href="#fnref-${label}" aria-label="Back to reference ${label}">↩</a>`
  const blocks = childrenOf(node).map((child) => writeBlock(child))
  const last = blocks.at(-1) ?? ''
  const ends = is(node.lastChild ?? undefined, 'paragraph') && last.endsWith('</p>')
  const end = ends ? `${last.slice(0, -'</p>'.length)} ${link}</p>` : `${last}\n<p>${link}</p>`
  return `<li id="fn-${label}">${[...blocks.slice(0, -1), end].join('\n')}</li>`
}

function writeCodeBlock(node: Node): string {
  const language = String(node.attrs.language).trim()
  const code = writeCode(node.textContent)
  return `<pre><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${code}</code></pre>`
}

export const writeCode = (code: string): string => code.replace(/[&<>]/g, escapeHtml)

function writeTable(table: Node): string {
  const rows = childrenOf(table)
  const isHeader = (row: Node | undefined) =>
    row !== undefined && childrenOf(row).every((cell) => is(cell, 'table_header'))
  const head = isHeader(rows[0]) ? rows.slice(0, 1) : []
  const body = rows.slice(head.length)
  const group = (name: string, members: readonly Node[]) =>
    members.length > 0 ? [lines(`<${name}>`, members, `</${name}>`)] : []
  return ['<table>', ...group('thead', head), ...group('tbody', body), '</table>'].join('\n')
}
