import { tagsIn, VOID_ELEMENTS } from '#server/text/scan/html-tags.ts'
import type { Token } from './lexer.ts'

/** Their end tags may be missing. */
const OPTIONAL = new Set('p li dt dd tr td th thead tbody tfoot option'.split(' '))
const TOKENS_MAX = 200

/** Elements that are open after each piece of HTML. */
function unclosedTags(html: string, open: readonly string[]): string[] {
  const stack = [...open]
  for (const { name, isClosing, rest } of tagsIn(withoutComments(html))) {
    if (rest.endsWith('/') || VOID_ELEMENTS.has(name) || OPTIONAL.has(name)) continue
    if (!isClosing) stack.push(name)
    else if (stack.includes(name)) stack.length = stack.lastIndexOf(name)
  }
  return stack
}

/** A comment that does not end stays. */
function withoutComments(html: string): string {
  const parts: string[] = []
  let from = 0
  while (true) {
    const start = html.indexOf('<!--', from)
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4)
    parts.push(html.slice(from, end === -1 ? html.length : start))
    if (end === -1) return parts.join(' ')
    from = end + 3
  }
}

/** Joins HTML whose tags are not closed with the blocks up to the end tag, as `<div>`, a blank line, text and `</div>`. */
export function withClosedHtml(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let i = 0
  while (i < tokens.length) {
    const token = tokens[i]
    if (!token) break
    const length = token.type === 'html' ? lengthUntilClosed(tokens, i) : 1
    const raw = tokens
      .slice(i, i + length)
      .map((one) => one.raw)
      .join('')
    joined.push(length === 1 ? token : { type: 'html', raw, text: raw, block: true, pre: false })
    i += length
  }
  return joined
}

/** 1 when the end tag is missing. */
function lengthUntilClosed(tokens: readonly Token[], start: number): number {
  let open: string[] = []
  for (let i = start; i < Math.min(tokens.length, start + TOKENS_MAX); i++) {
    const token = tokens[i]
    if (token?.type === 'html' || i === start || token?.raw.includes('</')) open = unclosedTags(token?.raw ?? '', open)
    if (open.length === 0) return i - start + 1
  }
  return 1
}
