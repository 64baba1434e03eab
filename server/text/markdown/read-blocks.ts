import { NESTING_MAX } from '#contract/normalize-block.ts'
import type { Block } from '#server/text/blocks/block.ts'
import { contentOf, type ReadItems } from '#server/text/blocks/inline-items.ts'
import { createNode, type NodeName } from '#server/text/blocks/schema.ts'
import {
  endOf,
  locate,
  part,
  type SourceText,
  startOf,
  UnsupportedSource,
  withoutBlankEnds,
} from '#server/text/blocks/source-text.ts'
import { figureOf } from '#server/text/html/figure.ts'
import { withClosedHtml } from './html-balance.ts'
import type { Token, Tokens } from './lexer.ts'
import { readCode } from './read-code.ts'
import { type ReadContext, withFiller } from './read-context.ts'
import { readInline, withAttributes } from './read-inline.ts'
import { readList } from './read-list.ts'
import { readQuote } from './read-quote.ts'
import { readTable } from './read-table.ts'

/** Reads the tokens of `source`, which they must add up to. Throws `UnsupportedSource`. */
export function readBlocks(tokens: readonly Token[], source: SourceText, context: ReadContext): Block[] {
  if (context.depth > NESTING_MAX) throw new UnsupportedSource()
  const blocks: Block[] = []
  let at = 0
  for (const token of withClosedHtml(tokens)) {
    if (!source.text.startsWith(token.raw, at)) throw new UnsupportedSource()
    const own = withoutBlankEnds(part(source, at, at + token.raw.length))
    if (own.text !== '') blocks.push(readBlock(token, own, { ...context, depth: context.depth + 1 }))
    at += token.raw.length
  }
  if (source.text.slice(at).trim() !== '') throw new UnsupportedSource()
  return blocks
}

function readBlock(token: Token, source: SourceText, context: ReadContext): Block {
  try {
    return readKnown(token as Tokens.Generic, source, context)
  } catch (error) {
    if (error instanceof UnsupportedSource) return sourceBlock(source)
    throw error
  }
}

export const sourceBlock = (source: SourceText): Block => ({
  node: createNode('source_block', { text: source.text }),
  from: startOf(source),
  to: endOf(source),
})

function readKnown(token: Tokens.Generic, source: SourceText, context: ReadContext): Block {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return textBlock(
        'paragraph',
        null,
        source,
        readText(token as Tokens.Paragraph, locate(String(token.text).trimEnd(), source), context),
      )
    case 'heading':
      return readHeading(token as Tokens.Heading, source, context)
    case 'code':
      return readCode(token as Tokens.Code, source, context.styles)
    case 'hr':
      context.styles.count('rule', source.text.trim())
      return { node: createNode('horizontal_rule'), from: startOf(source), to: endOf(source) }
    case 'blockquote':
      return readQuote(token as Tokens.Blockquote, source, context)
    case 'list':
      return readList(token as Tokens.List, source, context)
    case 'table':
      return readTable(token as Tokens.Table, source, context)
    case 'html':
      return readHtml(source)
    case 'footnoteDefinition':
      return readFootnote(token, source, context)
    default:
      throw new UnsupportedSource()
  }
}

function readText(token: { tokens: Token[] }, text: SourceText, context: ReadContext): ReadItems {
  return readInline(withoutBlankEnd(token.tokens), text, context.styles)
}

/** White space at the end of a text belongs to no block. */
function withoutBlankEnd(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1)
  return last?.type === 'text' ? [...tokens.slice(0, -1), { ...last, raw: last.raw.trimEnd() }] : tokens
}

const textBlock = (
  name: NodeName,
  attrs: Record<string, unknown> | null,
  source: SourceText,
  text: ReadItems,
): Block => ({ node: createNode(name, attrs, contentOf(text.items)), from: startOf(source), to: endOf(source), text })

function readHeading(token: Tokens.Heading, source: SourceText, context: ReadContext): Block {
  const marks = /^ {0,3}(#{1,6})(?=\s|$)[ \t]*/.exec(source.text)
  const start = marks ? marks[0].length : (/^\s*/.exec(source.text)?.[0].length ?? 0)
  if (!source.text.startsWith(token.text, start)) throw new UnsupportedSource()
  const tokens = [...withAttributes(token.tokens)]
  const text = readText({ tokens }, part(source, start, start + token.text.length), context)
  const block = textBlock('heading', { level: token.depth }, source, text)
  if (!marks) return block
  const level = source.text.indexOf('#')
  return { ...block, attribute: { from: source.at[level] ?? 0, to: source.at[level + token.depth] ?? 0 } }
}

/** A picture with a caption is the one thing that Markdown has no form for. */
function readHtml(source: SourceText): Block {
  const node = figureOf(source.text)
  if (!node) throw new UnsupportedSource()
  return { node, from: startOf(source), to: endOf(source) }
}

function readFootnote(token: Tokens.Generic, source: SourceText, context: ReadContext): Block {
  const content = locate(token.text, source)
  const children = withFiller(context.readChildren(token.tokens ?? [], content, context), content)
  const node = createNode(
    'footnote_definition',
    { label: token.label },
    children.map(({ node: child }) => child),
  )
  return { node, from: startOf(source), to: endOf(source), children, inside: '    ' }
}
