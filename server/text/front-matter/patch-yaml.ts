import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { TextEdit } from '#server/text/scan/apply-edits.ts'
import { afterLine, lineStart } from '#server/text/scan/lines.ts'
import { UneditableFrontMatterError } from './content-file-error.ts'
import { applyWithLineBreaks, type Range } from './value-ranges.ts'

type ParsedPair = Pair<ParsedNode, ParsedNode | null>
/** A mapping or a list. In flow style it is written like `{ title: … }` or `[a, b]`, else each entry has separate lines. */
type Collection = { text: string; isFlow: boolean; entries: readonly Range[] }

/**
 * Sets keys of YAML, those in maps and lists by paths such as `cover.image` and `steps.0.title`, and removes those whose value is
 * `undefined`. Every character of the other keys stays, and so do the comments next to the changed ones: only the text of the
 * values is replaced. Throws `ContentFileError` where the text is not a YAML mapping.
 */
export function setFields(text: string, fields: ReadonlyMap<string, unknown>): string {
  if (fields.size === 0) return text
  const lines = withLastLineBreak(text)
  return applyWithLineBreaks(lines, mapEdits(lines, rootOf(lines), fields, true))
}

/**
 * Replaces entries of a list of maps: `removed` ones from the index `from` on, by the maps `added`. The other entries stay as they
 * are written. `undefined` where the list is not written with one line or more for each entry. Throws like `setFields`.
 */
export function replaceEntries(
  text: string,
  path: string,
  { from, removed, added }: { from: number; removed: number; added: readonly Readonly<Record<string, unknown>>[] },
): string | undefined {
  const lines = withLastLineBreak(text)
  const list = rootOf(lines).getIn(path.split('.'), true)
  if (!isSeq(list) || list.flow || list.items.length === 0) return undefined
  const items = (list as YAMLSeq.Parsed).items.filter((item) => isMap(item))
  const before = (item: YAMLMap.Parsed) => lines.slice(lineStart(lines, item.range[0]), item.range[0])
  if (items.length < list.items.length || !items.every((item) => !item.flow && DASH.test(before(item))))
    return undefined
  const collection = collectionOf(lines, list as YAMLSeq.Parsed)
  const dash = before(items[0] as YAMLMap.Parsed)
  const indent = ' '.repeat(dash.length)
  const entries = added.map((entry) =>
    Object.entries(entry)
      .filter(([, value]) => value !== undefined)
      .map(([key, value], index) => `${index === 0 ? dash : indent}${pairOf(key, format(value, { indent }))}\n`)
      .join(''),
  )
  const gone = items.slice(from, from + removed).map((_, index) => removal(collection, from + index, false))
  return applyWithLineBreaks(lines, [insertion(collection, from, entries), ...gone])
}

const withLastLineBreak = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** An empty text is an empty mapping. */
function rootOf(text: string): YAMLMap.Parsed {
  const { errors, contents } = parseDocument(text, { uniqueKeys: false })
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null && contents.source === '')
  if (errors.length > 0 || !(isEmpty || isMap(contents))) throw new UneditableFrontMatterError()
  if (isMap(contents)) return contents as YAMLMap.Parsed
  const empty = new YAMLMap() as YAMLMap.Parsed
  empty.range = [text.length, text.length, text.length]
  return empty
}

function mapEdits(text: string, map: YAMLMap.Parsed, fields: ReadonlyMap<string, unknown>, isRoot = false): TextEdit[] {
  const collection = collectionOf(text, map)
  const isQuoted = map.flow && map.items.some(({ key }) => isScalar(key) && key.type === 'QUOTE_DOUBLE')
  const indent = map.flow ? '' : ' '.repeat(map.range[0] - lineStart(text, map.range[0]))
  const edits: TextEdit[] = []
  const added: string[] = []
  for (const [key, value] of fields) {
    const same = [...map.items.keys()].filter((index) => isKey(map.items[index], key))
    const at = same.pop() ?? -1
    const pair = map.items[at]
    // Of equal keys, the last one counts.
    const others = same.filter((index) => !map.flow && !hasAnchor(map.items[index]))
    edits.push(...others.map((index) => removal(collection, index)))
    const nested = pair ? undefined : inMap(map, key)
    if (nested) {
      edits.push(...mapEdits(text, nested.map, new Map([[nested.key, value]])))
      continue
    }
    if (pair && value === undefined && !hasAnchor(pair)) edits.push(removalOfKey(collection, at))
    else if (pair) edits.push(...valueEdits(collection, pair, value ?? (isSeq(pair.value) ? [] : ''), indent))
    else if (value !== undefined)
      added.push(pairOf(isQuoted ? JSON.stringify(key) : key, format(value, { isFlow: collection.isFlow, indent })))
  }
  if (map.flow) return [...edits, insertion(collection, map.items.length, added)]
  const lines = added.map((one) => `${indent}${one}\n`)
  if (!isRoot) return [...edits, insertion(collection, map.items.length, lines)]
  return [...edits, { start: text.length, end: text.length, text: lines.join('') }]
}

const pairOf = (key: string, value: string) => `${key}:${value.startsWith('\n') ? '' : ' '}${value}`

const isKey = (pair: ParsedPair | undefined, key: string) => isScalar(pair?.key) && pair.key.value === key

/** The map that a path such as `cover.image` or `steps.0.title` leads into, and the key there. */
function inMap(map: YAMLMap.Parsed, path: string): { map: YAMLMap.Parsed; key: string } | undefined {
  const [name = '', ...rest] = path.split('.')
  const parent = map.items.find((one) => isScalar(one.key) && one.key.value === name)?.value
  if (rest.length === 0) return undefined
  if (isMap(parent)) return { map: parent as YAMLMap.Parsed, key: rest.join('.') }
  const item = isSeq(parent) ? parent.items[Number(rest[0])] : undefined
  return isMap(item) && rest.length > 1 ? { map: item as YAMLMap.Parsed, key: rest.slice(1).join('.') } : undefined
}

/** `&name`: another key may be `*name`. */
const hasAnchor = (pair: ParsedPair | undefined) =>
  pair?.value && 'anchor' in pair.value && pair.value.anchor !== undefined

function valueEdits({ text, isFlow }: Collection, { key, value: before }: ParsedPair, value: unknown, indent: string) {
  const edits = isSeq(before) && Array.isArray(value) ? listEdits(text, before, value) : undefined
  if (edits) return edits
  const colon = text.indexOf(':', key.range[1]) + 1
  const [start, end] = before && before.range[1] > before.range[0] ? before.range : [colon, colon]
  const source = text.slice(start, end)
  const written = format(value, { before, isFlow, source, indent })
  // A text of several lines begins on the line of its key.
  const from = written.includes('\n') && text.slice(colon, start).trim() === '' ? colon : start
  const lineBreak = source.endsWith('\n') && !written.endsWith('\n') ? '\n' : ''
  const gap = from === colon && !written.startsWith('\n') ? ' ' : ''
  return [{ start: from, end, text: gap + written + lineBreak }]
}

const collectionOf = (text: string, { flow = false, items }: YAMLMap.Parsed | YAMLSeq.Parsed): Collection => ({
  text,
  isFlow: flow,
  entries: (items as (ParsedNode | ParsedPair)[]).map((item) =>
    'range' in item
      ? { start: item.range[0], end: item.range[1] }
      : { start: item.key.range[0], end: Math.max(item.key.range[1], item.value?.range[1] ?? 0) },
  ),
})

/** Removes an entry: with its comma, or with its lines, their comments included. */
function removal({ text, isFlow, entries }: Collection, at: number, isFirst = at === 0): TextEdit {
  const { start = 0, end = 0 } = entries[at] ?? {}
  if (!isFlow) return { start: lineStart(text, start), end: afterLine(text, end - 1), text: '' }
  return isFirst
    ? { start, end: entries[at + 1]?.start ?? end, text: '' }
    : { start: entries[at - 1]?.end ?? start, end, text: '' }
}

/** The first key of an entry of a list is on the line of its hyphen, which stays for the next key. */
function removalOfKey(collection: Collection, at: number): TextEdit {
  const { text, isFlow, entries } = collection
  const { start = 0 } = entries[at] ?? {}
  const next = entries[at + 1]
  const isBehindHyphen = !isFlow && at === 0 && DASH.test(text.slice(lineStart(text, start), start))
  return isBehindHyphen && next ? { start, end: next.start, text: '' } : removal(collection, at)
}

/** Adds entries before the one at this index. */
function insertion({ text, isFlow, entries }: Collection, at: number, added: readonly string[]): TextEdit {
  const above = entries[at - 1]
  const first = entries[0]?.start ?? 0
  if (!isFlow) {
    const start = above ? afterLine(text, above.end - 1) : lineStart(text, first)
    return { start, end: start, text: added.join('') }
  }
  const start = above?.end ?? first
  return { start, end: start, text: added.map((one) => (above ? `, ${one}` : `${one}, `)).join('') }
}

/** A hyphen and what may be between it and a word. */
const DASH = /^[ \t]*-[ \t]+(?:[&!]\S*[ \t]+)*$/

/**
 * The edits that set a list to `values`: an item that stays keeps its line, its quotes and the comment on its line. `undefined`
 * for anything but a plain list of words: then the caller rewrites it.
 */
function listEdits(text: string, list: YAMLSeq.Parsed, values: readonly unknown[]): TextEdit[] | undefined {
  const items = list.items.filter((item) => isScalar(item))
  const before = ({ range }: Scalar.Parsed) => text.slice(lineStart(text, range[0]), range[0])
  const isPlain = (item: Scalar.Parsed) =>
    !text.slice(item.range[0], item.range[1]).includes('\n') && (list.flow || DASH.test(before(item)))
  if (items.length === 0 || items.length < list.items.length || !items.every(isPlain)) return undefined

  const isSame = (at: number, value: unknown) =>
    (typeof items[at]?.value === 'string' ? items[at].value : items[at]?.source) === value
  let from = 0
  while (from < values.length && isSame(from, values[from])) from++
  let alike = 0
  const rest = Math.min(items.length, values.length) - from
  while (alike < rest && isSame(items.length - 1 - alike, values[values.length - 1 - alike])) alike++
  const changed = values.slice(from, values.length - alike)
  const left = Math.min(from + changed.length, items.length - alike)

  const collection = collectionOf(text, list)
  const { isFlow } = collection
  const replaced = items.slice(from, left).map((item, at) => {
    const [start, end] = item.range
    return { start, end, text: format(changed[at], { before: item, isFlow }) }
  })
  const removed = items.slice(left, items.length - alike).map((_, at) => removal(collection, left + at, left === 0))
  const dash = /^[ \t]*-[ \t]+/.exec(before(items[Math.max(0, left - 1)] as Scalar.Parsed))?.[0] ?? '- '
  const added = changed.slice(left - from).map((value) => format(value, { isFlow }))
  const inserted = insertion(collection, left, isFlow ? added : added.map((one) => `${dash}${one}\n`))
  return [...replaced, inserted, ...removed]
}

/** `|`, `>-`, `|+ # comment`, without an explicit indentation. */
const BLOCK = /^[|>][+-]?[ \t]*(?:#.*)?\r?\n(?:[ \t]*\r?\n)*( *)/

type Style = { before?: ParsedNode | null; isFlow?: boolean; source?: string; indent?: string }

/**
 * Formats a value after `key: `, or in `[…]` or `{…}`, in the style of the value before, whose text is `source`: its quotes,
 * brackets, block and indentation. Lines are not folded; those after the first are indented for a key at `indent`.
 */
function format(value: unknown, { before, isFlow = false, source = '', indent = '' }: Style): string {
  const document = new Document(isFlow ? [value] : { k: asBefore(value, before) })
  const node = document.get(isFlow ? 0 : 'k', true)
  if (isScalar(node) && isScalar(before)) keepStyle(node, before)
  for (const one of [node, document.contents])
    if (isSeq(one)) one.flow = isFlow || one.items.every((item) => isScalar(item))
  const inside = (BLOCK.exec(source)?.[1]?.length ?? 0) - indent.length
  const text = document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    indent: inside > 0 && inside < 10 ? inside : 2,
  })
  if (isFlow) return text.trim().slice(1, -1)
  // With `|+`, blank lines at the end are part of the value.
  const trimmed = typeof value === 'string' && value.endsWith('\n\n') ? text : text.trimEnd()
  return trimmed.replace(/^k: ?/, '').replaceAll(/\n(?=[^\n])/g, `\n${indent}`)
}

/** `tags: a, b` stays one text where it can be read again. */
function asBefore(value: unknown, before: ParsedNode | null | undefined): unknown {
  const isText = isScalar(before) && typeof before.value === 'string' && before.value !== ''
  return isText && Array.isArray(value) && value.every((one) => /^[^\s,]+$/.test(one)) ? value.join(', ') : value
}

function keepStyle(node: Scalar, before: Scalar): void {
  if (typeof node.value !== 'string' || !before.type || before.type === 'PLAIN') return
  const isBlock = before.type === 'BLOCK_LITERAL' || before.type === 'BLOCK_FOLDED'
  if (isBlock && node.value.trim() === '') return
  node.type = before.type
  if (isBlock && before.comment) node.comment = before.comment
}
