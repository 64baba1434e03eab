import type { Block } from '#server/writing/block.ts'
import { createNode, schema } from '#server/writing/schema.ts'
import { endOf, locate, part, type SourceText, startOf } from '#server/writing/source-text.ts'
import type { Tokens } from './lexer.ts'
import type { StyleCounts } from './style.ts'

export function readCode(token: Tokens.Code, source: SourceText, styles: StyleCounts): Block {
  return token.codeBlockStyle === 'indented' ? readIndented(token, source) : readFenced(source, styles)
}

function readIndented(token: Tokens.Code, source: SourceText): Block {
  const indent = /^[ \t]*/.exec(source.text)?.[0].slice(0, 4) ?? ''
  return codeBlock('', locate(token.text.trimEnd(), source), source, indent.startsWith('\t') ? '\t' : '    ')
}

/** The lexer's own text may have one blank line more. */
function readFenced(source: SourceText, styles: StyleCounts): Block {
  const [opening, indent = '', fence = '', info = ''] = /^( {0,3})(`{3,}|~{3,})([^\n]*)/.exec(source.text) ?? []
  styles.count('fence', fence.slice(0, 3))
  const start = Math.min((opening?.length ?? 0) + 1, source.text.length)
  const closing = new RegExp(`(?:^|\\n)(?: {0,3}${fence}${fence[0]}*[ \\t]*)$`).exec(source.text.slice(start))
  const content = part(source, start, closing ? start + closing.index : source.text.length)
  const code = indent ? locate(withoutIndent(content.text, indent.length), content) : content
  return codeBlock(info.trim(), code, source, indent)
}

const withoutIndent = (text: string, width: number) => text.replace(new RegExp(`^ {1,${width}}`, 'gm'), '')

function codeBlock(language: string, code: SourceText, source: SourceText, inside: string): Block {
  const node = createNode('code_block', { language }, code.text ? schema.text(code.text) : null)
  return { node, from: startOf(source), to: endOf(source), code, inside }
}
