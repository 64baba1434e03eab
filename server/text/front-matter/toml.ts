import { parse, TomlDate, TomlError } from 'smol-toml'
import type { TextEdit } from '#server/text/scan/apply-edits.ts'
import { afterLine, lineEnd, lineStart } from '#server/text/scan/lines.ts'
import { badFile } from './content-file-error.ts'
import type { Data } from './read-yaml.ts'
import {
  afterBlank,
  afterValue,
  applyWithLineBreaks,
  type EntryRange,
  entriesIn,
  keyAt,
  listEdits,
} from './value-ranges.ts'

/** Parses TOML; dates become texts as they are written. Throws `ContentFileError` with line and column; `linesBefore` counts those above the text in its file. */
export function readToml(text: string, linesBefore: number): Data {
  try {
    return plain(parse(text, { integersAsBigInt: 'asNeeded', unsafeKeyBehaviour: 'drop' })) as Data
  } catch (error) {
    if (error instanceof RangeError) throw badFile('this is nested too deeply')
    if (!(error instanceof TomlError)) throw error
    const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '')
    throw badFile(reason ?? 'the TOML is broken', error.line + linesBefore, error.column)
  }
}

/** The parser limits the depth. */
function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}

/** An entry with its path, such as `extra.author`, and whether it is in braces. */
type Entry = EntryRange & { isInline: boolean }
type Table = { path: string; end: number }

/** The entries of a text that the parser accepts, with those in braces; and the tables with the ends of their last entries. */
function outline(text: string): { entries: Entry[]; tables: Table[]; top: number } {
  const entries: Entry[] = []
  const tables: Table[] = []
  let top: number | undefined
  let table: Table = { path: '', end: 0 }
  let isList = false
  for (let at = afterBlank(text, 0); at < text.length; at = afterBlank(text, at)) {
    if (text[at] === '[') {
      isList = text[at + 1] === '['
      const { key } = keyAt(text, afterBlank(text, at + (isList ? 2 : 1), /[ \t]/))
      top ??= table.path === '' ? table.end : 0
      at = lineEnd(text, at)
      table = { path: key, end: Math.min(at + 1, text.length) }
      if (!isList) tables.push(table)
      continue
    }
    const { key, end } = keyAt(text, at)
    const start = afterBlank(text, end, /[ \t=]/)
    const after = Math.max(afterValue(text, start), start + 1)
    const path = table.path === '' ? key : `${table.path}.${key}`
    if (!isList) {
      entries.push({ from: at, key: path, start, end: after, isInline: false })
      if (text[start] === '{')
        for (const one of entriesIn(text, start)) entries.push({ ...one, key: `${path}.${one.key}`, isInline: true })
    }
    table.end = afterLine(text, after)
    at = after
  }
  return { entries, tables, top: top ?? table.end }
}

/** A date: TOML has a type for it. */
export type DateTime = { dateTime: string }
const isDateTime = (value: unknown): value is DateTime =>
  typeof value === 'object' && value !== null && 'dateTime' in value

/**
 * Sets keys of TOML, named by their paths, and removes those whose value is `undefined`. New keys are written above the
 * first table, or at the end of their own. Everything else stays as it is. `data`: the values now, by their paths.
 */
export function setTomlFields(text: string, fields: ReadonlyMap<string, unknown>, data: Data): string {
  const { entries, tables, top } = outline(text)
  const edits: TextEdit[] = []
  for (const [path, value] of fields) {
    const entry = entries.find(({ key }) => key === path)
    if (entry && value === undefined && !entry.isInline)
      edits.push({ start: lineStart(text, entry.from), end: afterLine(text, entry.end), text: '' })
    else if (entry) edits.push(...valueEdits(text, entry, value, data[path]))
    else if (value !== undefined) edits.push(addition(text, path, value, tables, top))
  }
  return applyWithLineBreaks(text, edits)
}

function valueEdits(text: string, { start, end }: Entry, value: unknown, before: unknown): TextEdit[] {
  if (text[start] === '[' && (Array.isArray(value) || value === undefined))
    return listEdits(text, start, Array.isArray(before) ? before : [], Array.isArray(value) ? value : [], written)
  return [{ start, end, text: written(value ?? '', text.slice(start, end)) }]
}

function addition(text: string, path: string, value: unknown, tables: readonly Table[], top: number): TextEdit {
  const dot = path.lastIndexOf('.')
  const table = dot === -1 ? undefined : tables.find((one) => one.path === path.slice(0, dot))
  const at = table?.end ?? top
  const key = table ? path.slice(dot + 1) : path
  const lineBreak = at > 0 && text[at - 1] !== '\n' ? '\n' : ''
  return { start: at, end: at, text: `${lineBreak}${key} = ${written(value, '')}\n` }
}

/** A value in the style of `source`. */
function written(value: unknown, source: string): string {
  const isQuoted = /^["']/.test(source)
  if (Array.isArray(value)) return `[${value.map((one) => written(one, '')).join(', ')}]`
  if (isDateTime(value)) return isQuoted ? quoted(value.dateTime, source) : value.dateTime
  if (typeof value !== 'string') return isQuoted ? quoted(String(value), source) : String(value)
  return quoted(value, source)
}

/** TOML writes these as escapes. */
const CONTROL = /(?![\t\n\u0080-\u009f])\p{Cc}/u

function quoted(value: string, source: string): string {
  const isLong = source.startsWith('"""') || source.startsWith("'''")
  if (isLong && value.includes('\n') && !CONTROL.test(value)) {
    const lineBreak = /^(?:"""|''')\r?\n/.test(source) ? '\n' : ''
    if (source.startsWith("'") && !value.includes("'''") && !value.endsWith("'")) return `'''${lineBreak}${value}'''`
    return `"""${lineBreak}${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`
  }
  if (source.startsWith("'") && !/['\n]/.test(value) && !CONTROL.test(value)) return `'${value}'`
  return JSON.stringify(value.toWellFormed()).replaceAll('\u007f', '\\u007f')
}
