import { isMap, isScalar, isSeq, type Pair, type ParsedNode, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { badFile } from './errors.ts'
import { blockValue, flowValue, setList } from './patch-yaml-list.ts'

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
