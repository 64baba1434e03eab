import { setTimeout as wait } from 'node:timers/promises'
import { type LeadKind, leadKinds } from '#contract/lead-query.ts'
import type { Cursor, CursorStore } from '#server/leads/records/cursor.ts'
import type { LeadReader } from '#server/leads/records/lead-reader.ts'
import { HOUR_MS } from '#server/lib/clock.ts'
import { type BackOff, backOffMs, DeliveryError, reasonOf } from '#server/lib/delivery.ts'
import { DatabaseAwayError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import type { RecordLog } from '#server/storage/record-log.ts'

/** A lead that the vendor is notified about. */
export type Notice = {
  kind: LeadKind
  /** UUIDv7 of the record: the same at every repeat. */
  id: string
  /** As it is in the log. That of a sign-up contains the password's hash, which no channel may send. */
  record: LogRecord
}

/** A way to notify the vendor. */
export type Channel = {
  name: 'mail' | 'webhook'
  /** Returns once the receiver has accepted the notice. Any error is retried, unless it `isFinal`. `signal` aborts at shutdown. */
  deliver(notice: Notice, signal: AbortSignal): Promise<void>
}

/** How soon a follower looks again while another process delivers, or the database is away. */
const OTHERS_MS = 1_000
/** Shutdown waits this long for an aborted delivery. */
const CLOSE_LIMIT_MS = 1_000

/** Bridges the outage of a night, and retries soon after a restart. */
const BACK_OFF: BackOff = { firstMs: 1_000, maxMs: HOUR_MS }

type FollowOptions = {
  kind: LeadKind
  lines: Pick<RecordLog, 'end' | 'refresh' | 'onAppend'>
  leads: Pick<LeadReader, 'firstFrom' | 'endOf'>
  channel: Channel
  /** The progress over restarts. */
  cursors: CursorStore
  now(): Date
  log: Log
  backOff?: BackOff | undefined
}

/**
 * Delivers each lead of a log to a channel: in order, one at a time, at least once, over restarts; with a shared database, one
 * process at a time. Failures are retried until they succeed. Without a cursor it starts at the end of the log: leads from before a channel was configured are not
 * delivered. Appending to the log does not wait.
 */
async function followLog(options: FollowOptions) {
  const { kind, lines, leads, channel, cursors, now, log, backOff = BACK_OFF } = options
  const facts = { channel: channel.name, kind }
  const closing = new AbortController()
  let appended = Promise.withResolvers<void>()
  let hasEnded = false
  let isRestored = false
  let cursor: Cursor = { after: '', offset: lines.end(), attempts: 0, notBefore: 0 }

  /** Counts in memory even when the disk is full: a repeat after a restart is better than a repeat now. */
  async function save(next: Cursor) {
    cursor = next
    await cursors
      .write(next)
      .catch((error) => log.error('notification cursor not written', { ...facts, ...errorFields(error) }))
  }

  async function restore() {
    await lines.refresh()
    cursor = { ...cursor, offset: lines.end() }
    const stored = await cursors.read()
    isRestored = true
    if (stored === 'damaged') log.error('notification cursor unreadable, going on from the end', facts)
    if (stored === 'none' || stored === 'damaged') return save(cursor)
    cursor = { ...stored, offset: Math.min(stored.offset, lines.end()) }
  }

  /** Finds the next lead, also after lines have moved. Continues at the hint if the last completed lead is gone. */
  async function next() {
    const from = cursor.after === '' ? cursor.offset : await leads.endOf(kind, cursor.after)
    if (from !== undefined) return leads.firstFrom(kind, from)
    log.error('notification cursor points nowhere, going on near it', facts)
    cursor = { ...cursor, after: '' }
    return leads.firstFrom(kind, cursor.offset)
  }

  async function step() {
    // Before reading, so that a line that is appended during the step wakes the next one.
    appended = Promise.withResolvers()
    closing.signal.throwIfAborted()
    if (!isRestored) await restore()
    const lead = await next()
    if (!lead) return appended.promise
    const claimed = await cursors.claim(cursor)
    if (claimed === 'held') return pause(OTHERS_MS)
    if (claimed !== 'mine') {
      cursor = claimed
      return
    }
    const { id, record, offset, length } = lead
    const isDelivered = isDeliverable(record)
    if (isDelivered) await channel.deliver({ kind, id, record }, closing.signal)
    await save({ after: id, offset: offset + length, attempts: 0, notBefore: 0 })
    if (isDelivered) log.info('notified', { ...facts, id })
  }

  async function onError(error: unknown) {
    if (closing.signal.aborted) return
    // No attempt was made, and the database reports its absence itself.
    if (error instanceof DatabaseAwayError) return pause(OTHERS_MS).catch(() => {})
    const reason = reasonOf(error)
    hasEnded = error instanceof DeliveryError && error.isFinal
    if (hasEnded) return log.error('notifications ended until the next start', { ...facts, reason })
    const attempts = cursor.attempts + 1
    const waitMs = backOffMs(attempts, backOff)
    await save({ ...cursor, attempts, notBefore: now().getTime() + waitMs })
    log.warn('notification failed', { ...facts, reason, attempts, waitMs })
  }

  /** A clock that was set back does not prolong the longest wait. */
  const waitMs = () => Math.min(Math.max(0, cursor.notBefore - now().getTime()), backOff.maxMs)

  const pause = (ms: number) => wait(ms, undefined, { signal: closing.signal, ref: false })

  async function run() {
    while (!closing.signal.aborted && !hasEnded) await pause(waitMs()).then(step).catch(onError)
    await cursors.release().catch(() => {})
  }

  const stopListening = lines.onAppend(() => appended.resolve())
  await restore().catch((error) => {
    if (!(error instanceof DatabaseAwayError)) throw error
  })
  const running = run()

  return {
    /** How much of the log is not delivered yet, and how many attempts at the next lead have failed. */
    backlog: () => ({
      channel: channel.name,
      log: kind,
      bytes: Math.max(0, lines.end() - cursor.offset),
      attempts: cursor.attempts,
    }),
    /** Whether the last attempt failed. */
    isWaiting: () => hasEnded || cursor.attempts > 0,
    /** Aborts the pending delivery, which counts as not delivered. */
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      appended.resolve()
      await Promise.race([running, wait(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

/** A record with any other id was not written by this server. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isDeliverable = ({ id, email }: LogRecord) => typeof id === 'string' && ID.test(id) && typeof email === 'string'

type NotificationsOptions = Omit<FollowOptions, 'kind' | 'lines' | 'channel' | 'cursors'> & {
  channels: Channel[]
  logs: Record<LeadKind, RecordLog>
  cursorsOf(kind: LeadKind, channel: Channel['name']): CursorStore
}

/** Notifies the vendor of each new lead through every channel. */
export async function createNotifications({ channels, logs, cursorsOf, ...options }: NotificationsOptions) {
  const follow = (channel: Channel, kind: LeadKind) =>
    followLog({ ...options, kind, lines: logs[kind], channel, cursors: cursorsOf(kind, channel.name) })
  const followers = await Promise.all(channels.flatMap((channel) => leadKinds.map((kind) => follow(channel, kind))))

  return {
    /** For the readiness check: `waiting` if the last attempt of a channel failed. */
    state(): 'ok' | 'waiting' | 'off' {
      if (followers.length === 0) return 'off'
      return followers.some(({ isWaiting }) => isWaiting()) ? 'waiting' : 'ok'
    },
    /** What each channel has yet to deliver, by log. */
    backlog: () => followers.map(({ backlog }) => backlog()),
    /** Returns within a second. Pending deliveries count as not delivered. */
    close: () => Promise.all(followers.map(({ close }) => close())),
  }
}
export type Notifications = Awaited<ReturnType<typeof createNotifications>>
