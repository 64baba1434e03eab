import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

/** At most `limit` attempts with the same key in `windowMs` milliseconds. */
export type Counter = { name: string; limit: number; windowMs: number }
/** Attempts of one kind with one key. */
export type Counted = readonly [counter: Counter, key: string]

/** Counts attempts over sliding windows: in memory, or for all processes in PostgreSQL, which throws `StorageError`. */
export type Attempts = {
  /** Milliseconds until none of these has to wait; 0: none has. */
  waitMs(...counted: readonly Counted[]): Promise<number>
  /** Counts one attempt for each, unless one of `checked` has to wait, and returns how long. Concurrent ones cannot pass together. */
  take(counted: readonly Counted[], checked: readonly Counted[]): Promise<number>
  /** Takes the last attempt of each back, which was no failure. */
  refund(...counted: readonly Counted[]): Promise<void>
  reset(...counted: readonly Counted[]): Promise<void>
}

/** `now` in milliseconds. */
export function createAttempts(now: () => number): Attempts {
  const windows = new Map<string, ReturnType<typeof createSlidingWindow>>()
  function windowOf({ name, limit, windowMs }: Counter) {
    const window = windows.get(name) ?? createSlidingWindow({ limit, windowMs, now })
    windows.set(name, window)
    return window
  }
  const longest = (counted: readonly Counted[]) =>
    Math.max(0, ...counted.map(([counter, key]) => windowOf(counter).waitMs(key)))
  return {
    waitMs: async (...counted) => longest(counted),
    async take(counted, checked) {
      const waitMs = longest(checked)
      if (waitMs === 0) for (const [counter, key] of counted) windowOf(counter).consume(key)
      return waitMs
    },
    async refund(...counted) {
      for (const [counter, key] of counted) windowOf(counter).refund(key)
    },
    async reset(...counted) {
      for (const [counter, key] of counted) windowOf(counter).reset(key)
    },
  }
}
