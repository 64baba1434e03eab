import type { Block } from '#server/text/blocks/block.ts'
import { createNode } from '#server/text/blocks/schema.ts'
import { endOf, type SourceText } from '#server/text/blocks/source-text.ts'
import type { Token } from './lexer.ts'
import type { StyleCounts } from './style.ts'

export type ReadContext = {
  styles: StyleCounts
  /** How many containers are around the block. */
  depth: number
  /** Reads the blocks of a container. Throws `UnsupportedSource`. */
  readChildren: (tokens: readonly Token[], source: SourceText, context: ReadContext) => Block[]
}

/** An empty container is shown with an empty paragraph. */
export function withFiller(children: Block[], content: SourceText): Block[] {
  if (children.length > 0) return children
  return [{ node: createNode('paragraph'), from: endOf(content), to: endOf(content), filler: true }]
}
