import { applyEdits, type TextEdit } from '#server/text/scan/apply-edits.ts'
import { afterLine, lineEnd, lineStart } from '#server/text/scan/lines.ts'

/** Where a value, an item or an entry of TOML or JSON is in its text, which a parser has accepted before. */
export type Range = { start: number; end: number }
/** `from`: where the entry begins, with its key. */
export type EntryRange = Range & { from: number; key: string }

const CLOSING = new Set([']', '}'])
const OPENING = new Set(['[', '{'])

/** Returns the index after the text in quotes at `at`; `"""` and `'''` may span lines. */
export function afterQuotes(text: string, at: number): number {
  const quote = text[at] ?? ''
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
  let index = at + mark.length
  while (index < text.length && !text.startsWith(mark, index)) index += quote === '"' && text[index] === '\\' ? 2 : 1
  index += mark.length
  // `""""` ends with a quote that belongs to the text.
  while (mark.length === 3 && text[index] === quote) index++
  return Math.min(index, text.length)
}

/** Returns the index after spaces, line breaks, commas and comments. */
export function afterBlank(text: string, at: number, blank = /[\s,]/): number {
  let index = at
  while (index < text.length) {
    if (text[index] === '#') index = lineEnd(text, index)
    else if (blank.test(text[index] ?? '')) index++
    else break
  }
  return index
}

/** Returns the index after the value at `at`: quoted, in brackets, or up to a comma, a bracket, a comment or the end of the line. */
export function afterValue(text: string, at: number): number {
  const first = text[at] ?? ''
  if (first === '"' || first === "'") return afterQuotes(text, at)
  if (OPENING.has(first)) return afterBrackets(text, at)
  let index = at
  while (index < text.length && !/[,\]}#\r\n]/.test(text[index] ?? '')) index++
  while (index > at && /[ \t]/.test(text[index - 1] ?? '')) index--
  return index
}

/** Brackets of any depth are counted, not called: a hostile file has thousands. */
function afterBrackets(text: string, at: number): number {
  let depth = 0
  let index = at
  while (index < text.length) {
    const one = text[index] ?? ''
    if (one === '"' || one === "'") {
      index = afterQuotes(text, index)
      continue
    }
    if (one === '#') {
      index = lineEnd(text, index)
      continue
    }
    if (OPENING.has(one)) depth++
    else if (CLOSING.has(one) && --depth === 0) return index + 1
    index++
  }
  return text.length
}

/** The items of a list that begins at `at`. */
export function itemsIn(text: string, at: number): Range[] {
  const items: Range[] = []
  const close = afterBrackets(text, at) - 1
  for (let start = afterBlank(text, at + 1); start < close; start = afterBlank(text, start)) {
    const end = Math.max(afterValue(text, start), start + 1)
    items.push({ start, end })
    start = end
  }
  return items
}

/** The entries of a mapping in braces that begins at `at`: `{ a = 1 }` or `{ "a": 1 }`. */
export function entriesIn(text: string, at: number): EntryRange[] {
  const entries: EntryRange[] = []
  const close = afterBrackets(text, at) - 1
  for (let from = afterBlank(text, at + 1); from < close; from = afterBlank(text, from)) {
    const { key, end } = keyAt(text, from)
    const start = afterBlank(text, end, /[\s:=]/)
    const after = Math.max(afterValue(text, start), start + 1)
    entries.push({ from, key, start, end: after })
    from = after
  }
  return entries
}

/** A key, with dots between its parts, and the index after it. */
export function keyAt(text: string, at: number): { key: string; end: number } {
  const parts: string[] = []
  let index = at
  for (;;) {
    const isQuoted = text[index] === '"' || text[index] === "'"
    const end = isQuoted ? afterQuotes(text, index) : index + (/^[^\s.=:\]]*/.exec(text.slice(index))?.[0].length ?? 0)
    parts.push(isQuoted ? text.slice(index + 1, end - 1) : text.slice(index, end))
    const dot = afterBlank(text, end, /[ \t]/)
    if (text[dot] !== '.') return { key: parts.join('.'), end }
    index = afterBlank(text, dot + 1, /[ \t]/)
  }
}

/** Applies edits with the line breaks of the text. */
export function applyWithLineBreaks(text: string, edits: readonly TextEdit[]): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', lineBreak) })),
  )
}

/** Writes a value; `source`: the text of the value before it, or of its neighbor. */
export type WriteValue = (value: unknown, source: string) => string

/**
 * The edits that set the list at `at` to `values`: an item that stays keeps its line, its quotes and its comment. `read`:
 * the values of the items now.
 */
export function listEdits(
  text: string,
  at: number,
  read: readonly unknown[],
  values: readonly unknown[],
  write: WriteValue,
): TextEdit[] {
  const items = itemsIn(text, at)
  const whole = { start: at, end: afterBrackets(text, at), text: `[${values.map((one) => write(one, '')).join(', ')}]` }
  if (items.length === 0 || items.length !== read.length || values.length === 0) return [whole]
  let from = 0
  while (from < values.length && from < items.length && read[from] === values[from]) from++
  let alike = 0
  const rest = Math.min(items.length, values.length) - from
  while (alike < rest && read[items.length - 1 - alike] === values[values.length - 1 - alike]) alike++
  const changed = values.slice(from, values.length - alike)
  const gone = items.slice(from, items.length - alike)
  const source = (range: Range | undefined) => (range ? text.slice(range.start, range.end) : '')
  const replaced = gone
    .slice(0, changed.length)
    .map((item, index) => ({ ...item, text: write(changed[index], source(item)) }))
  const added = changed.slice(gone.length)
  const left = from + replaced.length
  if (added.length > 0)
    return [
      ...replaced,
      insertion(
        text,
        items,
        left,
        added.map((one) => write(one, source(items[0]))),
      ),
    ]
  return [...replaced, ...gone.slice(changed.length).map((_, index) => removal(text, items, left + index, left === 0))]
}

/** Adds items before the one at this index, on lines of their own where the others are. The comments on other lines stay there. */
export function insertion(text: string, items: readonly Range[], at: number, added: readonly string[]): TextEdit {
  const start = items[0]?.start ?? 0
  const indent = text.slice(lineStart(text, start), start)
  const comma = indent.trim() === '' ? `,\n${indent}` : ', '
  const below = items[at]
  if (below) return { start: below.start, end: below.start, text: added.map((one) => one + comma).join('') }
  const end = items[at - 1]?.end ?? start
  const hasComma = comma !== ', ' && /^[ \t]*,[^\n]*\n/.test(text.slice(end, end + 500))
  const place = hasComma ? afterLine(text, end) : end
  return {
    start: place,
    end: place,
    text: added.map((one) => (hasComma ? `${indent}${one},\n` : comma + one)).join(''),
  }
}

/** Removes an item with its comma, or with its line if that has nothing else. */
export function removal(text: string, items: readonly Range[], at: number, isFirst = at === 0): TextEdit {
  const { start = 0, end = 0 } = items[at] ?? {}
  const from = lineStart(text, start)
  const isAlone =
    text.slice(from, start).trim() === '' && /^[ \t]*,[ \t]*(?:#[^\n]*)?\r?\n/.test(text.slice(end, end + 500))
  if (isAlone) return { start: from, end: afterLine(text, end), text: '' }
  return isFirst
    ? { start, end: items[at + 1]?.start ?? end, text: '' }
    : { start: items[at - 1]?.end ?? start, end, text: '' }
}
