import type { SiteDatabase } from '#server/database/database.ts'
import type { AuditEvent, AuditFields } from '#server/http/audit-event.ts'
import { HOUR_MS } from '#server/lib/clock.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import type { Disk } from '#server/storage/files.ts'
import { auditFile, auditFilesReader, auditLock, OLDER_LOGS } from './audit-files.ts'

/** About 25,000 lines. */
const MAX_BYTES = 5 * 1024 * 1024
/**
 * Beyond this, failures of one kind are only counted, so that an attacker cannot push older lines out of the log. Each kind
 * has its own limit, so wrong passwords cannot hide a right one.
 */
const FAILURES_PER_HOUR = 300
const FAILURES = new Set<AuditEvent>([
  'login.failed',
  'login.locked',
  'login.code-requested',
  'login.proof-requested',
  'confirmation.failed',
])

/** The database that has the audit log; `undefined`: files. */
export type AuditDatabase = Pick<SiteDatabase, 'audit'> | undefined

type AuditLogOptions = {
  /** Of private files. */
  folder: string
  database?: AuditDatabase
  now(): Date
  log: Log
  disk?: Disk | undefined
  maxBytes?: number
}

/**
 * Records who did what, when and from where: one JSON line per event in `audit.jsonl`. E-mail and IP addresses are
 * shortened, because lines cannot be changed later; ids tell people apart. Never throws: a failed write is logged and reported by `isHealthy`.
 */
export async function createAuditLog(options: AuditLogOptions) {
  const { now } = options
  const { append, isHealthy, close, reader } = await openLines(options)
  const failures = createSlidingWindow({ limit: FAILURES_PER_HOUR, windowMs: HOUR_MS, now: () => now().getTime() })
  const failureCounts = new Map<AuditEvent, number>([...FAILURES].map((event) => [event, 0]))
  /** Number of failures that were only counted, by kind. */
  const unwritten = new Map<string, number>()

  /** Returns how many earlier failures of this kind were only counted; `undefined` if this one is only counted too. */
  function unwrittenBefore(kind: string): number | undefined {
    const before = unwritten.get(kind) ?? 0
    const isCountedOnly = failures.waitMs(kind) > 0
    unwritten.set(kind, isCountedOnly ? before + 1 : 0)
    if (isCountedOnly) return
    failures.consume(kind)
    return before
  }

  return {
    /** Resolves when the line is on disk, or when writing it has failed. */
    async note(event: AuditEvent, { actor, by, address = '', subject, ...fields }: AuditFields): Promise<void> {
      if (FAILURES.has(event)) failureCounts.set(event, (failureCounts.get(event) ?? 0) + 1)
      const left = FAILURES.has(event) ? unwrittenBefore(`${event} ${fields.detail}`) : 0
      if (left === undefined) return
      const { about, detail, request } = fields
      // The shell is no administrator.
      const id = by === actor ? undefined : by
      const who = { actor: maskEmail(actor), by: id, address: anonymizeIp(address) }
      const what = { subject: subject && maskEmail(subject), about, detail, request, unwritten: left || undefined }
      const line = { time: now().toISOString(), event, ...who, ...what }
      await append(JSON.stringify(line)).catch(() => {})
    },
    /** How often each kind of failure has happened since the start, also where its line was left out. */
    failures: (): ReadonlyMap<AuditEvent, number> => failureCounts,
    reader,
    isHealthy,
    close,
  }
}

async function openLines({ folder, database, log, disk, maxBytes = MAX_BYTES }: AuditLogOptions) {
  if (database) {
    const { lines, reader } = database.audit
    const onDeferred = (error: unknown) => log.warn('audit event deferred', errorFields(error))
    return { ...lines, append: (line: string) => lines.append(line).catch(onDeferred), reader }
  }
  const onError = (error: unknown) => log.error('audit log not written', errorFields(error))
  const shared = { lockFile: auditLock(folder), maxBytes, older: OLDER_LOGS }
  const lines = await createAppendLog(auditFile(folder), { disk, onError, shared })
  return { ...lines, reader: auditFilesReader(folder) }
}

/** `ann@bakery.example` becomes `a…@bakery.example`, with at most 80 characters of the domain; other text stays as it is. */
const maskEmail = (text: string) => text.replace(/^(.?).*@(.{0,80}).*$/su, '$1…@$2')
