import type { Block } from '#server/text/blocks/block.ts'
import { createNode } from '#server/text/blocks/schema.ts'
import {
  endOf,
  locate,
  part,
  type SourceText,
  startOf,
  UnsupportedSource,
  withoutBlankEnds,
} from '#server/text/blocks/source-text.ts'
import type { Token, Tokens } from './lexer.ts'
import { type ReadContext, withFiller } from './read-context.ts'

export function readList(token: Tokens.List, source: SourceText, context: ReadContext): Block {
  const children: Block[] = []
  let at = 0
  for (const item of token.items) {
    if (!source.text.startsWith(item.raw, at)) throw new UnsupportedSource()
    children.push(readItem(item, part(source, at, at + item.raw.length), context))
    at += item.raw.length
  }
  const items = children.map(({ node }) => node)
  const node = token.ordered
    ? createNode('ordered_list', { start: Number(token.start) }, items)
    : createNode('bullet_list', null, items)
  return { node, from: startOf(source), to: endOf(source), children }
}

const MARKER = /^( {0,3})([-*+]|\d{1,9}([.)]))((?:[ \t]+(?=\S))?)/
const TASK = /^\[[ xX]\][ \t]+/

function readItem(item: Tokens.ListItem, source: SourceText, context: ReadContext): Block {
  const [start, indent = '', sign = '', ordered, blanks = ''] = MARKER.exec(source.text) ?? []
  if (!start) throw new UnsupportedSource()
  context.styles.count(ordered ? 'ordered' : 'bullet', ordered ?? sign)
  const [box = ''] = item.task ? (TASK.exec(source.text.slice(start.length)) ?? []) : []
  const content = locate(item.text, source)
  const children = withFiller(context.readChildren(tokensOf(item), content, context), content)
  const checked = item.task ? item.checked === true : null
  const node = createNode(
    'list_item',
    { checked },
    children.map(({ node: child }) => child),
  )
  const gap = widthOf(blanks, indent.length + sign.length)
  const marker = indent + sign + (gap > 4 || gap === 0 ? ' ' : blanks)
  const width = indent.length + sign.length + (gap > 4 || gap === 0 ? 1 : gap)
  const own = withoutBlankEnds(source)
  const block: Block = { node, from: startOf(own), to: endOf(own), children, marker, inside: ' '.repeat(width) }
  if (!box) return block
  const sign0 = source.at[start.length + 1] ?? 0
  return { ...block, attribute: { from: sign0, to: sign0 + 1 } }
}

/** In columns: a tab ends at the next multiple of four. */
function widthOf(blanks: string, column: number): number {
  let end = column
  for (const blank of blanks) end += blank === '\t' ? 4 - (end % 4) : 1
  return end - column
}

/** The tokens of an item's text; the lexer adds one for the box of a task, on its own or in the first paragraph. */
function tokensOf(item: Tokens.ListItem): Token[] {
  const [first, ...others] = item.tokens
  if (first?.type === 'checkbox') return others
  const [box, ...inner] = first && 'tokens' in first ? (first.tokens ?? []) : []
  if (!first || box?.type !== 'checkbox') return item.tokens
  const raw = first.raw.slice(box.raw.length)
  const text = String((first as Tokens.Paragraph).text).slice(box.raw.length)
  return [{ ...first, raw, text, tokens: inner } as Token, ...others]
}
