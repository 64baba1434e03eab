import type { Node } from 'prosemirror-model'
import { childrenOf, is } from '#server/text/blocks/schema.ts'
import { type Definitions, lex } from './lexer.ts'
import { type ParsedMarkdown, parseMarkdown } from './parse.ts'

/**
 * Links name their URL by a definition elsewhere in the file. Returns the file as it is without the definitions that are gone,
 * so that their links are written again with the URL, and blocks of the file with the URLs of definitions that changed.
 */
export function withDefinitions(base: ParsedMarkdown, nodes: readonly Node[], mdx: boolean) {
  const { links } = base
  if (Object.keys(links).length === 0) return { base, nodes }
  const now = lex(sourcesIn(nodes).join('\n\n'), mdx).links
  const labels = Object.keys(links).filter((label) => !sameLink(links[label], now[label]))
  if (labels.length === 0) return { base, nodes }
  const gone: Definitions = new Map(labels.map((label) => [label, now[label]]))
  const changed: Definitions = new Map(labels.filter((label) => now[label]).map((label) => [label, now[label]]))
  const read = parseMarkdown(base.text, mdx, {}, changed)
  const indexes = new Map(base.blocks.map(({ node }, index) => [node, index]))
  return {
    base: parseMarkdown(base.text, mdx, {}, gone),
    nodes: nodes.map((node) => read.blocks[indexes.get(node) ?? -1]?.node ?? node),
  }
}

type Link = ParsedMarkdown['links'][string]
const sameLink = (a: Link | undefined, b: Link | undefined) =>
  a?.href === b?.href && (a?.title ?? null) === (b?.title ?? null)

const sourcesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => (is(node, 'source_block') ? [String(node.attrs.text)] : sourcesIn(childrenOf(node))))
