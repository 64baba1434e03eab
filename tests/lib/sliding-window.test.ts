import { expect, test } from 'bun:test'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

function attempts(maxKeys?: number) {
  let now = 1_000_000
  const counted = createSlidingWindow({ limit: 3, windowMs: 60_000, now: () => now, ...(maxKeys ? { maxKeys } : {}) })
  const pass = (ms: number) => {
    now += ms
  }
  return {
    ...counted,
    pass,
    consumeAll: (key: string, times: number) => Array.from({ length: times }, () => counted.consume(key)),
  }
}

test('allows a number of attempts, then requires a wait until the oldest leaves the window', () => {
  const { consume, waitMs, pass } = attempts()
  for (let i = 0; i < 3; i++) {
    expect(waitMs('a')).toBe(0)
    consume('a')
    pass(10_000)
  }
  expect(waitMs('a')).toBe(30_000)
  pass(29_999)
  expect(waitMs('a')).toBe(1)
  pass(1)
  expect(waitMs('a')).toBe(0)
})

test('counts each key separately', () => {
  const { consumeAll, waitMs } = attempts()
  consumeAll('a', 3)
  expect(waitMs('b')).toBe(0)
})

test('gives an attempt back or resets the count after a success', () => {
  const { consumeAll, refund, reset, waitMs, size } = attempts()
  consumeAll('a', 3)
  refund('a')
  expect(waitMs('a')).toBe(0)
  reset('a')
  expect(size()).toBe(0)
})

test('bounds its memory and evicts the least recently used key', () => {
  const { consumeAll, waitMs, size } = attempts(100)
  consumeAll('first', 3)
  consumeAll('second', 3)
  consumeAll('first', 1)
  for (let i = 0; i < 99; i++) consumeAll(`other ${i}`, 1)
  expect(size()).toBe(100)
  expect(waitMs('first')).toBe(60_000)
  expect(waitMs('second')).toBe(0)
})
