import type { Node } from 'prosemirror-model'
import { type Attempt, type Care, writeOnce, writeTagged } from '#server/text/blocks/inline-care.ts'
import { type Item, itemsOf } from '#server/text/blocks/inline-items.ts'
import { childrenOf, is } from '#server/text/blocks/schema.ts'
import { htmlFigure } from '#server/text/html/figure.ts'
import type { Links } from './lexer.ts'
import { readAlone } from './read-alone.ts'
import type { Style } from './style.ts'
import { inOneLine, writeInline } from './write-inline.ts'

export type MarkdownWriting = { style: Style; links: Links; mdx: boolean; strict: boolean }

/** Writes a block as Markdown, as lines without what its containers add. */
export function writeBlock(node: Node, writing: MarkdownWriting, afterMark = false): string {
  switch (node.type.name) {
    case 'paragraph':
      return writeText(node, writing)
    case 'heading':
      return headingOf(node, writeText(node, writing))
    case 'blockquote':
      return quoted(writeChildren(node, writing))
    case 'callout':
      return quoted(
        `[!${String(node.attrs.kind).toUpperCase()}]\n${belowLine(node)}${writeChildren(node, writing, '\n\n', true)}`,
      )
    case 'bullet_list':
    case 'ordered_list':
      return writeList(node, writing)
    case 'code_block':
      return fenced(node, writing.style.fence)
    case 'table':
      return writeTable(node, writing)
    case 'horizontal_rule':
      // After a bullet, both together could be one rule; below the first line of a callout, dashes would make a heading of it.
      return afterMark ? '___' : writing.style.rule
    case 'footnote_definition':
      return `[^${node.attrs.label}]: ${indented(writeChildren(node, writing), '    ')}`.trimEnd()
    case 'figure':
      return htmlFigure(node)
    default:
      return String(node.attrs.text)
  }
}

/** A list with another number, and most source, would continue the line above it, and an empty item would make a heading of it. */
const belowLine = ({ firstChild }: Node): string =>
  is(firstChild ?? undefined, 'ordered_list', 'bullet_list', 'source_block') ? '\n' : ''

export const headingOf = (node: Node, text: string): string =>
  `${'#'.repeat(Number(node.attrs.level))} ${text}`.trimEnd()

export function writeText(node: Node, writing: MarkdownWriting): string {
  const inCell = is(node, 'table_cell', 'table_header')
  const context = { ...writing, inCell, oneLine: !is(node, 'paragraph') }
  const place = { before: is(node, 'heading') ? '#' : '', after: '', open: [] }
  const items = itemsOf(node)
  const writeAlone = (items: readonly Item[], care: Care) => writeInline(items, place, { ...context, ...care })
  const read = (text: string) => readAlone(text, context)
  const attempt: Attempt = {
    items,
    all: items,
    from: 0,
    read,
    readAlone: read,
    writeAlone,
    write: (care) => writeAlone(items, care),
  }
  const { strict } = writing
  const written = strict
    ? undefined
    : (writeOnce(attempt, { strict, delimiters: false }) ?? writeTagged(attempt, false))
  return written ?? writeTagged(attempt, true) ?? attempt.write({ strict: true, delimiters: true, tagged: new Map() })
}

/** Blocks with a blank line between them. */
export function writeChildren(parent: Node, writing: MarkdownWriting, separator = '\n\n', afterMark = false): string {
  let previous: Node | undefined
  const written = childrenOf(parent).map((node) => {
    const style = is(previous, node.type.name as 'paragraph') ? otherList(writing.style) : writing.style
    previous = style === writing.style ? node : undefined
    return writeBlock(node, { ...writing, style }, afterMark)
  })
  return written.join(separator)
}

/** Lists with the same bullet next to each other would be one. */
export const otherList = (style: Style): Style => ({
  ...style,
  bullet: style.bullet === '-' ? '*' : '-',
  ordered: style.ordered === '.' ? ')' : '.',
})

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

export const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indent + line))
    .join('\n')

function writeList(list: Node, writing: MarkdownWriting): string {
  const first = is(list, 'ordered_list') ? `${list.attrs.start}${writing.style.ordered} ` : `${writing.style.bullet} `
  let marker = first
  const items = childrenOf(list).map((item) => {
    const written = writeItem(item, marker, writing)
    marker = nextMarker(marker)
    return written
  })
  return items.join(isTight(list) ? '\n' : '\n\n')
}

/** A longer number begins no item. */
const NUMBER_MAX = 999_999_999

/** `3. ` → `4. `; a bullet stays. */
export const nextMarker = (marker: string): string =>
  marker.replace(/\d+/, (number) => String(Math.min(Number(number) + 1, NUMBER_MAX)))

const isTight = (list: Node): boolean => childrenOf(list).every((item) => isTightItem(item))

/** A list, but not one with another number than 1. */
export const canFollowText = (node: Node): boolean =>
  is(node, 'bullet_list') || (is(node, 'ordered_list') && node.attrs.start === 1)

/** A paragraph, and lists after it. */
const isTightItem = (item: Node): boolean =>
  childrenOf(item).every((child, index) => (index === 0 ? is(child, 'paragraph') : canFollowText(child)))

export function writeItem(item: Node, marker: string, writing: MarkdownWriting): string {
  const box = item.attrs.checked === null ? '' : item.attrs.checked ? '[x] ' : '[ ] '
  const content = writeChildren(item, writing, isTightItem(item) ? '\n' : '\n\n', true)
  return (marker + box + indented(content, ' '.repeat(marker.length))).trimEnd()
}

/** The fence is longer than any in the code. */
export function fenced(node: Node, usual: string): string {
  const code = node.textContent
  const language = inOneLine(String(node.attrs.language)).trim()
  const character = language.includes('`') ? '~' : usual[0]
  const runs = [...code.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)].map(([, run = '']) => run.length + 1)
  const fence = String(character).repeat(Math.max(3, ...runs))
  return `${fence}${language}\n${code === '' ? '' : `${code}\n`}${fence}`
}

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

function writeTable(table: Node, writing: MarkdownWriting): string {
  const [header, ...rows] = childrenOf(table)
  if (!header) return ''
  const line = childrenOf(header).map(({ attrs }) => ALIGNMENTS[String(attrs.align)] ?? '---')
  return [writeRow(header, writing), `| ${line.join(' | ')} |`, ...rows.map((row) => writeRow(row, writing))].join('\n')
}

export const writeRow = (row: Node, writing: MarkdownWriting): string =>
  `|${childrenOf(row)
    .map((cell) => ` ${writeText(cell, writing)} `.replace(/^ {2}$/, ' '))
    .join('|')}|`
