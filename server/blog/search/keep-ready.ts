import { factsOf } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'

/** A start has better things to do, and saves that follow each other are read once. */
const DEBOUNCE_MS = 5_000

export type RefreshIndexDeps = {
  content: { onChange(listener: () => void): void }
  /** Brings the search up to what is there now. */
  prepare: () => Promise<void>
  log: Pick<Log, 'warn'>
  debounceMs?: number
}

/**
 * Brings the search up to date once nothing has changed for a while, from `start` on: at ten thousand posts whoever searches first
 * would wait for seconds. Where that fails, the next search tries again.
 */
export function refreshIndexOnChange({ content, prepare, log, debounceMs = DEBOUNCE_MS }: RefreshIndexDeps) {
  let timer: Timer | undefined
  let started = false

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => prepare().catch((error) => log.warn('search not prepared', factsOf(error))),
      debounceMs,
    ).unref()
  }

  content.onChange(() => {
    if (started) later()
  })

  return {
    start(): void {
      started = true
      later()
    },
    close(): void {
      started = false
      clearTimeout(timer)
    },
  }
}
