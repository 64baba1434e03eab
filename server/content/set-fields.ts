import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { badFile } from './bad-file.ts'

type Edit = { start: number; end: number; text: string }
type ParsedPair = Pair<ParsedNode, ParsedNode | null>

/**
 * YAML with some of its top keys set or, where the value is `undefined`, taken away. Every character of the other keys stays as it
 * is: only the text of the changed pairs is replaced. Throws `BadFile` where the text is no YAML mapping.
 */
export function setFields(text: string, fields: ReadonlyMap<string, unknown>, lineEnd: string): string {
  if (fields.size === 0) return text
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) throw badFile('the front matter cannot be edited')
  return document.contents.flow ? setInFlow(document, fields) : setInBlock(text, document.contents, fields, lineEnd)
}

/** `{ title: … }` on one line has no lines to replace. */
function setInFlow(document: Document.Parsed, fields: ReadonlyMap<string, unknown>): string {
  for (const [key, value] of fields) {
    if (value === undefined) document.delete(key)
    else document.set(key, value)
  }
  return document.toString({ lineWidth: 0 })
}

function setInBlock(text: string, map: YAMLMap.Parsed, fields: ReadonlyMap<string, unknown>, lineEnd: string): string {
  const indent = ' '.repeat(columnOf(text, map.range[0]))
  const edits: Edit[] = []
  let added = ''
  for (const [key, value] of fields) {
    const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key)
    if (pair)
      edits.push(
        value === undefined ? removal(text, pair) : replacement(text, pair, written(key, value, pair.value), indent),
      )
    else if (value !== undefined) added += `${indent}${written(key, value, null).replaceAll('\n', `\n${indent}`)}\n`
  }
  edits.push({ start: text.length, end: text.length, text: added })
  return applied(
    text,
    edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', lineEnd) })),
  )
}

function replacement(text: string, pair: ParsedPair, line: string, indent: string): Edit {
  const { start, end } = extent(pair)
  const closing = text.slice(start, end).endsWith('\n') ? '\n' : ''
  return { start, end, text: line.replaceAll('\n', `\n${indent}`) + closing }
}

/** With its indentation, the comment beside it and its line break. */
function removal(text: string, pair: ParsedPair): Edit {
  const { start, end } = extent(pair)
  const lineBreak = text.indexOf('\n', end - 1)
  return { start: start - columnOf(text, start), end: lineBreak === -1 ? text.length : lineBreak + 1, text: '' }
}

const extent = ({ key, value }: ParsedPair) => ({
  start: key.range[0],
  end: Math.max(key.range[1], value?.range[1] ?? 0),
})

const columnOf = (text: string, index: number) => index - (text.lastIndexOf('\n', index - 1) + 1)

function applied(text: string, edits: Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), text)
}

/** `key: value` in the manner of the value that stood there: its quotes, or its brackets. No line is folded. */
function written(key: string, value: unknown, before: ParsedNode | null): string {
  const document = new Document({ [key]: value })
  const node = document.get(key, true)
  if (isScalar(node) && isScalar(before) && isQuoted(before)) node.type = before.type ?? 'PLAIN'
  if (isSeq(node) && isSeq(before) && before.flow) node.flow = true
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()
}

const isQuoted = ({ type }: Scalar) => type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
