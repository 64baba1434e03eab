import type { Parsed } from '#server/text/blocks/block.ts'
import { part, UnsupportedSource, wholeText, withoutBlankEnds } from '#server/text/blocks/source-text.ts'
import { type Definitions, type Lexed, type Links, lex } from './lexer.ts'
import { readBlocks, sourceBlock } from './read-blocks.ts'
import { createStyleCounts, type Style } from './style.ts'

export type ParsedMarkdown = Parsed & { links: Links; style: Style }

/** Reads Markdown with `\n` as line ends. Whatever cannot be read is a source block. */
export function parseMarkdown(
  text: string,
  mdx: boolean,
  links: Links = {},
  definitions?: Definitions,
): ParsedMarkdown {
  const styles = createStyleCounts()
  const source = wholeText(text)
  const allSource = () => (text.trim() === '' ? [] : [sourceBlock(withoutBlankEnds(part(source, 0, text.length)))])
  const lexed = lexOrNothing(text, mdx, links, definitions)
  if (!lexed) return { text, blocks: allSource(), links, style: styles.prevailing() }
  try {
    const blocks = readBlocks(lexed.tokens, source, { styles, depth: 0, readChildren: readBlocks })
    return { text, blocks, links: lexed.links, style: styles.prevailing() }
  } catch (error) {
    if (!(error instanceof UnsupportedSource)) throw error
    return { text, blocks: allSource(), links: lexed.links, style: styles.prevailing() }
  }
}

/** Whatever the lexer throws, mostly a stack overflow, is caused by the text. */
function lexOrNothing(text: string, mdx: boolean, links: Links, definitions?: Definitions): Lexed | undefined {
  try {
    return lex(text, mdx, links, definitions)
  } catch {
    return undefined
  }
}
