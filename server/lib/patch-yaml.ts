import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { badFile } from './text-file.ts'

/** New values of top-level keys; `undefined` removes the key. */
type Fields = ReadonlyMap<string, unknown>

/**
 * Sets or removes top-level keys of YAML. Every character of the other keys stays, and so do the comments next to the changed
 * ones: only the text of the values is replaced. Throws `ContentFileError` where the text is not a YAML mapping.
 */
export function setFields(text: string, fields: Fields, lineBreak: string): string {
  if (fields.size === 0) return text
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) throw badFile('the front matter cannot be edited')
  const map = document.contents
  const edits = map.flow ? flowEdits(text, map, fields) : blockEdits(text, map, fields)
  return applied(
    text,
    edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', lineBreak) })),
  )
}

const pairOf = (map: YAMLMap.Parsed, key: string): ParsedPair | undefined =>
  map.items.find((one) => isScalar(one.key) && one.key.value === key)

function blockEdits(text: string, map: YAMLMap.Parsed, fields: Fields): Edit[] {
  const indent = ' '.repeat(columnOf(text, map.range[0]))
  const edits: Edit[] = []
  let added = ''
  for (const [key, value] of fields) {
    const pair = pairOf(map, key)
    if (pair && value === undefined && !hasAnchor(pair)) edits.push(removal(text, pair))
    else if (pair) edits.push(...changed(text, pair, value ?? (isSeq(pair.value) ? [] : ''), indent))
    else if (value !== undefined) added += `${indent}${key}: ${blockValue(value, null, '', indent)}\n`
  }
  return [...edits, { start: text.length, end: text.length, text: added }]
}

/** `&name`: another key may be `*name`. */
const hasAnchor = ({ value }: ParsedPair) => value !== null && 'anchor' in value && value.anchor !== undefined

/** Includes the indentation, the comment on its line and the line break. */
function removal(text: string, pair: ParsedPair): Edit {
  const { start, end } = extent(pair)
  return { start: start - columnOf(text, start), end: lineEnd(text, end - 1), text: '' }
}

function changed(text: string, pair: ParsedPair, value: unknown, indent: string): Edit[] {
  const { value: before } = pair
  if (isSeq(before) && Array.isArray(value)) {
    const edits = setList(text, before, value)
    if (edits) return edits
  }
  const { start, end } = valueExtent(text, pair)
  const source = text.slice(start, end)
  const words = blockValue(value, before, source, indent)
  const isEmpty = start === end
  if (words.includes('\n') && !/^[|>]/.test(source)) return [rewriteValue(text, pair, words)]
  return [
    { start, end, text: (isEmpty ? ' ' : '') + words + (source.endsWith('\n') && !words.endsWith('\n') ? '\n' : '') },
  ]
}

/** The range of the value; an empty range after the colon for a key without one. */
function valueExtent(text: string, { key, value }: ParsedPair): { start: number; end: number } {
  const [start, end] = value?.range ?? key.range
  if (value && end > start) return { start, end }
  const colon = text.indexOf(':', key.range[1]) + 1
  return { start: colon, end: colon }
}

/** A multi-line text begins on the line of its key. */
function rewriteValue(text: string, pair: ParsedPair, words: string): Edit {
  const start = text.indexOf(':', pair.key.range[1]) + 1
  const { end } = extent(pair)
  const source = text.slice(start, end)
  return { start, end: Math.max(start, end), text: ` ${words}${source.endsWith('\n') ? '\n' : ''}` }
}

/** A mapping like `{ title: … }` is on one line. */
function flowEdits(text: string, map: YAMLMap.Parsed, fields: Fields): Edit[] {
  const edits: Edit[] = []
  const quoted = map.items.some(({ key }) => isScalar(key) && key.type === 'QUOTE_DOUBLE')
  const spans = flowSpans(map.items)
  let added = ''
  for (const [key, value] of fields) {
    const pair = pairOf(map, key)
    const at = pair ? map.items.indexOf(pair as (typeof map.items)[number]) : -1
    if (pair && value === undefined) edits.push(flowRemoval(spans, at, at + 1))
    else if (pair) edits.push(...changedInFlow(text, pair, value))
    else if (value !== undefined) added += `, ${quoted ? JSON.stringify(key) : key}: ${flowValue(value, null)}`
  }
  const end = spans.at(-1)?.end ?? 0
  return [...edits, { start: end, end, text: added }]
}

function changedInFlow(text: string, pair: ParsedPair, value: unknown): Edit[] {
  const { value: before } = pair
  const edits = isSeq(before) && Array.isArray(value) ? setList(text, before, value) : undefined
  if (edits) return edits
  const { start, end } = valueExtent(text, pair)
  return [{ start, end, text: (start === end ? ' ' : '') + flowValue(value, before) }]
}

/** Replaces the characters from `start` to `end` with `text`. */
export type Edit = { start: number; end: number; text: string }
export type ParsedPair = Pair<ParsedNode, ParsedNode | null>
type Span = { start: number; end: number }

/** Applies edits that do not overlap. Of two at the same place the first comes first. */
export function applied(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: put } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + put
    at = end
  }
  return result + text.slice(at)
}

export const columnOf = (text: string, index: number) => index - lineStart(text, index)
export const lineStart = (text: string, index: number) => text.lastIndexOf('\n', index - 1) + 1

/** The index after the line of `index`, its line break included. */
export function lineEnd(text: string, index: number): number {
  const lineBreak = text.indexOf('\n', index)
  return lineBreak === -1 ? text.length : lineBreak + 1
}

/** The range of a key and its value. */
export const extent = ({ key, value }: ParsedPair): Span => ({
  start: key.range[0],
  end: Math.max(key.range[1], value?.range[1] ?? 0),
})

/** Removes entries `from` … `to` of a flow list or mapping with one comma. At least one entry must stay. */
export function flowRemoval(spans: readonly Span[], from: number, to: number): Edit {
  const last = spans[to - 1]?.end ?? 0
  const before = spans[from - 1]
  if (before) return { start: before.end, end: last, text: '' }
  return { start: spans[from]?.start ?? 0, end: spans[to]?.start ?? last, text: '' }
}

/** The ranges of the entries of a flow list or mapping. */
export const flowSpans = (entries: YAMLSeq.Parsed['items'] | YAMLMap.Parsed['items']): Span[] =>
  entries.map((entry) =>
    'range' in entry ? { start: entry.range[0], end: entry.range[1] } : extent(entry as ParsedPair),
  )

type Item = Scalar.Parsed

/**
 * The edits that set a list to `values`: an item that stays keeps its line, its quotes and the comment on its line. `undefined`
 * for anything but a plain list of words: then the caller rewrites it.
 */
export function setList(text: string, list: YAMLSeq.Parsed, values: readonly unknown[]): Edit[] | undefined {
  const items = list.items.filter((item): item is Item => isScalar(item))
  if (items.length === 0 || items.length < list.items.length) return undefined
  if (items.some(({ range }) => text.slice(range[0], range[1]).includes('\n'))) return undefined
  if (list.flow) return flowListEdits(items, values)
  return items.every((item) => isOnItsLine(text, item)) ? blockListEdits(text, items, values) : undefined
}

/** The range between the common start and end: its items are replaced, then added or removed. */
function changedPart(items: readonly Item[], values: readonly unknown[]) {
  const same = (at: number, wanted: unknown) => items[at] !== undefined && wordOf(items[at]) === wanted
  let from = 0
  while (from < values.length && same(from, values[from])) from++
  let alike = 0
  const rest = Math.min(items.length, values.length) - from
  while (alike < rest && same(items.length - 1 - alike, values[values.length - 1 - alike])) alike++
  return { from, to: items.length - alike, words: values.slice(from, values.length - alike) }
}

const wordOf = ({ value, source }: Item) => (typeof value === 'string' ? value : source)

/** Whether a line is only a hyphen and the word; anything else is not edited line by line. */
const isOnItsLine = (text: string, { range }: Item) =>
  /^[ \t]*-[ \t]+(?:[&!]\S*[ \t]+)*$/.test(text.slice(lineStart(text, range[0]), range[0]))

function replacements(
  items: readonly Item[],
  from: number,
  words: readonly unknown[],
  write: typeof flowValue,
): Edit[] {
  return words.flatMap((word, at) => {
    const item = items[from + at]
    return item ? [{ start: item.range[0], end: item.range[1], text: write(word, item) }] : []
  })
}

function blockListEdits(text: string, items: readonly Item[], values: readonly unknown[]): Edit[] {
  const { from, to, words } = changedPart(items, values)
  const there = Math.min(words.length, to - from)
  const edits = replacements(items, from, words.slice(0, there), (word, item) => blockValue(word, item, '', ''))
  for (const { range } of items.slice(from + there, to)) {
    edits.push({ start: lineStart(text, range[0]), end: lineEnd(text, range[1]), text: '' })
  }
  const above = items[from + there - 1]
  const at = above ? lineEnd(text, above.range[1]) : lineStart(text, items[0]?.range[0] ?? 0)
  const dash = dashOf(text, above ?? items[0])
  const added = words.slice(there).map((word) => `${dash}${blockValue(word, null, '', '')}\n`)
  if (added.length > 0) edits.push({ start: at, end: at, text: added.join('') })
  return edits
}

function dashOf(text: string, item: Item | undefined): string {
  if (!item) return '- '
  const line = text.slice(item.range[0] - columnOf(text, item.range[0]), item.range[0])
  return /^[ \t]*-[ \t]+/.exec(line)?.[0] ?? '- '
}

function flowListEdits(items: readonly Item[], values: readonly unknown[]): Edit[] {
  const { from, to, words } = changedPart(items, values)
  const there = Math.min(words.length, to - from)
  const edits = replacements(items, from, words.slice(0, there), flowValue)
  if (from + there < to) edits.push(flowRemoval(flowSpans([...items]), from + there, to))
  const added = words.slice(there).map((word) => flowValue(word, null))
  if (added.length === 0) return edits
  const above = items[from + there - 1]?.range[1]
  const below = items[0]?.range[0] ?? 0
  edits.push(
    above === undefined
      ? { start: below, end: below, text: `${added.join(', ')}, ` }
      : { start: above, end: above, text: `, ${added.join(', ')}` },
  )
  return edits
}

const ONE_LINE: ToStringOptions = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
}
/** `|`, `>-`, `|+ # comment`, without an explicit indentation. */
const BLOCK_HEADER = /^[|>][+-]?[ \t]*(?:#.*)?\r?\n(?:[ \t]*\r?\n)*( *)/

/**
 * Formats a value after `key: ` in the style of the old value (`source`): its quotes, brackets, block and indentation. Lines
 * are not folded; those after the first are indented for a key at `indent`.
 */
export function blockValue(value: unknown, before: ParsedNode | null, source: string, indent: string): string {
  const document = new Document({ k: asBefore(value, before) })
  const node = document.get('k', true)
  if (isScalar(node) && isScalar(before)) keepStyle(node, before)
  if (isSeq(node)) node.flow = true
  const inside = (BLOCK_HEADER.exec(source)?.[1]?.length ?? 0) - indent.length
  const text = document.toString({ ...ONE_LINE, indent: inside > 0 && inside < 10 ? inside : 2 })
  const trimmed = endsInBlankLines(value) ? text : text.trimEnd()
  return trimmed.replace(/^k:[ ]?/, '').replaceAll(/\n(?=[^\n])/g, `\n${indent}`)
}

/** Formats a value inside `[…]` or `{…}`. */
export function flowValue(value: unknown, before: ParsedNode | null): string {
  const document = new Document([value])
  const node = document.get(0, true)
  if (isScalar(node) && isScalar(before) && isQuoted(before)) keepStyle(node, before)
  if (isSeq(document.contents)) document.contents.flow = true
  return document.toString(ONE_LINE).trim().slice(1, -1)
}

/** `tags: a, b` stays one text where it can be read again. */
function asBefore(value: unknown, before: ParsedNode | null): unknown {
  const isText = isScalar(before) && typeof before.value === 'string' && before.value !== ''
  if (!Array.isArray(value) || !isText) return value
  return value.every((one) => /^[^\s,]+$/.test(one)) ? value.join(', ') : value
}

function keepStyle(node: Scalar, before: Scalar): void {
  if (typeof node.value !== 'string' || before.type === undefined || before.type === 'PLAIN') return
  const inBlock = before.type === 'BLOCK_LITERAL' || before.type === 'BLOCK_FOLDED'
  if (inBlock && node.value.trim() === '') return
  node.type = before.type
  if (inBlock && before.comment) node.comment = before.comment
}

/** With `|+`, blank lines at the end are part of the value. */
const endsInBlankLines = (value: unknown) => typeof value === 'string' && value.endsWith('\n\n')

const isQuoted = ({ type }: Scalar) => type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
