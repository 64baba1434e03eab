import type { Block } from '#server/text/blocks/block.ts'
import { createNode, schema } from '#server/text/blocks/schema.ts'
import { endOf, locate, part, type SourceText, startOf } from '#server/text/blocks/source-text.ts'
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
  const content = part(source, start, endOfCode(source.text, start, fence))
  const code = indent ? locate(withoutIndent(content.text, indent.length), content) : content
  return codeBlock(info.trim(), code, source, indent)
}

/** Where the line break before the closing fence is; the end when the fence is missing. */
function endOfCode(text: string, start: number, fence: string): number {
  const lastLine = Math.max(start, text.lastIndexOf('\n') + 1)
  const [, closing] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text.slice(lastLine)) ?? []
  return closing?.startsWith(fence) ? Math.max(start, lastLine - 1) : text.length
}

const withoutIndent = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => line.slice(Math.min(width, line.length - line.replace(/^ {1,3}/, '').length)))
    .join('\n')

function codeBlock(language: string, code: SourceText, source: SourceText, inside: string): Block {
  const node = createNode('code_block', { language }, code.text ? schema.text(code.text) : null)
  return { node, from: startOf(source), to: endOf(source), code, inside }
}
