import { expect, test } from 'bun:test'
import { createMutex, createSemaphore } from '#server/lib/mutex.ts'

/** Jobs that record how many of them run concurrently. */
function counting() {
  let running = 0
  let most = 0
  const order: number[] = []
  const job = (n: number) => async () => {
    most = Math.max(most, ++running)
    order.push(n)
    await Promise.resolve()
    running--
    if (n === 3) throw new Error('third')
    return n
  }
  return { job, order, most: () => most }
}

test('a mutex runs jobs in order and continues after a failed one', async () => {
  const run = createMutex()
  const { job, order, most } = counting()
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => run(job(n))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(most()).toBe(1)
})

test('a semaphore runs at most three jobs at a time, and all of them eventually', async () => {
  const run = createSemaphore(3)
  const { job, order, most } = counting()
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => run(job(n))))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(order).toHaveLength(20)
  expect(most()).toBe(3)
})
