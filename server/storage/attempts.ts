import { createKeyedMutex } from '#server/lib/mutex.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { KeyedStore, KeyedValues } from './keyed-store.ts'

/** At most `limit` attempts with the same key in `windowMs` milliseconds. */
export type Counter = { name: string; limit: number; windowMs: number }
/** Attempts of one kind with one key. */
export type Counted = readonly [counter: Counter, key: string]
/** What has to wait, and for how many milliseconds. */
export type Lock = { counted: Counted; waitMs: number }

/** Counts attempts over sliding windows. Functions throw what the store throws. */
export type Attempts = {
  /** Returns which of these has to wait longest; `undefined`: none has to. */
  lockOf(counted: readonly Counted[]): Promise<Lock | undefined>
  /** Counts one attempt for each, unless one of `checked` has to wait, which it returns. Concurrent ones cannot pass together. */
  take(counted: readonly Counted[], checked: readonly Counted[]): Promise<Lock | undefined>
  /** Takes the last attempt of each back, which was no failure. */
  refund(counted: readonly Counted[]): Promise<void>
  reset(counted: readonly Counted[]): Promise<void>
}

/** How far the clocks of machines may differ: an attempt that is further in the future does not count. */
const CLOCK_LEEWAY_MS = 60_000

type AttemptsStore = Pick<KeyedStore, 'get' | 'update'>

/** `now` in milliseconds. Keys have e-mail and IP addresses, so only their fingerprints are stored. */
export function createAttempts({ get, update }: AttemptsStore, now: () => number): Attempts {
  const keyOf = ([{ name }, key]: Counted) => `attempts/${name}/${fingerprintOf(name, key)}`

  /** The times of the attempts in the window, oldest first. The clock may have been set back. */
  async function timesOf(counted: Counted, read: KeyedValues['get']): Promise<number[]> {
    const times: number[] = JSON.parse((await read(keyOf(counted))) ?? '[]')
    return times.filter((at) => at > now() - counted[0].windowMs && at <= now() + CLOCK_LEEWAY_MS)
  }

  async function longest(all: readonly Counted[], read: KeyedValues['get']): Promise<Lock | undefined> {
    const locks: Lock[] = []
    for (const counted of all) {
      const [{ limit, windowMs }] = counted
      const first = (await timesOf(counted, read)).at(-limit)
      locks.push({ counted, waitMs: first === undefined ? 0 : first + windowMs - now() })
    }
    return longestOf(locks)
  }

  const store = (times: readonly number[], counted: Counted, { put, remove }: KeyedValues) =>
    times.length > 0 ? put(keyOf(counted), JSON.stringify(times)) : remove(keyOf(counted))

  return {
    lockOf: (counted) => longest(counted, get),
    take: (all, checked) =>
      update([...all, ...checked].map(keyOf), async (values) => {
        const lock = await longest(checked, values.get)
        if (lock) return lock
        for (const counted of all) {
          const times = [...(await timesOf(counted, values.get)), now()].sort((a, b) => a - b)
          await store(times.slice(-counted[0].limit), counted, values)
        }
        return
      }),
    refund: (all) =>
      update(all.map(keyOf), async (values) => {
        for (const counted of all) await store((await timesOf(counted, values.get)).slice(0, -1), counted, values)
      }),
    reset: (all) =>
      update(all.map(keyOf), async ({ remove }) => {
        for (const counted of all) await remove(keyOf(counted))
      }),
  }
}

/** The lock with the longest wait; `undefined` if nothing has to wait. */
export function longestOf(locks: readonly Lock[]): Lock | undefined {
  const [longest] = locks.filter(({ waitMs }) => waitMs > 0).sort((a, b) => b.waitMs - a.waitMs)
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
  const keyedMutex = createKeyedMutex()
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
    return keyedMutex(counted.map(keyOf), async () => {
      await change(counted)
      for (const one of counted) locks.delete(keyOf(one))
    })
  }

  return {
    lockOf: (counted) =>
      keyedMutex(
        counted.map(keyOf),
        lockOr(counted, () => store.lockOf(counted)),
      ),
    take: (counted, checked) =>
      keyedMutex(
        checked.map(keyOf),
        lockOr(checked, () => store.take(counted, checked)),
      ),
    refund: (counted) => forget(counted, store.refund),
    reset: (counted) => forget(counted, store.reset),
  }
}
