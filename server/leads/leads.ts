import { dirname } from 'node:path'
import type { LeadEventSent } from '#contract/lead-query.ts'
import type { Lead } from '#contract/leads.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { NotFoundError, StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type AppendLog, createAppendLog } from '#server/storage/append-log.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { dropFromTorn } from './erase-from-quarantine.ts'
import type { LeadIndex } from './lead-index.ts'
import type { LeadRecord } from './lead-record.ts'
import { createLeadReader } from './read-leads.ts'

export type LeadsOptions = {
  registrations: { lines: AppendLog; forget(record: LogRecord): void }
  messages: { lines: AppendLog }
  /** Has seen every line of both. */
  index: LeadIndex
  /** `storage/private/lead-events.jsonl`. */
  file: string
  now(): Date
  log: Log
  disk?: LogDisk | undefined
}

/**
 * Everybody who signed up or wrote, and what became of them: read from the logs, with what happens since appended to a
 * third one. Throws what the disk throws where that cannot be read.
 */
export async function createLeads({ registrations, messages, index, file, now, log, disk }: LeadsOptions) {
  const oneByOne = createMutex()
  const events = await createAppendLog(file, {
    disk,
    record: index.event,
    damage: (line) => log.error('lead event unreadable', { file, line }),
    failed: (error) => log.error('lead events not written', errorFields(error)),
  })
  const lines = { registration: registrations.lines, message: messages.lines }
  const reader = createLeadReader({
    logs: [
      { kind: 'registration', ...lines.registration },
      { kind: 'message', ...lines.message },
    ],
    events,
    index,
  })

  async function recordEvent(event: { at: string; lead: string } & LogRecord) {
    await events.append(JSON.stringify(event))
    index.event(event)
  }

  /** Told later where it cannot be told now: what is left in the log says it, too. */
  const recordErasure = (lead: string, at: string) =>
    recordEvent({ at, lead, erased: true }).catch((error) => log.error('erasure not recorded', errorFields(error)))

  /** From here on nobody knows of it. */
  function forget(record: LeadRecord) {
    index.forget(record.id)
    registrations.forget(record)
  }

  const isGone = (id: string) =>
    reader.find(id).then(
      () => false,
      (error) => error instanceof NotFoundError,
    )

  async function rewrite(record: LeadRecord, log: AppendLog, erased: string) {
    try {
      await log.rewrite((one) => (one.id === record.id ? { id: record.id, at: record.at, erased } : undefined))
    } catch (error) {
      // It may be gone all the same: where the new log is in place, and only its folder could not be synced.
      if (await isGone(record.id)) forget(record)
      throw error
    }
    forget(record)
  }

  for (const [lead, at] of [...index.untold()]) await recordErasure(lead, at)

  return {
    ...reader,

    /** Gives the lead as it is then. A state means that somebody has read it, too. Throws `NotFoundError` or `StorageError`. */
    happen: (id: string, sent: LeadEventSent): Promise<Lead> =>
      oneByOne(async () => {
        // Read first: what is stored is not refused because it could not be read again.
        const lead = await reader.get(id)
        const isNews = !lead.read || ('state' in sent && sent.state !== lead.state)
        if (!isNews) return lead
        const at = now().toISOString()
        await recordEvent({ at, lead: id, ...sent })
        const { state, read } = reader.standing(id)
        return { ...lead, state, read, events: 'state' in sent ? [...lead.events, { at, state }] : lead.events }
      }),

    /**
     * Takes everything personal from the disk: out of what was set aside first, for without its line a lead cannot be
     * erased again. Its id and time stay. Throws `NotFoundError` or `StorageError`, or what the disk throws where the log cannot be read.
     */
    erase: (id: string): Promise<void> =>
      oneByOne(async () => {
        const { kind, record } = await reader.find(id)
        const erased = now().toISOString()
        await dropFromTorn(dirname(lines[kind].path), record).catch(asStorageError)
        await rewrite(record, lines[kind], erased)
        await recordErasure(id, erased)
        log.info('lead erased', { id })
      }),

    healthy: events.healthy,
    close: events.close,
  }
}
function asStorageError(error: unknown): never {
  throw new StorageError(error)
}

export type Leads = Awaited<ReturnType<typeof createLeads>>
