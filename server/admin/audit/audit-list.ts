import * as v from 'valibot'
import type { AuditEntry, AuditList, AuditQuery } from '#contract/audit.ts'
import { cutText } from '#contract/cut-text.ts'
import { timestamp } from '#contract/posts.ts'
import type { LogLine, LogRecord } from '#server/storage/read-log.ts'

/** A part of the audit log whose lines have positions of their own. */
export type AuditPart = {
  /** The position after the last line. */
  end: number
  /** The lines before a position after a line, last line first, in chunks. */
  linesBefore(end: number): AsyncGenerator<LogLine[]>
}
export type AuditReader = {
  /** Opens the parts, newest first. */
  open(): Promise<{ parts: AuditPart[]; close(): Promise<void> }>
}

type AuditPage = Omit<AuditList, 'people'>

export const AUDIT_PAGE_EVENTS = 50
/** No field that the site writes is longer. Files that were edited by hand must not make a page of many megabytes. */
const FIELD_MAX_CHARACTERS = 300

/**
 * Returns a page of the audit log, newest first, over its current and its older parts. Reads from the end, and only
 * until the page is full. Skips damaged lines. Throws file system errors.
 */
export async function listAudit(reader: AuditReader, { before, ...filter }: AuditQuery): Promise<AuditPage> {
  const matches = createFilter(filter)
  const events: AuditEntry[] = []
  let next = ''
  for await (const found of readBackward(reader, before)) {
    if (!matches(found.entry)) continue
    if (events.length === AUDIT_PAGE_EVENTS) return { events, next }
    events.push(found.entry)
    next = cursorOf(found)
  }
  return { events, next: null }
}

/** A cursor is the position after a line, and its time: rotation renames a file, and keeps the positions in it. */
const cursorOf = ({ end, entry }: Found) => `${end}@${entry.time}`
type Found = { end: number; entry: AuditEntry }

async function* readBackward(reader: AuditReader, before: string | undefined): AsyncGenerator<Found> {
  const { parts, close } = await reader.open()
  try {
    let isFound = before === undefined
    for (const part of parts) {
      if (isFound || before === undefined) yield* readPart(part, part.end)
      else {
        const end = Number(before.split('@')[0])
        const found = end > part.end ? undefined : readPart(part, end)
        const first = await found?.next()
        isFound = first?.done === false && cursorOf(first.value) === before
        if (isFound && found) yield* found
      }
    }
  } finally {
    await close()
  }
}

async function* readPart({ linesBefore }: AuditPart, end: number): AsyncGenerator<Found> {
  for await (const lines of linesBefore(end))
    for (const { record, offset, bytes } of lines) {
      const entry = record && entryOf(record)
      if (entry) yield { end: offset + bytes.length, entry }
    }
}

/** Returns the last records of the audit log, newest last. Skips damaged lines. Throws file system errors. */
export async function readAudit(reader: AuditReader, last: number): Promise<LogRecord[]> {
  const { parts, close } = await reader.open()
  const newestFirst: LogRecord[] = []
  try {
    for (const { end, linesBefore } of parts)
      for await (const lines of linesBefore(end)) {
        newestFirst.push(...lines.flatMap(({ record }) => (record ? [record] : [])))
        if (newestFirst.length >= last) return newestFirst.slice(0, last).reverse()
      }
    return newestFirst.reverse()
  } finally {
    await close()
  }
}

/** Returns `undefined` for a record that is no event. Other fields that are not as the site writes them are empty. */
function entryOf({ time, event, unwritten, ...record }: LogRecord): AuditEntry | undefined {
  if (!v.is(timestamp, time) || typeof event !== 'string') return
  return {
    time,
    event: text(event),
    actor: text(record.actor),
    by: text(record.by),
    address: text(record.address),
    subject: text(record.subject),
    about: text(record.about),
    detail: text(record.detail),
    request: text(record.request),
    unwritten: Number.isSafeInteger(unwritten) ? Number(unwritten) : 0,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? cutText(value, FIELD_MAX_CHARACTERS).toWellFormed() : '')

function createFilter({ event, by, from = '', to }: Omit<AuditQuery, 'before'>) {
  return (entry: AuditEntry): boolean => {
    const day = entry.time.slice(0, 10)
    const isEvent = !event || (event.endsWith('.') ? entry.event.startsWith(event) : entry.event === event)
    return isEvent && (!by || (entry.by || entry.actor) === by) && day >= from && (!to || day <= to)
  }
}
