import * as v from 'valibot'
import type { AuditEntry, AuditList, AuditQuery } from '#contract/audit.ts'
import { timestamp } from '#contract/posts.ts'
import type { ReadableFile } from '#server/storage/files.ts'
import { type LogRecord, openIfExists, readLinesBackward } from '#server/storage/read-log.ts'
import { auditFiles } from './audit-log.ts'

type AuditPage = Omit<AuditList, 'people'>

export const AUDIT_PAGE_EVENTS = 50
/** No field that the site writes is longer. Files that were edited by hand must not make a page of many megabytes. */
const FIELD_MAX_CHARACTERS = 300

/**
 * Returns a page of the audit log in this folder, newest first, over its current and its older files. Reads from the end, and only
 * until the page is full. Skips damaged lines. Throws file system errors.
 */
export async function listAudit(folder: string, { before, ...filter }: AuditQuery): Promise<AuditPage> {
  const matches = createFilter(filter)
  const events: AuditEntry[] = []
  let next = ''
  for await (const found of readBackward(folder, before)) {
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

async function* readBackward(folder: string, before: string | undefined): AsyncGenerator<Found> {
  const files = await openAll(folder)
  try {
    let isFound = before === undefined
    for (const { file, size } of files) {
      if (isFound || before === undefined) yield* readFile(file, size)
      else {
        const end = Number(before.split('@')[0])
        const found = end > size ? undefined : readFile(file, end)
        const first = await found?.next()
        isFound = first?.done === false && cursorOf(first.value) === before
        if (isFound && found) yield* found
      }
    }
  } finally {
    for (const { file } of files) await file.close()
  }
}

/** Opens the files, newest first. A rotation at the same time makes a file appear a second time, under its older name. */
async function openAll(folder: string) {
  const files = new Map<number, { file: ReadableFile; size: number }>()
  for (const path of auditFiles(folder)) {
    const file = await openIfExists(path)
    if (!file) continue
    const { ino, size } = await file.stat()
    if (files.has(ino)) await file.close()
    else files.set(ino, { file, size })
  }
  return [...files.values()]
}

async function* readFile(file: ReadableFile, end: number): AsyncGenerator<Found> {
  for await (const lines of readLinesBackward(file, end))
    for (const { record, offset, bytes } of lines) {
      const entry = record && entryOf(record)
      if (entry) yield { end: offset + bytes.length, entry }
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

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, FIELD_MAX_CHARACTERS).toWellFormed() : '')

function createFilter({ event, by, from = '', to }: Omit<AuditQuery, 'before'>) {
  return (entry: AuditEntry): boolean => {
    const day = entry.time.slice(0, 10)
    const isEvent = !event || (event.endsWith('.') ? entry.event.startsWith(event) : entry.event === event)
    return isEvent && (!by || (entry.by || entry.actor) === by) && day >= from && (!to || day <= to)
  }
}
