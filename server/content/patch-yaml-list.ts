import { Document, isScalar, isSeq, type ParsedNode, type Scalar, type ToStringOptions, type YAMLSeq } from 'yaml'
import { columnOf, type Edit, flowRemoval, flowSpans, lineEnd, lineStart } from './patch-yaml.ts'

type Item = Scalar.Parsed

/**
 * The edits that set a list to `values`: an item that stays keeps its line, its quotes and the comment on its line. `undefined`
 * for anything but a plain list of words: then the caller rewrites it.
 */
export function setList(text: string, list: YAMLSeq.Parsed, values: readonly unknown[]): Edit[] | undefined {
  const items = list.items.filter((item): item is Item => isScalar(item))
  if (items.length === 0 || items.length < list.items.length) return undefined
  if (items.some(({ range }) => text.slice(range[0], range[1]).includes('\n'))) return undefined
  if (list.flow) return flowEdits(items, values)
  return items.every((item) => isOnItsLine(text, item)) ? blockEdits(text, items, values) : undefined
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

function blockEdits(text: string, items: readonly Item[], values: readonly unknown[]): Edit[] {
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

function flowEdits(items: readonly Item[], values: readonly unknown[]): Edit[] {
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
