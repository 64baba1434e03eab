import type { Node } from 'prosemirror-model'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { NESTING_MAX, nestingOf } from '#contract/normalize-block.ts'
import { is } from '#server/text/blocks/schema.ts'
import { isFootnoteNumber } from '#server/text/html/read-annotations.ts'

const nameOf = (format: DocumentFormat) => (format === 'html' ? 'HTML' : 'Markdown')

/** What the repaired form of a block leaves out, in words. */
export function repairInWords(format: DocumentFormat, before: Node, after: Node): string {
  const name = nameOf(format)
  if (is(after, 'source_block') && !is(before, 'source_block'))
    return `${name} has no form for this block. It is stored as HTML.`
  if (is(before, 'source_block')) return `This source is nested too deeply for ${name}. It became text.`
  const old = partsOf(before)
  const now = partsOf(after)
  if ((now.get('source') ?? 0) > (old.get('source') ?? 0))
    return `${name} has no form for a part of this block. That part is stored as HTML.`
  const lost = [...old].filter(([part, count]) => (now.get(part) ?? 0) < count).map(([part]) => part)
  return `${name} has no form for this block. Left out: ${lost.length > 0 ? lost.join(', ') : 'formatting'}.`
}

const NODES: Readonly<Record<string, string>> = {
  heading: 'heading',
  blockquote: 'quote',
  callout: 'callout',
  bullet_list: 'list',
  ordered_list: 'numbered list',
  code_block: 'code block',
  table: 'table',
  figure: 'image with a caption',
  image: 'image',
  footnote_definition: 'footnote',
  footnote_reference: 'footnote reference',
  hard_break: 'line break',
  source_block: 'source',
  source_inline: 'source',
}
const MARKS: Readonly<Record<string, string>> = {
  link: 'link',
  strong: 'bold',
  em: 'italics',
  strike: 'strikethrough',
  code: 'inline code',
}

/** How often each part of a block is there: nodes, and characters with marks and without. */
function partsOf(block: Node): Map<string, number> {
  const parts = new Map<string, number>()
  const add = (part: string | undefined, count = 1) => part && parts.set(part, (parts.get(part) ?? 0) + count)
  const visit = (node: Node) => {
    add(NODES[node.type.name])
    const length = node.text?.replace(/\s/g, '').length ?? 0
    if (length > 0) add('special characters', length)
    for (const { type } of node.marks) add(MARKS[type.name], node.isText ? length : 1)
  }
  visit(block)
  block.descendants(visit)
  return parts
}

/** What a block loses because the format has no form for it; `undefined` for nothing. `asText`: the nodes of source that became text. */
export function lossInWords(format: DocumentFormat, block: BlockJson, asText: readonly string[]): string | undefined {
  const lost: string[] = []
  if (nestingOf(block) > NESTING_MAX)
    lost.push(`Lists and quotes are nested at most ${NESTING_MAX} levels deep. Deeper ones became text.`)
  if (format !== 'html' && has(block, isMergedCell)) lost.push('Markdown has no merged cells. They were split.')
  if (format === 'html' && has(block, isNamedFootnote))
    lost.push('Footnotes in HTML are numbered. One with a name became text.')
  if (has(block, ({ type }) => asText.includes(type))) lost.push(`Source that is no ${nameOf(format)} became text.`)
  return lost.length > 0 ? lost.join(' ') : undefined
}

const has = (block: BlockJson, isWanted: (node: BlockJson) => boolean): boolean =>
  isWanted(block) || (block.content ?? []).some((child) => has(child, isWanted))

const isMergedCell = ({ attrs }: BlockJson) => Number(attrs?.colspan ?? 1) > 1 || Number(attrs?.rowspan ?? 1) > 1

const isNamedFootnote = ({ type, attrs }: BlockJson) =>
  (type === 'footnote_definition' || type === 'footnote_reference') && !isFootnoteNumber(attrs?.label)
