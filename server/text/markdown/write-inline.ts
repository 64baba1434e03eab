import { Mark, type Node } from 'prosemirror-model'
import type { Care } from '#server/text/blocks/inline-care.ts'
import { hasMark, type Item } from '#server/text/blocks/inline-items.ts'
import { is, markIs } from '#server/text/blocks/schema.ts'
import { escapeLineStart, escapeText } from './escape.ts'
import type { Links } from './lexer.ts'
import { codeInTags, inTags } from './mark-tags.ts'
import type { Style } from './style.ts'

export type InlineWriting = Care & {
  style: Style
  links: Links
  mdx: boolean
  /** Headings and cells have no line breaks. */
  oneLine: boolean
  inCell: boolean
}

/** The source around what is written, and the marks that are open there. */
export type InlinePlace = { before: string; after: string; open: readonly Mark[] }

/** Writes items as Markdown. */
export function writeInline(items: readonly Item[], place: InlinePlace, writing: InlineWriting): string {
  const written = write(items, place.open, place, writing)
  const isLineStart = lineIsEmpty(place.before) && !is(items[0]?.leaf ?? undefined, 'source_inline')
  const lines = writing.inCell
    ? [written]
    : written.split('\n').map((line, index) => (index > 0 || isLineStart ? escapeLineStart(line, writing.mdx) : line))
  const text = withoutClosingMarks(lines.join('\n'), place, writing)
  return writing.inCell ? text.replaceAll('|', '\\|') : text
}

const lineIsEmpty = (before: string) => before.slice(before.lastIndexOf('\n') + 1).trim() === ''

/** `#` at the end of a heading is not text. */
function withoutClosingMarks(text: string, { after }: InlinePlace, { oneLine, inCell }: InlineWriting): string {
  if (!oneLine || inCell || after !== '' || !text.endsWith('#')) return text
  let start = text.length
  while (text[start - 1] === '#') start--
  if (/\S/.test(text[start - 1] ?? ' ')) return text
  return `${text.slice(0, start)}\\${text.slice(start)}`
}

/** Line breaks with the blanks around them are one space. */
export function inOneLine(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

function write(
  items: readonly Item[],
  open: readonly Mark[],
  { before, after }: Omit<InlinePlace, 'open'>,
  writing: InlineWriting,
): string {
  let result = ''
  let i = 0
  /** The last characters inside the marks that were closed just before. */
  let closed = ''
  while (i < items.length) {
    const mark = markToOpen(items, i, open)
    const end = mark ? endOfRun(items, i, mark) : endOfUnmarked(items, i, open)
    const run = items.slice(i, end)
    const neighbors = { before: result || before, after: end < items.length ? (items[end]?.character ?? '') : after }
    if (!mark) {
      const text = writeUnmarked(run, open, neighbors, writing)
      result += writing.delimiters && closed ? withEntityFirst(text, closed) : text
      closed = ''
    } else if (markIs(mark, 'code')) {
      const text = run.map(({ character }) => character).join('')
      result += isTagged(run[0], mark, writing) ? codeInTags(text) : codeSpan(text)
    } else if (markIs(mark, 'link')) {
      result += link(mark, run, [...open, mark], writing)
    } else if (isTagged(run[0], mark, writing)) {
      const inner = write(run, [...open, mark], { before: '>', after: '<' }, writing)
      result += inTags(mark, inner.replace(BLANK_END, entity))
      closed = ''
    } else {
      const { outside, delimited, last } = delimit(
        mark,
        run,
        [...open, mark],
        { ...neighbors, before: result || before },
        result,
        writing,
      )
      result = outside + delimited
      closed = last
    }
    i = end
  }
  return result
}

const isTagged = (item: Item | undefined, mark: Mark, { tagged }: InlineWriting): boolean =>
  (item && tagged.get(item)?.some((one) => one.eq(mark))) ?? false

/** The mark that stays open for longest; code is inside of all others. */
function markToOpen(items: readonly Item[], at: number, open: readonly Mark[]): Mark | undefined {
  const pending = (items[at]?.marks ?? []).filter((mark) => !mark.isInSet(open))
  const outer = pending.filter((mark) => !markIs(mark, 'code'))
  const candidates = outer.length > 0 ? outer : pending
  return candidates.toSorted((a, b) => endOfMark(items, at, b) - endOfMark(items, at, a))[0]
}

function endOfMark(items: readonly Item[], at: number, mark: Mark): number {
  let end = at
  while (hasMark(items[end], mark)) end++
  return end
}

/** Other marks cannot begin inside of code. */
function endOfRun(items: readonly Item[], at: number, mark: Mark): number {
  if (!markIs(mark, 'code')) return endOfMark(items, at, mark)
  const marks = items[at]?.marks ?? []
  let end = at
  while (Mark.sameSet(items[end]?.marks ?? [], marks) && end < items.length) end++
  return end
}

function endOfUnmarked(items: readonly Item[], at: number, open: readonly Mark[]): number {
  let end = at
  while (end < items.length && !markToOpen(items, end, open)) end++
  return end
}

type Neighbors = { before: string; after: string }

function writeUnmarked(
  items: readonly Item[],
  open: readonly Mark[],
  neighbors: Neighbors,
  writing: InlineWriting,
): string {
  let result = ''
  let text = ''
  const inLink = open.some((mark) => markIs(mark, 'link'))
  const endText = (after: string) => {
    result += escapeText(text, {
      ...writing,
      inLink,
      before: (result || neighbors.before).slice(-1),
      after: after.slice(0, 1),
    })
    text = ''
  }
  items.forEach(({ leaf, character }, index) => {
    text += character
    if (!leaf) return
    const before = text || result || neighbors.before
    const next = items[index + 1]
    const after = next ? next.character || (is(next.leaf ?? undefined, 'hard_break') ? '' : '.') : neighbors.after
    // Blanks beside a line break, and a line break at an end, are not read.
    const inLine = before === '' || after === '' || /\s$/.test(before) || /^\s/.test(after)
    const written = writeLeaf(leaf, { ...writing, oneLine: writing.oneLine || inLine })
    endText(written)
    result += written
  })
  endText(neighbors.after)
  return result
}

function writeLeaf(leaf: Node, writing: InlineWriting): string {
  if (is(leaf, 'hard_break')) return writing.oneLine ? (writing.mdx ? '<br />' : '<br>') : writing.style.hardBreak
  if (is(leaf, 'footnote_reference')) return `[^${leaf.attrs.label}]`
  if (is(leaf, 'source_inline')) return leaf.attrs.text
  const { src, alt, title } = leaf.attrs
  return `![${escapeText(alt, { ...writing, inLink: true, before: '', after: '' })}](${destination(src, title)})`
}

/** The lexer takes half of an emoji before a mark for a letter. */
const WORD_AT_END = /[\p{L}\p{N}\u{10000}-\u{10ffff}]$/u
const WORD_AT_START = /^[\p{L}\p{N}]/u
const PUNCTUATION_AT_END = /[\p{P}\p{S}]$/u
const PUNCTUATION_AT_START = /^[\p{P}\p{S}]/u
/** A run of a mark that is split by the end of another one. */
const BLANK_END = /^[^\S\n]|[^\S\n]$/g
const entity = (character: string) => `&#${character.codePointAt(0)};`

/** Marks beside punctuation are only read next to a blank or punctuation: an entity begins and ends with punctuation. */
function withEntityFirst(text: string, closed: string): string {
  const [first] = WORD_AT_START.exec(text) ?? []
  return first && PUNCTUATION_AT_END.test(closed) ? entity(first) + text.slice(first.length) : text
}

function delimit(
  mark: Mark,
  items: readonly Item[],
  open: readonly Mark[],
  neighbors: Neighbors,
  outside: string,
  writing: InlineWriting,
) {
  const delimiter = delimiterOf(mark, neighbors, writing)
  let inner = write(items, open, { before: delimiter, after: delimiter }, writing)
  if (!writing.delimiters) return { outside, delimited: delimiter + inner + delimiter, last: '' }
  inner = inner.replace(BLANK_END, entity)
  const [word] = WORD_AT_END.exec(outside) ?? []
  const separated = word && PUNCTUATION_AT_START.test(inner) ? outside.slice(0, -word.length) + entity(word) : outside
  return { outside: separated, delimited: delimiter + inner + delimiter, last: inner.slice(-2) }
}

/** `_` cannot mark a part of a word, and `*` beside `*` would be read together. */
function delimiterOf(mark: Mark, { before, after }: Neighbors, { style, delimiters }: InlineWriting): string {
  if (markIs(mark, 'strike')) return '~~'
  const usual = markIs(mark, 'strong') ? style.strong : style.emphasis
  const inWord = WORD_AT_END.test(before) || WORD_AT_START.test(after)
  if (usual.startsWith('_') && inWord) return usual.replaceAll('_', '*')
  return delimiters && before.endsWith('*') && !inWord ? usual.replaceAll('*', '_') : usual
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest === 0 ? 1 : longest + 1)
  // The lexer removes a blank on both sides, but not from blanks alone.
  const losesBlanks = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text)
  const padded = /^`|`$/.test(text) || losesBlanks ? ` ${text} ` : text
  return fence + padded + fence
}

function link(mark: Mark, items: readonly Item[], open: readonly Mark[], writing: InlineWriting): string {
  const { href, title } = mark.attrs
  const text = items.every(({ leaf, marks }) => !leaf && marks.length === open.length)
    ? items.map(({ character }) => character).join('')
    : ''
  const isAutolink =
    /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i.test(href) && !href.startsWith('mailto:') && text === href && !title
  if (isAutolink && !writing.mdx && !writing.strict) return `<${href}>`
  const inner = write(items, open, { before: '[', after: ']' }, writing)
  return `[${inner}](${destination(href, title)})`
}

/** The address and the title of a link or an image. */
function destination(href: string, title: string | null): string {
  const plain = href.replace(/[\r\n]+/g, ' ').replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
  const needsBrackets = /[\s<>]/.test(plain) || !hasBalancedParentheses(plain) || (plain === '' && title !== null)
  const address = needsBrackets ? `<${plain.replace(/[<>]/g, '\\$&')}>` : plain
  return title === null ? address : `${address} "${inOneLine(title).replace(/["\\]/g, '\\$&')}"`
}

function hasBalancedParentheses(text: string): boolean {
  let depth = 0
  for (const [parenthesis] of text.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}
