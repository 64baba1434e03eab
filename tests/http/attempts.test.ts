import { expect, test } from 'bun:test'
import { createAttempts } from '#server/http/sliding-window.ts'

function attempts(maxKeys?: number) {
  let now = 1_000_000
  const counted = createAttempts({ limit: 3, windowMs: 60_000, now: () => now, ...(maxKeys ? { maxKeys } : {}) })
  const pass = (ms: number) => {
    now += ms
  }
  return {
    ...counted,
    pass,
    takeAll: (key: string, times: number) => Array.from({ length: times }, () => counted.take(key)),
  }
}

test('allows a number of attempts, then requires a wait until the oldest leaves the window', () => {
  const { take, waitMs, pass } = attempts()
  for (let i = 0; i < 3; i++) {
    expect(waitMs('a')).toBe(0)
    take('a')
    pass(10_000)
  }
  expect(waitMs('a')).toBe(30_000)
  pass(29_999)
  expect(waitMs('a')).toBe(1)
  pass(1)
  expect(waitMs('a')).toBe(0)
})

test('counts each key separately', () => {
  const { takeAll, waitMs } = attempts()
  takeAll('a', 3)
  expect(waitMs('b')).toBe(0)
})

test('gives an attempt back or resets the count after a success', () => {
  const { takeAll, giveBack, forget, waitMs, size } = attempts()
  takeAll('a', 3)
  giveBack('a')
  expect(waitMs('a')).toBe(0)
  forget('a')
  expect(size()).toBe(0)
})

test('bounds its memory and evicts the least recently used key', () => {
  const { takeAll, waitMs, size } = attempts(100)
  takeAll('first', 3)
  takeAll('second', 3)
  takeAll('first', 1)
  for (let i = 0; i < 99; i++) takeAll(`other ${i}`, 1)
  expect(size()).toBe(100)
  expect(waitMs('first')).toBe(60_000)
  expect(waitMs('second')).toBe(0)
})
