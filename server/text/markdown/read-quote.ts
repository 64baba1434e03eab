import { type CalloutKind, calloutKinds } from '#contract/document.ts'
import type { Block } from '#server/text/blocks/block.ts'
import { contentOf, isBlank } from '#server/text/blocks/inline-items.ts'
import { createNode, is } from '#server/text/blocks/schema.ts'
import { endOf, locate, part, type SourceText, startOf } from '#server/text/blocks/source-text.ts'
import type { Tokens } from './lexer.ts'
import { type ReadContext, withFiller } from './read-context.ts'

const KIND = /^[ \t]*\[!(\w+)\][ \t]*(?=\n|$)/

export function readQuote(token: Tokens.Blockquote, source: SourceText, context: ReadContext): Block {
  const content = locate(token.text, source)
  const blocks = context.readChildren(token.tokens, content, context)
  const range = { from: startOf(source), to: endOf(source), inside: '> ' }
  const [line, name = ''] = KIND.exec(content.text) ?? []
  const kind = name.toLowerCase()
  if (!line || !isKind(kind) || !is(blocks[0]?.node, 'paragraph')) {
    const children = withFiller(blocks, content)
    return { ...range, node: createNode('blockquote', null, nodesOf(children)), children }
  }
  const children = withFiller(withoutFirstLine(blocks), content)
  const start = content.text.indexOf('!') + 1
  const attribute = { from: content.at[start] ?? 0, to: content.at[start + name.length] ?? 0 }
  return { ...range, node: createNode('callout', { kind }, nodesOf(children)), children, attribute }
}

const nodesOf = (blocks: readonly Block[]) => blocks.map(({ node }) => node)
const isKind = (name: string): name is CalloutKind => calloutKinds.some((kind) => kind === name)

/** The lexer reads `[!NOTE]` as the beginning of the first paragraph. */
function withoutFirstLine([first, ...others]: readonly Block[]): Block[] {
  if (!first?.text) return others
  const { source, items, from, to } = first.text
  const lineBreak = source.text.indexOf('\n')
  const start = from.findIndex((one, index) => lineBreak !== -1 && one > lineBreak && !isBlank(items[index]))
  if (start === -1) return others
  // A mark begins before its first character.
  const rest = source.text.slice(lineBreak + 1)
  const begins = lineBreak + 1 + rest.length - rest.trimStart().length
  const text = {
    source: part(source, begins, source.text.length),
    items: items.slice(start),
    from: from.slice(start).map((at) => at - begins),
    to: to.slice(start).map((at) => at - begins),
  }
  const begin = startOf(text.source)
  return [{ node: createNode('paragraph', null, contentOf(text.items)), from: begin, to: first.to, text }, ...others]
}
