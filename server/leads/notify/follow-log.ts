import { setTimeout as wait } from 'node:timers/promises'
import type { LeadKind } from '#contract/lead-query.ts'
import type { Log } from '#server/http/log.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { BACK_OFF, type BackOff } from './back-off.ts'
import { type Channel, ChannelEnded, DeliveryError } from './channel.ts'
import type { GrowingLog } from './log-reader.ts'
import { createProgress } from './progress.ts'

/** The end of the process does not wait longer than this for a delivery that was given up. */
const CLOSE_LIMIT_MS = 1_000

export type FollowOptions = {
  kind: LeadKind
  log: GrowingLog
  channel: Channel
  /** Where its cursor is kept: `storage/private/cursors/<log>.<channel>.json`. */
  file: string
  now(): Date
  say: Log
  backOff?: BackOff | undefined
}

/**
 * Tells a channel of each lead in a log: in order, one at a time, each at least once, over restarts. What fails is tried
 * again until it succeeds. Nobody who writes to the log waits for it. Throws what the disk throws where it cannot be read.
 */
export async function followLog({ kind, log, channel, file, now, say, backOff = BACK_OFF }: FollowOptions) {
  const facts = { channel: channel.name, kind }
  const progress = await createProgress({ log, file, backOff, now, facts, say })
  const closing = new AbortController()
  let grown = Promise.withResolvers<void>()
  let ended = false
  const stopListening = log.onGrown(() => grown.resolve())

  async function step() {
    // Before we look: what is written while we look must wake us.
    grown = Promise.withResolvers()
    closing.signal.throwIfAborted()
    const place = await progress.next()
    if (!place) return grown.promise
    const { id, record } = place
    const isNews = isLead(record)
    if (isNews) await channel.deliver({ kind, id, record }, closing.signal)
    await progress.done(place)
    if (isNews) say.info('notified', { ...facts, id })
  }

  async function failed(error: unknown) {
    if (closing.signal.aborted) return
    ended = error instanceof ChannelEnded
    if (ended) return say.error('notifications ended until the next start', { ...facts, reason: reasonOf(error) })
    const waitMs = await progress.failed()
    say.warn('notification failed', { ...facts, reason: reasonOf(error), attempts: progress.attempts(), waitMs })
  }

  async function run() {
    while (!closing.signal.aborted && !ended) {
      const pause = wait(progress.waitMs(), undefined, { signal: closing.signal, ref: false })
      await pause.then(step).catch(failed)
    }
  }
  const running = run()

  return {
    /** How much of the log it has not told yet, and how often it tried the next in vain. */
    backlog: () => ({
      channel: channel.name,
      log: kind,
      bytes: Math.max(0, log.end() - progress.offset()),
      attempts: progress.attempts(),
    }),
    /** The last attempt failed. */
    waiting: () => ended || progress.attempts() > 0,
    /** Gives up what is under way: it counts as not delivered. */
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      grown.resolve()
      await Promise.race([running, wait(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

/** What is left of an erased lead has neither name nor address. */
const isLead = (record: LogRecord) => typeof record.email === 'string' && record.erased === undefined

/** Our own words, or a code: what others wrote may hold addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError || error instanceof ChannelEnded) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
