import { createKeyedMutex } from '#server/lib/mutex.ts'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

/** At most `limit` attempts with the same key in `windowMs` milliseconds. */
export type Counter = { name: string; limit: number; windowMs: number }
/** Attempts of one kind with one key. */
export type Counted = readonly [counter: Counter, key: string]
/** What has to wait, and for how many milliseconds. */
export type Lock = { counted: Counted; waitMs: number }

/** Counts attempts over sliding windows: in memory, or for all processes in PostgreSQL, which throws `StorageError`. */
export type Attempts = {
  /** Returns which of these has to wait longest; `undefined`: none has to. */
  lockOf(counted: readonly Counted[]): Promise<Lock | undefined>
  /** Counts one attempt for each, unless one of `checked` has to wait, which it returns. Concurrent ones cannot pass together. */
  take(counted: readonly Counted[], checked: readonly Counted[]): Promise<Lock | undefined>
  /** Takes the last attempt of each back, which was no failure. */
  refund(counted: readonly Counted[]): Promise<void>
  reset(counted: readonly Counted[]): Promise<void>
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
    longestOf(counted.map((one) => ({ counted: one, waitMs: windowOf(one[0]).waitMs(one[1]) })))
  return {
    lockOf: async (counted) => longest(counted),
    async take(counted, checked) {
      const lock = longest(checked)
      if (!lock) for (const [counter, key] of counted) windowOf(counter).consume(key)
      return lock
    },
    async refund(counted) {
      for (const [counter, key] of counted) windowOf(counter).refund(key)
    },
    async reset(counted) {
      for (const [counter, key] of counted) windowOf(counter).reset(key)
    },
  }
}

/** The lock with the longest wait; `undefined` if nothing has to wait. */
export function longestOf(locks: readonly Lock[]): Lock | undefined {
  const [longest] = locks.filter(({ waitMs }) => waitMs > 0).sort((one, other) => other.waitMs - one.waitMs)
  return longest
}

/** Another process may have ended a lock. */
const REMEMBERED_MS = 5_000
const LOCKS_MAX = 10_000

/**
 * Attempts that ask the store at most every five seconds about a key that has to wait, and once at a time about any other: so
 * that many attempts with one key take neither the connections of the database nor their time. `now` in milliseconds.
 */
export function withLockMemory(store: Attempts, now: () => number): Attempts {
  /** `at`: when the store reported it. */
  const locks = new Map<string, { lock: Lock; at: number }>()
  const oneAtATime = createKeyedMutex()
  const keyOf = ([{ name }, key]: Counted) => `${name} ${key}`

  function remembered(one: Counted): Lock[] {
    const { lock, at } = locks.get(keyOf(one)) ?? {}
    const ageMs = at === undefined ? REMEMBERED_MS : now() - at
    // The clock may have been set back.
    if (!lock || ageMs < 0 || ageMs >= REMEMBERED_MS) return []
    return [{ ...lock, waitMs: lock.waitMs - ageMs }]
  }

  function remember(lock: Lock | undefined): Lock | undefined {
    if (!lock) return
    locks.delete(keyOf(lock.counted))
    locks.set(keyOf(lock.counted), { lock, at: now() })
    for (const oldest of locks.keys()) {
      if (locks.size <= LOCKS_MAX) break
      locks.delete(oldest)
    }
    return lock
  }

  /** The answer of `ask`, unless it is known that one of these has to wait. */
  const lockOr = (checked: readonly Counted[], ask: () => Promise<Lock | undefined>) => async () =>
    longestOf(checked.flatMap(remembered)) ?? remember(await ask())

  function forget(counted: readonly Counted[], change: Attempts['reset']): Promise<void> {
    return oneAtATime(counted.map(keyOf), async () => {
      await change(counted)
      for (const one of counted) locks.delete(keyOf(one))
    })
  }

  return {
    lockOf: (counted) =>
      oneAtATime(
        counted.map(keyOf),
        lockOr(counted, () => store.lockOf(counted)),
      ),
    take: (counted, checked) =>
      oneAtATime(
        checked.map(keyOf),
        lockOr(checked, () => store.take(counted, checked)),
      ),
    refund: (counted) => forget(counted, store.refund),
    reset: (counted) => forget(counted, store.reset),
  }
}
