import type { Token } from './lexer.ts'

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^'"<>])*?(\/?)>/gi
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Their end tags may be missing. */
const OPTIONAL = new Set('p li dt dd tr td th thead tbody tfoot option'.split(' '))
const LOOK_AHEAD_MAX = 200

/** Elements that are open after each piece of HTML. */
function stillOpen(html: string, open: readonly string[]): string[] {
  const stack = [...open]
  for (const [, closing, name = '', selfClosing] of html.matchAll(TAG)) {
    const element = name.toLowerCase()
    if (!name || selfClosing || VOID.has(element) || OPTIONAL.has(element)) continue
    if (!closing) stack.push(element)
    else if (stack.includes(element)) stack.length = stack.lastIndexOf(element)
  }
  return stack
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
  for (let i = start; i < Math.min(tokens.length, start + LOOK_AHEAD_MAX); i++) {
    const token = tokens[i]
    if (token?.type === 'html' || i === start || token?.raw.includes('</')) open = stillOpen(token?.raw ?? '', open)
    if (open.length === 0) return i - start + 1
  }
  return 1
}
