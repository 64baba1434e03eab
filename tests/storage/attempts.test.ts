import { describe, expect, test } from 'bun:test'
import { type Counted, createAttempts, withLockMemory } from '#server/storage/attempts.ts'
import { createMemoryStore } from '#server/storage/keyed-store.ts'

const counter = { name: 'login', limit: 2, windowMs: 60_000 }
const ann: Counted = [counter, 'ann']
const bob: Counted = [counter, 'bob']

/** `calls` are those that reached the store. */
function counting() {
  let time = 1_000_000
  const calls: string[] = []
  const store = createAttempts(createMemoryStore(10), () => time)
  const counted: typeof store = {
    ...store,
    lockOf(keys) {
      calls.push('lockOf')
      return store.lockOf(keys)
    },
    take(keys, checked) {
      calls.push('take')
      return store.take(keys, checked)
    },
  }
  const attempts = withLockMemory(counted, () => time)
  return {
    ...attempts,
    store,
    calls,
    take: async (one: Counted) => (await attempts.take([one], [one]))?.waitMs ?? 0,
    waitMs: async (...counted: Counted[]) => (await attempts.lockOf(counted))?.waitMs ?? 0,
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('the memory of locked keys', () => {
  test('answers hundreds of concurrent attempts with one key after as many calls of the store as are free, and one', async () => {
    const { take, calls } = counting()
    const waits = await Promise.all(Array.from({ length: 300 }, () => take(ann)))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(2)
    expect(calls).toEqual(['take', 'take', 'take'])
  })

  test('answers for a locked key, whatever other keys an attempt has', async () => {
    const { take, waitMs, calls } = counting()
    for (let n = 0; n < 3; n++) await take(ann)
    calls.length = 0
    for (let n = 0; n < 50; n++) expect(await waitMs([counter, `made up ${n}`], ann)).toBe(60_000)
    expect(calls).toEqual([])
    expect(await waitMs(bob)).toBe(0)
    expect(calls).toEqual(['lockOf'])
  })

  test('counts down, asks again after five seconds, and ends with the lock', async () => {
    const { take, waitMs, calls, pass } = counting()
    for (let n = 0; n < 3; n++) await take(ann)
    pass(4_999)
    expect(await waitMs(ann)).toBe(55_001)
    expect(calls).toHaveLength(3)
    pass(1)
    expect(await waitMs(ann)).toBe(55_000)
    expect(calls).toHaveLength(4)
    pass(54_000)
    expect(await waitMs(ann)).toBe(1_000)
    pass(1_000)
    expect([await waitMs(ann), await take(ann)]).toEqual([0, 0])
  })

  test('forgets a key whose attempts are taken back here, and within five seconds one that another process has reset', async () => {
    const { take, waitMs, refund, reset, store, pass } = counting()
    for (const forget of [refund, reset]) {
      for (let n = 0; n < 3; n++) await take(ann)
      expect(await waitMs(ann)).toBeGreaterThan(0)
      await forget([ann])
      expect(await waitMs(ann)).toBe(0)
    }
    for (let n = 0; n < 3; n++) await take(ann)
    await store.reset([ann])
    pass(5_000)
    expect(await waitMs(ann)).toBe(0)
  })

  test('does not lock longer because the clock is set back', async () => {
    const { take, waitMs, store, pass } = counting()
    for (let n = 0; n < 3; n++) await take(ann)
    await store.reset([ann])
    pass(-3_600_000)
    expect(await waitMs(ann)).toBe(0)
  })
})
