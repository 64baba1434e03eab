import type { Lexer, Token } from 'marked'
import { type FootnoteDefinition, footnoteDefinition } from '#server/text/scan/footnotes.ts'

/** Reads the definition of a footnote at the start of a text, with the blocks in it. */
export function readFootnote(source: string, lexer: Lexer): (FootnoteDefinition & { tokens: Token[] }) | undefined {
  const found = footnoteDefinition(source)
  if (!found) return undefined
  const { top } = lexer.state
  // Paragraphs, not lines of a list item.
  lexer.state.top = true
  const tokens = lexer.blockTokens(found.text, [])
  lexer.state.top = top
  return { ...found, tokens }
}
