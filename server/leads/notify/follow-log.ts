import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/http/log.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import { type Channel, ChannelEndedError, DeliveryError } from './channel.ts'
import { createProgress, type ProgressOptions } from './progress.ts'

/** Shutdown waits this long for an aborted delivery. */
const CLOSE_LIMIT_MS = 1_000

export type BackOff = { firstMs: number; maxMs: number }
/** Bridges the outage of a night, and retries soon after a restart. */
const BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 60 * 60 * 1_000 }

/**
 * Returns the delay before the next attempt: it doubles up to the maximum, minus up to a half at random, so that
 * deliveries that failed together are not repeated together. `random` returns 0 to 1.
 */
export function backOffMs(attempts: number, { firstMs, maxMs }: BackOff, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempts - 1))
  return Math.round(full * (1 - random() / 2))
}

type FollowOptions = Omit<ProgressOptions, 'facts'> & {
  lines: { onAppend(listener: () => void): () => void }
  channel: Channel
  log: Log
  backOff?: BackOff | undefined
}

/**
 * Delivers each lead of a log to a channel: in order, one at a time, at least once, over restarts. Failures are retried
 * until they succeed. Appending to the log does not wait. Throws file system errors of the log.
 */
export async function followLog({ channel, log, backOff = BACK_OFF, ...options }: FollowOptions) {
  const { kind, lines, now } = options
  const facts = { channel: channel.name, kind }
  const progress = await createProgress({ ...options, facts, log })
  const closing = new AbortController()
  let appended = Promise.withResolvers<void>()
  let hasEnded = false
  const stopListening = lines.onAppend(() => appended.resolve())

  async function step() {
    // Before reading, so that a line that is appended during the step wakes the next one.
    appended = Promise.withResolvers()
    closing.signal.throwIfAborted()
    const lead = await progress.next()
    if (!lead) return appended.promise
    const { id, record } = lead
    const isDelivered = isDeliverable(record)
    if (isDelivered) await channel.deliver({ kind, id, record }, closing.signal)
    await progress.complete(lead)
    if (isDelivered) log.info('notified', { ...facts, id })
  }

  async function onError(error: unknown) {
    if (closing.signal.aborted) return
    hasEnded = error instanceof ChannelEndedError
    if (hasEnded) return log.error('notifications ended until the next start', { ...facts, reason: reasonOf(error) })
    const waitMs = backOffMs(progress.attempts() + 1, backOff)
    await progress.fail(now().getTime() + waitMs)
    log.warn('notification failed', { ...facts, reason: reasonOf(error), attempts: progress.attempts(), waitMs })
  }

  /** A clock that was set back does not prolong the longest wait. */
  const waitMs = () => Math.min(Math.max(0, progress.notBefore() - now().getTime()), backOff.maxMs)

  async function run() {
    while (!closing.signal.aborted && !hasEnded) {
      const pause = wait(waitMs(), undefined, { signal: closing.signal, ref: false })
      await pause.then(step).catch(onError)
    }
  }
  const running = run()

  return {
    /** How much of the log is not delivered yet, and how many attempts at the next lead have failed. */
    backlog: () => ({
      channel: channel.name,
      log: kind,
      bytes: Math.max(0, options.lines.end() - progress.offset()),
      attempts: progress.attempts(),
    }),
    /** Whether the last attempt failed. */
    isWaiting: () => hasEnded || progress.attempts() > 0,
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

/** The channel's own message or an error code: messages of others may contain addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError || error instanceof ChannelEndedError) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
