import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LeadEventSent } from '#contract/lead-query.ts'
import type { Lead } from '#contract/leads.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import type { LeadLogName, LeadModel } from '#server/leads/records/lead-model.ts'
import { createLeadReader } from '#server/leads/records/lead-reader.ts'
import type { LeadRecord } from '#server/leads/records/lead-record.ts'
import { DatabaseAwayError, StorageError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { readBytes, replaceFile } from '#server/storage/files.ts'
import { removeMigrationBackups } from '#server/storage/private-text.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import type { RecordLog } from '#server/storage/record-log.ts'

type InboxOptions = {
  logs: Record<LeadLogName, RecordLog>
  model: LeadModel
  /** The folder of private files, which may hold lines that were set aside, and files of before a migration. */
  folder: string
  /** `undefined`: files. */
  database: Pick<SiteDatabase, 'store'> | undefined
  now(): Date
  log: Log
}

const UNRECORDED = `select id, erased from lead where erased is not null
  and not exists (select 1 from lead_event where lead_event.lead = lead.id and lead_event.erased)`

/** Sign-ups and messages, and what became of them. Throws file system errors. */
export async function createInbox({ logs, model, folder, database, now, log }: InboxOptions) {
  const mutex = createMutex()
  const reader = createLeadReader(model)

  const appendEvent = (event: { at: string; lead: string } & LogRecord) => logs.event.append(JSON.stringify(event))

  /** An erasure that cannot be recorded now is recorded at the next start, from the tombstone in the log. */
  const recordErasure = (lead: string, at: string) =>
    appendEvent({ at, lead, erased: true }).catch((error) => log.error('erasure not recorded', errorFields(error)))

  async function recordMissing(): Promise<void> {
    const unrecorded = await model.read((db) => db.query<{ id: string; erased: string }, []>(UNRECORDED).all())
    for (const { id, erased } of unrecorded) await recordErasure(id, erased)
  }
  await recordMissing().catch((error) => {
    if (!(error instanceof DatabaseAwayError)) throw error
    const stop = logs.event.onAppend(() => {
      stop()
      recordMissing().catch((again) => log.error('erasure not recorded', errorFields(again)))
    })
  })

  /** Throws file system errors, `StorageError`. */
  async function eraseCopies(record: LeadRecord): Promise<void> {
    await eraseFromQuarantine(folder, record)
    await removeMigrationBackups(createFileStore(folder))
    if (database) await removeMigrationBackups(database.store)
  }

  return {
    ...reader,

    /**
     * Stores an event and returns the lead with it. A state implies that the lead was read. Throws `NotFoundError` or
     * `StorageError`.
     */
    recordEvent: (id: string, event: LeadEventSent): Promise<Lead> =>
      mutex(async () => {
        // Read first, so that an event that was stored is never reported as failed.
        const lead = await reader.get(id)
        const isNews = !lead.read || ('state' in event && event.state !== lead.state)
        if (!isNews) return lead
        const at = now().toISOString()
        await appendEvent({ at, lead: id, ...event })
        if (!('state' in event)) return { ...lead, read: true }
        const { state } = event
        return { ...lead, state, read: true, events: [...lead.events, { at, state }] }
      }),

    /**
     * Erases a lead from the disk except for its id and time. Copies come first, because without its record a
     * lead cannot be erased again. Throws `NotFoundError`, `StorageError` or file system errors.
     */
    erase: (id: string): Promise<void> =>
      mutex(async () => {
        const { kind, record, offset } = await reader.find(id)
        const tombstone = { id, at: record.at, erased: now().toISOString() }
        await eraseCopies(record).catch((error) => {
          throw new StorageError(error)
        })
        // An error of the model must not report an erasure as failed that is on disk: the next read rebuilds it again.
        const rebuild = () => model.rebuild().catch((error) => log.error('leads not rebuilt', errorFields(error)))
        await logs[kind].replace({ id, offset }, tombstone).finally(rebuild)
        await recordErasure(id, tombstone.erased)
        log.info('lead erased', { id })
      }),

    isHealthy: logs.event.isHealthy,
  }
}
export type Inbox = Awaited<ReturnType<typeof createInbox>>

/** Shorter beginnings do not identify a person. */
const TRACE_MIN_CHARACTERS = 4

/**
 * Removes the lines with the lead's id, e-mail or username, complete or torn at the end, from every `.torn` file of the
 * folder. These lines are not parsed, because half a record is no JSON. Throws file system errors.
 */
async function eraseFromQuarantine(folder: string, { id, email, username }: LeadRecord): Promise<void> {
  // As JSON in lower case, because the same person may have typed them in another case.
  const traces = [id, email, username].filter(Boolean).map((value) => JSON.stringify(value).toLowerCase())
  const beginnings = traces.flatMap((trace) =>
    Array.from(trace, (_, index) => trace.slice(0, index)).slice(TRACE_MIN_CHARACTERS),
  )
  /** `line` has one character for each byte, whatever the encoding. */
  function hasTrace(line: string): boolean {
    const text = Buffer.from(line, 'latin1').toString('utf8').toLowerCase()
    return traces.some((trace) => text.includes(trace)) || beginnings.some((beginning) => text.endsWith(beginning))
  }

  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.torn'))) {
    const path = join(folder, name)
    const lines = (await readBytes(path)).toString('latin1').split('\n')
    const remaining = lines.filter((line) => !hasTrace(line))
    if (remaining.length === lines.length) continue
    await replaceFile(path, Buffer.from(remaining.join('\n'), 'latin1'), { mode: 0o600 })
  }
}
