import { describe, expect, test } from 'bun:test'
import { slipsBetween } from '#server/content/nearest.ts'
import { seeded } from '#tests/helpers/seeded.ts'

describe('slips of the finger between two words', () => {
  test.each([
    ['bread', 'bread', 0],
    ['bread', 'bred', 1],
    ['bread', 'breads', 1],
    ['bread', 'broad', 1],
    ['bread', 'braed', 1],
    ['bread', 'rbaed', 2],
    ['bread', 'dough', 5],
    ['', 'oven', 4],
    ['oven', '', 4],
  ])('from %p to %p: %p', (one, other, slips) => {
    expect(slipsBetween(one, other)).toBe(slips)
    expect(slipsBetween(other, one)).toBe(slips)
  })

  test('whoever counts to a bound only is told the same, or that it is more', () => {
    const { below } = seeded(3)
    const word = () => Array.from({ length: below(9) }, () => 'abc'[below(3)]).join('')
    for (let pair = 0; pair < 2_000; pair++) {
      const [one, other, most] = [word(), word(), below(4)]
      const slips = slipsBetween(one, other)
      const told = slipsBetween(one, other, most)
      expect(slips <= most ? told === slips : told > most, `${one} ${other} ${most}`).toBe(true)
    }
  })
})
