import { Lexer, type Links, Marked, type Token, type Tokens } from 'marked'
import { footnoteDefinition } from './footnote-definition.ts'
import { opaqueBlockLength, opaqueBlockStart, opaqueInline, opaqueInlineStart } from './opaque-blocks.ts'

export type { Links, Token, Tokens }

/** What the lexer found, and the definitions that its texts can refer to. */
export type Lexed = { tokens: Token[]; links: Links }

const FOOTNOTE_REFERENCE = /^\[\^([^\]\s]{1,100})\](?!:)/

/** The renderer's lexer, with the parts that are not Markdown as tokens of their own. */
export function lex(text: string, mdx: boolean, links: Links = {}): Lexed {
  const lexer = createLexer(mdx, links)
  return { tokens: lexer.lex(text), links: lexer.tokens.links }
}

export const lexInline = (text: string, mdx: boolean, links: Links): Token[] =>
  createLexer(mdx, links).inlineTokens(text)

function createLexer(mdx: boolean, links: Links): Lexer {
  const marked = new Marked({ async: false, gfm: true })
  const missing = new Set<string>()
  marked.use({
    extensions: [
      {
        name: 'opaqueBlock',
        level: 'block',
        start: (source) => opaqueBlockStart(source),
        tokenizer(source) {
          const length = opaqueBlockLength(source, mdx, missing)
          return length ? { type: 'opaqueBlock', raw: source.slice(0, length) } : undefined
        },
      },
      {
        name: 'footnoteDefinition',
        level: 'block',
        tokenizer(source) {
          const found = footnoteDefinition(source)
          if (!found) return undefined
          const { top } = this.lexer.state
          this.lexer.state.top = true
          const tokens = this.lexer.blockTokens(found.text, [])
          this.lexer.state.top = top
          return { type: 'footnoteDefinition', ...found, tokens }
        },
      },
      {
        name: 'opaqueInline',
        level: 'inline',
        start: (source) => opaqueInlineStart(source, mdx),
        tokenizer(source) {
          const [reference, label] = FOOTNOTE_REFERENCE.exec(source) ?? []
          if (reference) return { type: 'footnoteReference', raw: reference, label }
          const raw = opaqueInline(source, mdx)
          return raw ? { type: 'opaqueInline', raw } : undefined
        },
      },
    ],
  })
  const lexer = new Lexer({ ...marked.defaults, tokenizer: null })
  Object.assign(lexer.tokens.links, links)
  return lexer
}
