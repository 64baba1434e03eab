import { Document, isScalar, isSeq, type ParsedNode, type Scalar, type ToStringOptions } from 'yaml'

const ONE_LINE: ToStringOptions = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
}
/** `|`, `>-`, `|+ # comment`: the indentation of what follows is not spelled. */
const BLOCK_HEADER = /^[|>][+-]?[ \t]*(?:#.*)?\r?\n(?:[ \t]*\r?\n)*( *)/

/**
 * A value as it stands behind `key: `, in the manner of the value that stood there (`source`): its quotes, its brackets,
 * its block and how far that was indented. No line is folded; the lines after the first are indented for a key at `indent`.
 */
export function blockValue(value: unknown, before: ParsedNode | null, source: string, indent: string): string {
  const document = new Document({ k: asBefore(value, before) })
  const node = document.get('k', true)
  if (isScalar(node) && isScalar(before)) keepManner(node, before)
  if (isSeq(node)) node.flow = true
  const inside = (BLOCK_HEADER.exec(source)?.[1]?.length ?? 0) - indent.length
  const text = document.toString({ ...ONE_LINE, indent: inside > 0 && inside < 10 ? inside : 2 })
  const trimmed = endsInBlankLines(value) ? text : text.trimEnd()
  return trimmed.replace(/^k:[ ]?/, '').replaceAll(/\n(?=[^\n])/g, `\n${indent}`)
}

/** A value as it stands inside `[…]` or `{…}`. */
export function flowValue(value: unknown, before: ParsedNode | null): string {
  const document = new Document([value])
  const node = document.get(0, true)
  if (isScalar(node) && isScalar(before) && isQuoted(before)) keepManner(node, before)
  if (isSeq(document.contents)) document.contents.flow = true
  return document.toString(ONE_LINE).trim().slice(1, -1)
}

/** `tags: a, b` stays one text, as long as that can be read again. */
function asBefore(value: unknown, before: ParsedNode | null): unknown {
  const isText = isScalar(before) && typeof before.value === 'string' && before.value !== ''
  if (!Array.isArray(value) || !isText) return value
  return value.every((one) => /^[^\s,]+$/.test(one)) ? value.join(', ') : value
}

function keepManner(node: Scalar, before: Scalar): void {
  if (typeof node.value !== 'string' || before.type === undefined || before.type === 'PLAIN') return
  const inBlock = before.type === 'BLOCK_LITERAL' || before.type === 'BLOCK_FOLDED'
  if (inBlock && node.value.trim() === '') return
  node.type = before.type
  if (inBlock && before.comment) node.comment = before.comment
}

/** `|+` keeps them: they are part of the value. */
const endsInBlankLines = (value: unknown) => typeof value === 'string' && value.endsWith('\n\n')

const isQuoted = ({ type }: Scalar) => type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
