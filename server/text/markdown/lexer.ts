import { Lexer, type Links, Marked, type MarkedOptions, type Token, type Tokens } from 'marked'
import { footnoteReference } from '#server/text/scan/footnotes.ts'
import {
  missingEnds,
  opaqueBlockLength,
  opaqueBlockStart,
  opaqueInline,
  opaqueInlineStart,
} from '#server/text/scan/opaque-blocks.ts'
import { readFootnote } from './footnote-token.ts'

export type { Links, Token, Tokens }

/** What the lexer found, and the definitions that its texts can refer to. */
export type Lexed = { tokens: Token[]; links: Links }

/** Definitions to read in place of those in the text; `undefined` for one to ignore. */
export type Definitions = ReadonlyMap<string, Links[string] | undefined>

/** The renderer's lexer, with the parts that are not Markdown as separate tokens. */
export function lex(text: string, mdx: boolean, links: Links = {}, definitions: Definitions = new Map()): Lexed {
  const lexer = createLexer(mdx, links)
  for (const [label, link] of definitions)
    Object.defineProperty(lexer.tokens.links, label, { get: () => link, set() {}, enumerable: link !== undefined })
  const tokens = lexer.lex(text)
  return { tokens, links: { ...lexer.tokens.links } }
}

export const lexInline = (text: string, mdx: boolean, links: Links): Token[] =>
  createLexer(mdx, links).inlineTokens(text)

function createOptions(mdx: boolean): MarkedOptions {
  const marked = new Marked({ async: false, gfm: true })
  marked.use({
    extensions: [
      {
        name: 'opaqueBlock',
        level: 'block',
        start: (source) => opaqueBlockStart(source),
        tokenizer(source) {
          const length = opaqueBlockLength(source, mdx, missingEnds(this.lexer))
          return length ? { type: 'opaqueBlock', raw: source.slice(0, length) } : undefined
        },
      },
      {
        name: 'footnoteDefinition',
        level: 'block',
        tokenizer(source) {
          const found = readFootnote(source, this.lexer)
          return found && { type: 'footnoteDefinition', ...found }
        },
      },
      {
        name: 'opaqueInline',
        level: 'inline',
        start: (source) => opaqueInlineStart(source, mdx),
        tokenizer(source) {
          const reference = footnoteReference(source)
          // Behind it, a colon could make it a definition when it is written again.
          if (reference && source[reference.raw.length] !== ':') return { type: 'footnoteReference', ...reference }
          const raw = opaqueInline(source, mdx)
          return raw ? { type: 'opaqueInline', raw } : undefined
        },
      },
    ],
  })
  return marked.defaults
}

const inMarkdown = createOptions(false)
const inMdx = createOptions(true)

function createLexer(mdx: boolean, links: Links): Lexer {
  // The lexer stores its tokenizer in its options.
  const lexer = new Lexer({ ...(mdx ? inMdx : inMarkdown), tokenizer: null })
  Object.assign(lexer.tokens.links, links)
  return lexer
}
