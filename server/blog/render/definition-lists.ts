import type { MarkedExtension, Token } from 'marked'
import { definitionList } from '#server/text/scan/definition-list.ts'

type Entry = { terms: Token[][]; definitions: Token[][] }

/** `Term` and `: Definition` on the next line. */
export const definitionLists: MarkedExtension = {
  extensions: [
    {
      name: 'definitionList',
      level: 'block',
      tokenizer(source) {
        const found = definitionList(source)
        if (!found) return undefined
        const { lexer } = this
        const { top } = lexer.state
        const blocks = (text: string) => {
          // Lines are no paragraphs then, as in tight lists. The lexer sets it after each call.
          lexer.state.top = false
          return lexer.blockTokens(text, [])
        }
        const entries = found.groups.map(({ terms, definitions }) => ({
          terms: terms.map((term) => lexer.inline(term, [])),
          definitions: definitions.map(blocks),
        }))
        lexer.state.top = top
        return { type: 'definitionList', raw: found.raw, entries }
      },
      renderer(token) {
        const entries = (token.entries as Entry[]).flatMap(({ terms, definitions }) => [
          ...terms.map((term) => `<dt>${this.parser.parseInline(term)}</dt>\n`),
          ...definitions.map((text) => `<dd>${this.parser.parse(text)}</dd>\n`),
        ])
        return `<dl>\n${entries.join('')}</dl>\n`
      },
    },
  ],
}
