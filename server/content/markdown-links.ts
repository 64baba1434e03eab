/** `[text](target)`, or with a `!` in front a picture; `index` is where it begins. */
export type MarkdownLink = { isPicture: boolean; text: string; target: string; index: number }

/** Longer ones are none: no address has so many characters, and no description. */
const TARGET_MAX_CHARACTERS = 2_000
const TEXT_MAX_CHARACTERS = 1_000
/** Of parentheses inside a target. */
const DEPTH_MAX = 3

/** The links and pictures of Markdown without code, in the order of their ends. One pass: time grows with the length. */
export function linksIn(markdown: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  const open: number[] = []
  for (let at = 0; at < markdown.length; at++) {
    const one = markdown[at]
    if (one === '\\') at++
    else if (one === '[') open.push(at)
    else if (one === ']') {
      const start = open.pop()
      const target = start === undefined || markdown[at + 1] !== '(' ? undefined : targetAt(markdown, at + 2)
      if (start === undefined || target === undefined) continue
      const isPicture = markdown[start - 1] === '!'
      const text = markdown.slice(start + 1, Math.min(at, start + 1 + TEXT_MAX_CHARACTERS)).trim()
      links.push({ isPicture, text, target, index: isPicture ? start - 1 : start })
    }
  }
  return links
}

const IN_BRACKETS = /[^<>\n]*>/y
const TITLE = /"[^"]*"|'[^']*'|\([^()]*\)/y

/** The target that begins behind a `(`; `undefined` where no `)` closes it. */
function targetAt(markdown: string, start: number): string | undefined {
  const text = markdown.slice(start, start + TARGET_MAX_CHARACTERS)
  const from = afterSpaces(text, 0)
  const end = text[from] === '<' ? afterMatch(IN_BRACKETS, text, from + 1) : endOfBare(text, from)
  if (end === undefined) return undefined
  const behind = afterSpaces(text, end)
  const titleEnd = behind > end ? (afterMatch(TITLE, text, behind) ?? behind) : behind
  if (text[afterSpaces(text, titleEnd)] !== ')') return undefined
  return text[from] === '<' ? text.slice(from + 1, end - 1) : text.slice(from, end)
}

/** Parentheses inside a bare target come in pairs. */
function endOfBare(text: string, from: number): number {
  let depth = 0
  let at = from
  for (; at < text.length; at++) {
    const one = text[at] ?? ''
    if (isSpace(one) || one === '<' || one === '>') break
    if (one === '(' && ++depth > DEPTH_MAX) break
    if (one === ')' && depth-- === 0) break
  }
  return at
}

function afterMatch(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : undefined
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (isSpace(text[at] ?? '')) at++
  return at
}

const isSpace = (one: string) => one === ' ' || one === '\n' || one === '\t' || one === '\r'
