import { expect, test } from 'bun:test'
import { createYielding, mapInTurns, nextTurn } from '#server/lib/yielding.ts'

/** The turn of the event loop that is running: a number that each turn increases, until `stop` is called. */
function countTurns() {
  let turn = 0
  let isCounting = true
  const count = () => {
    turn++
    if (isCounting) setImmediate(count)
  }
  count()
  return {
    now: () => turn,
    stop() {
      isCounting = false
    },
  }
}

const spend = (ms: number) => {
  const began = performance.now()
  while (performance.now() - began < ms);
}

test('gives each of many callers that are ready at once a turn of the event loop of its own', async () => {
  const turns = countTurns()
  const seen = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(turns.now)))
  turns.stop()
  expect(new Set(seen).size).toBe(20)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})

test('interrupts long work that several callers do at once, never two pieces in one turn', async () => {
  const turns = countTurns()
  const pieces: number[] = []
  const work = async () => {
    const yielding = createYielding()
    for (let piece = 0; piece < 3; piece++) {
      spend(12)
      await yielding()
      pieces.push(turns.now())
    }
  }
  await Promise.all([work(), work(), work()])
  turns.stop()
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('maps in order, one item after the other, and rejects with the first error', async () => {
  let running = 0
  const double = async (n: number) => {
    expect(++running).toBe(1)
    await nextTurn()
    running--
    if (n < 0) throw new RangeError('negative')
    return 2 * n
  }
  expect(await mapInTurns([1, 2, 3], double)).toEqual([2, 4, 6])
  expect(mapInTurns([1, -1, 3], double)).rejects.toThrow('negative')
})
