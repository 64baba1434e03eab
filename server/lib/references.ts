import type { PostFormat } from '#contract/post-form.ts'
import { attributesIn, tagsIn } from '#server/lib/html-tags.ts'

/** A link or an image in a body: its target, the description of an image, and its index. */
export type Reference = { kind: 'link' | 'picture'; to: string; alt: string | undefined; index: number }

const DEFINITION = /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s<>]+)>?/
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|svg|avif|heic)$/i

/** A body without code and comments, in which every index stays the same. */
export const withoutCode = (body: string, format: PostFormat): string =>
  format === 'md' ? withoutComments(withoutMarkdownCode(body)) : withoutComments(body)

/** The links and images of a body without code, in no particular order. */
export const referencesIn = (bare: string, format: PostFormat): Reference[] =>
  format === 'md' ? [...inMarkdown(bare), ...definitionsIn(bare), ...inHtml(bare)] : inHtml(bare)

const inMarkdown = (bare: string): Reference[] =>
  linksIn(bare).map(({ isPicture, text, target, index }) => ({
    kind: isPicture ? 'picture' : 'link',
    to: target,
    alt: text || undefined,
    index,
  }))

/** `[name]: target`, a line each. */
function definitionsIn(bare: string): Reference[] {
  const found: Reference[] = []
  let index = 0
  for (const line of bare.split('\n')) {
    const [, to] = DEFINITION.exec(line) ?? []
    if (to !== undefined) found.push({ kind: PICTURE_NAME.test(to) ? 'picture' : 'link', to, alt: to, index })
    index += line.length + 1
  }
  return found
}

function inHtml(bare: string): Reference[] {
  const found: Reference[] = []
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    if (isClosing || (name !== 'a' && name !== 'img')) continue
    const attributes = attributesIn(rest)
    const to = attributes.get(name === 'a' ? 'href' : 'src')
    if (to !== undefined)
      found.push({ kind: name === 'a' ? 'link' : 'picture', to, alt: attributes.get('alt'), index: start })
  }
  return found
}

/** `[text](target)` or, for an image, `![text](target)`. */
export type MarkdownLink = { isPicture: boolean; text: string; target: string; index: number }

/** Longer targets and texts are not links. */
const TARGET_MAX_CHARACTERS = 2_000
const TEXT_MAX_CHARACTERS = 1_000
/** The maximum nesting of parentheses in a target. */
const DEPTH_MAX = 3

/** The links and images of Markdown without code, in the order of their ends. Runs in linear time. */
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

/** The target after a `(`; `undefined` without a closing `)`. */
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

/** Parentheses in a target without brackets are balanced. */
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

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const BACKTICKS = /`+/g

/** Markdown with spaces in place of its code, so that every index stays the same. */
function withoutMarkdownCode(markdown: string): string {
  let fence: string | undefined
  const lines = markdown.split('\n').map((line) => {
    const opening = FENCE.exec(line)?.[1]
    const isFenced = fence !== undefined || opening !== undefined
    if (fence === undefined) fence = opening
    else if (closes(line, fence)) fence = undefined
    return isFenced ? blank(line) : withoutInlineCode(line)
  })
  return lines.join('\n')
}

function closes(line: string, fence: string): boolean {
  const run = line.trim()
  return FENCE.test(line) && run.startsWith(fence) && run === run.charAt(0).repeat(run.length)
}

/** Code starts at a run of backticks and ends at the next run of the same length on the line. */
function withoutInlineCode(line: string): string {
  if (!line.includes('`')) return line
  const runs = [...line.matchAll(BACKTICKS)].map(({ 0: run, index }) => ({ index, length: run.length }))
  const nextOfLength = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length = 0 } = runs[at] ?? {}
    closing[at] = nextOfLength.get(length) ?? -1
    nextOfLength.set(length, at)
  }
  let text = ''
  let copied = 0
  for (let at = 0; at < runs.length; at++) {
    const start = runs[at]
    const end = runs[closing[at] ?? -1]
    if (!start || !end) continue
    const behind = end.index + end.length
    text += line.slice(copied, start.index) + ' '.repeat(behind - start.index)
    copied = behind
    at = closing[at] ?? at
  }
  return text + line.slice(copied)
}

/** Replaces HTML comments with spaces. */
export function withoutComments(html: string): string {
  let text = ''
  let copied = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', copied)) {
    const end = html.indexOf('-->', start + 4)
    if (end === -1) break
    text += html.slice(copied, start) + blank(html.slice(start, end + 3))
    copied = end + 3
  }
  return text + html.slice(copied)
}

const blank = (code: string) => code.replace(/[^\n]/g, ' ')
