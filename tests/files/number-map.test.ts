import { describe, expect, test } from 'bun:test'
import { createNumberMap, keyOf } from '#server/storage/number-map.ts'

/** The same numbers in every run. */
function randoms(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

describe('the number map', () => {
  test('behaves like a Map for any order of sets and deletes', () => {
    const random = randoms(7)
    const ours = createNumberMap()
    const theirs = new Map<number, number>()
    const wrong: number[] = []
    for (let step = 0; step < 50_000; step++) {
      // Few keys that share slots, so that they collide, move and grow.
      const key = 1 + (random(10) === 0 ? random(50) : random(3_000) * 2 ** 34)
      const deleting = random(3) === 0
      if (deleting && ours.delete(key) !== theirs.delete(key)) wrong.push(step)
      if (!deleting) {
        ours.set(key, step)
        theirs.set(key, step)
      }
      if (ours.get(key) !== theirs.get(key)) wrong.push(step)
    }
    expect(wrong).toEqual([])
    expect(ours.size()).toBe(theirs.size)
    expect([...theirs].filter(([key, value]) => ours.get(key) !== value)).toEqual([])
  })

  test('returns nothing for an unknown key', () => {
    const map = createNumberMap()
    expect([map.has(1), map.get(1), map.delete(1), map.size()]).toEqual([false, undefined, false, 0])
  })

  test('accepts any text as key, even the empty one', () => {
    const texts = ['', 'a', 'é', 'a'.repeat(10_000), '\u0000']
    const map = createNumberMap()
    for (const [value, text] of texts.entries()) map.set(keyOf(text), value)
    expect(texts.map((text) => map.get(keyOf(text)))).toEqual([0, 1, 2, 3, 4])
  })
})
