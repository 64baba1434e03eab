import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS } from '#server/lib/clock.ts'
import { backOffMs, reasonOf } from '#server/lib/delivery.ts'
import type { Log } from '#server/lib/log.ts'
import { isPlainAddress, type Letter, type Mailer } from '#server/lib/mailer.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

export const MAILS_PER_HOUR = 20
/** Beyond it, mails are dropped: the mail server has been away for long. */
const WAITING_MAX = 200
/** Over about eight minutes: longer than most mail servers make a stranger wait. */
const ATTEMPTS = 6
const BACK_OFF = { firstMs: 15_000, maxMs: 5 * 60 * 1000 }
/** A mail is not begun earlier, so that the response goes first. */
const PAUSE_MS = 50

type OutboxOptions = {
  mailer: Mailer
  now(): Date
  log: Log
  backOff?: typeof BACK_OFF | undefined
}

/**
 * Mails in memory, sent one at a time and tried a few times. A mail that is lost, by a failure or by a stop, is logged at
 * most: no request waits for it.
 */
export function createOutbox({ mailer, now, log, backOff = BACK_OFF }: OutboxOptions) {
  const hourly = { windowMs: HOUR_MS, now: () => now().getTime() }
  const sent = createSlidingWindow({ ...hourly, limit: MAILS_PER_HOUR })
  const reported = createSlidingWindow({ ...hourly, limit: 1 })
  const closing = new AbortController()
  const { signal } = closing
  const mutex = createMutex()
  let waiting = 0

  /** Returns how long to wait before the next attempt; `undefined`: there is none. */
  async function attempt(letter: Letter, what: string, attempts: number): Promise<number | undefined> {
    try {
      await mutex(() => mailer.send(letter, signal))
      log.info('administrator notified', { what })
    } catch (error) {
      if (signal.aborted) return
      const isLast = attempts === ATTEMPTS
      const write = isLast ? log.error : log.warn
      write('administrator not notified', { what, reason: reasonOf(error), attempts })
      return isLast ? undefined : backOffMs(attempts, backOff)
    }
  }

  async function deliver(letter: Letter, what: string): Promise<void> {
    let pauseMs: number | undefined = PAUSE_MS
    for (let attempts = 1; pauseMs !== undefined; attempts++) {
      await wait(pauseMs, undefined, { signal, ref: false })
      pauseMs = await attempt(letter, what, attempts)
    }
  }

  function add(letter: Letter, what: string): void {
    const reason = isPlainAddress(letter.to) ? waiting >= WAITING_MAX && 'too many' : 'address'
    if (reason) {
      log.error('administrator not notified', { what, reason })
      return
    }
    waiting++
    // Only the wait throws, when the outbox is closed.
    void deliver(letter, what)
      .catch(() => {})
      .finally(() => waiting--)
  }

  return {
    /**
     * Sends a mail that counts for this administrator. The first one beyond the limit of an hour is replaced by `instead`, the
     * rest is dropped. `what`: for the log. Never throws.
     */
    send(administrator: string, what: string, letter: Letter, instead: () => Letter): void {
      if (sent.waitMs(administrator) === 0) {
        sent.consume(administrator)
        add(letter, what)
      } else if (reported.waitMs(administrator) === 0) {
        reported.consume(administrator)
        add(instead(), 'limit')
      }
    },
    /** Mails that are not sent yet are lost. */
    close: () => closing.abort(),
  }
}
