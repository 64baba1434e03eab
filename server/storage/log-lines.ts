import { isUtf8 } from 'node:buffer'

/** No record is this long: what is, is damage. */
export const LINE_MAX_BYTES = 1024 * 1024
const NEWLINE = 10

/** What one line of a log holds: always an object. */
export type LogRecord = Record<string, unknown>

/** Each of some whole lines: its record, or `undefined` where it is none. Empty lines are `'empty'`. */
export const recordsIn = (lines: Buffer): (LogRecord | undefined | 'empty')[] => allAtOnce(lines) ?? oneByOne(lines)

/** Twice as fast, and `undefined` where not every line is a value of its own. */
function allAtOnce(lines: Buffer): (LogRecord | undefined)[] | undefined {
  if (!isUtf8(lines)) return
  const { values, error } = Bun.JSONL.parseChunk(lines)
  return error || values.length !== count(lines) ? undefined : values.map(asRecord)
}

function count(lines: Buffer): number {
  let found = 0
  for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, at + 1)) found++
  return found
}

function oneByOne(lines: Buffer): (LogRecord | undefined | 'empty')[] {
  const records: (LogRecord | undefined | 'empty')[] = []
  let from = 0
  for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, from)) {
    records.push(at === from ? 'empty' : recordIn(lines.subarray(from, at)))
    from = at + 1
  }
  return records
}

/** One line without its line break. */
export function recordIn(line: Buffer): LogRecord | undefined {
  if (line.length > LINE_MAX_BYTES || !isUtf8(line)) return
  try {
    return asRecord(JSON.parse(line.toString('utf8')))
  } catch {
    return
  }
}

const asRecord = (value: unknown): LogRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogRecord) : undefined
