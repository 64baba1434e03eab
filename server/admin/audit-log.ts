import { join } from 'node:path'
import { shortAddress } from '#server/http/anonymize-ip.ts'
import type { Audit, AuditEvent, AuditFacts } from '#server/http/audit-events.ts'
import { factsOf } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { currentRequest } from '#server/http/request-context.ts'
import { createAttempts } from '#server/http/sliding-window.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'
import { createRotatingLog } from '#server/storage/rotating-log.ts'
import { shortEmail } from './mask-email.ts'

/** Some 30,000 lines. */
const MAX_BYTES = 5 * 1024 * 1024
/** Together with the one that grows: 25 MB at most. */
export const OLDER_LOGS = 4
/**
 * A guesser must not push older lines out of the log: beyond this many an hour, failures of one kind are only counted.
 * Each kind has its own limit, so wrong passwords cannot hide that one was right.
 */
const FAILURES_PER_HOUR = 300
const HOUR_MS = 60 * 60 * 1000
const FAILURES: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  'login.failed',
  'login.locked',
  'login.code-requested',
  'login.proof-requested',
])

/** In `storage/private`. */
export const auditFile = (folder: string) => join(folder, 'audit.jsonl')

export type AuditLogOptions = {
  /** `storage/private`. */
  folder: string
  now(): Date
  log: Log
  disk?: LogDisk | undefined
  maxBytes?: number
}

/**
 * Who did what, when and from where: a JSON line each in `audit.jsonl`. No secret, no whole e-mail, no whole address gets
 * in, whatever it is told. Never throws: what cannot be written is logged, and `healthy` says so.
 */
export async function createAuditLog({ folder, now, log, disk, maxBytes = MAX_BYTES }: AuditLogOptions) {
  const failed = (error: unknown) => log.error('audit log not written', factsOf(error))
  const lines = await createRotatingLog(auditFile(folder), { maxBytes, older: OLDER_LOGS, disk, failed })
  const failures = createAttempts({ limit: FAILURES_PER_HOUR, windowMs: HOUR_MS, now: () => now().getTime() })
  /** Failures that were only counted, by kind. */
  const unwritten = new Map<string, number>()

  /** How many failures of this kind before this one were only counted; `undefined`: this one is, too. */
  function turnOf(event: AuditEvent, detail = ''): number | undefined {
    if (!FAILURES.has(event)) return 0
    const kind = `${event} ${detail}`
    const before = unwritten.get(kind) ?? 0
    if (failures.waitMs(kind) > 0) {
      unwritten.set(kind, before + 1)
      return
    }
    failures.take(kind)
    unwritten.delete(kind)
    return before
  }

  return {
    /** Returns once it is on the disk, or known not to be. */
    async note(event: AuditEvent, facts: AuditFacts): Promise<void> {
      const left = turnOf(event, facts.detail)
      if (left === undefined) return
      const line = { time: now().toISOString(), event, ...auditFields(facts), ...(left > 0 ? { unwritten: left } : {}) }
      await lines.append(JSON.stringify(line)).catch(() => {})
    },
    healthy: lines.healthy,
    /** Returns once everything is written. */
    close: lines.close,
  }
}
export type AuditLog = Awaited<ReturnType<typeof createAuditLog>>

const auditFields = ({ actor, address, subject, detail, request }: AuditFacts) => ({
  actor: shortEmail(actor),
  address: shortAddress(address ?? ''),
  subject,
  detail,
  request,
})

export type AuditOptions = {
  note: AuditLog['note']
  addressOf(request: Request): string
  /** Who may write: the administrator's e-mail. */
  actor(): string
}

/** What routes tell the audit log with: a line carries the id of the request, as the log of the site does. */
export const auditOf =
  ({ note, addressOf, actor }: AuditOptions): Audit =>
  (request, event, facts = {}) =>
    note(event, { actor: actor(), address: addressOf(request), ...facts, request: currentRequest()?.id })
