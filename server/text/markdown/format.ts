import type { Format } from '#server/text/blocks/format.ts'
import { withDefinitions } from './definitions.ts'
import { normalizeMarkdown } from './normalize.ts'
import { type ParsedMarkdown, parseMarkdown } from './parse.ts'
import { createMarkdownWriter } from './writer.ts'

export const createMarkdownFormat = (mdx: boolean): Format<ParsedMarkdown> => ({
  rendersAs: 'md',
  parse: (text) => parseMarkdown(text, mdx),
  normalize: (nodes, old) => normalizeMarkdown(nodes, old, mdx),
  resolve: (base, nodes) => withDefinitions(base, nodes, mdx),
  createWriter: (base) => createMarkdownWriter(base, mdx),
})
