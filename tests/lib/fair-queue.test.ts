import { describe, expect, test } from 'bun:test'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { runInRequest } from '#server/lib/log.ts'
import { nextTurn } from '#server/lib/yielding.ts'

/** Jobs end when `end` is called for them, in the order in which they began: `begun`. */
function aQueue(options: { atOnce?: number; waitingMax?: number; perNetworkMax?: number; waitMs?: number } = {}) {
  const run = createFairQueue({ atOnce: 1, waitingMax: 6, perNetworkMax: 2, busy: 'Too busy.', ...options })
  const begun: string[] = []
  const running: (() => void)[] = []
  const send = (client: string, name = client) =>
    run(() => new Promise<void>((end) => running.push(end) && begun.push(name)), client).then(
      () => 'done',
      (error) => (error instanceof UnavailableError ? `${error.message} ${error.retryAfterSeconds}` : 'failed'),
    )
  return {
    begun,
    send,
    async endAll() {
      while (running.length > 0) {
        running.shift()?.()
        // The next job has the turn after the first one.
        await nextTurn()
        await nextTurn()
      }
    },
  }
}

describe('a fair queue', () => {
  test('lets clients take turns, however many requests one of them has waiting', async () => {
    const { begun, send, endAll } = aQueue()
    const answers = [
      send('a', 'a1'),
      send('a', 'a2'),
      send('a', 'a3'),
      send('a', 'a4'),
      send('b', 'b1'),
      send('c', 'c1'),
      send('b', 'b2'),
    ]
    await endAll()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['done']))
  })

  test('rejects what has waited too long, and goes on with the next', async () => {
    const { begun, send, endAll } = aQueue({ waitMs: 20 })
    const first = send('a', 'a1')
    expect(await Promise.all([send('a', 'a2'), send('b', 'b1')])).toEqual(['Too busy. 5', 'Too busy. 5'])
    const later = send('b', 'b2')
    await endAll()
    expect(await Promise.all([first, later])).toEqual(['done', 'done'])
    expect(begun).toEqual(['a1', 'b2'])
  })

  test('rejects what a client has beyond its share while others wait', async () => {
    const { send, endAll } = aQueue()
    const answers = [send('a'), send('b'), send('c'), send('c'), send('c')]
    await endAll()
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done', 'Too busy. 5'])
  })

  test('may be used by a single client alone, whose last requests make room for the first of others', async () => {
    const { begun, send, endAll } = aQueue()
    const first = Array.from({ length: 9 }, (_, number) => send('a', `a${number}`))
    const others = [send('b', 'b0'), send('c', 'c0'), send('b', 'b1'), send('b', 'b2')]
    await endAll()
    expect(await Promise.all(first)).toEqual([
      ...Array.from({ length: 4 }, () => 'done'),
      ...Array.from({ length: 5 }, () => 'Too busy. 5'),
    ])
    expect(await Promise.all(others)).toEqual(['done', 'done', 'done', 'Too busy. 5'])
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
  })

  test('goes on after jobs that fail', async () => {
    const run = createFairQueue({ atOnce: 2, busy: 'Too busy.' })
    const fail = () => Promise.reject(new Error('broken'))
    const results = await Promise.allSettled([run(fail, 'a'), run(fail, 'a'), run(fail, 'a'), run(async () => 1, 'b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
  })
})

test('a request that waits in a queue keeps its connection until its turn', async () => {
  const held: number[] = []
  const inTurn = createFairQueue({ atOnce: 1, busy: 'Too busy.' })
  const first = Promise.withResolvers<void>()
  const holdOpen = (ms: number) => {
    held.push(ms)
    return () => void held.push(0)
  }
  const running = inTurn(() => first.promise, 'a')
  const waiting = runInRequest({ id: '1', network: 'b', route: '/', isFinished: false, holdOpen }, () =>
    inTurn(async () => {}),
  )
  expect(held).toEqual([30_000])
  first.resolve()
  await Promise.all([running, waiting])
  expect(held).toEqual([30_000, 0])
})
