import { describe, expect, test } from 'bun:test'
import { editDistance } from '#server/text/scan/edit-distance.ts'
import { seeded } from '#tests/helpers/seeded.ts'

describe('the edit distance of two words', () => {
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
  ])('from %p to %p is %p', (one, other, distance) => {
    for (const most of [distance, distance + 1, 6]) {
      expect(editDistance(one, other, most)).toBe(distance)
      expect(editDistance(other, one, most)).toBe(distance)
    }
  })

  test('equals the full dynamic-programming table, or exceeds the limit', () => {
    const { below } = seeded(3)
    const word = () => Array.from({ length: below(9) }, () => 'abc'[below(3)]).join('')
    for (let pair = 0; pair < 10_000; pair++) {
      const [one, other, most] = [word(), word(), below(4)]
      const distance = byTable(one, other)
      const computed = editDistance(one, other, most)
      expect(distance <= most ? computed === distance : computed > most, `${one} ${other} ${most}`).toBe(true)
    }
  })
})

/** Textbook optimal string alignment over all prefixes of both words. */
function byTable(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => row || column),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const distance = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      table[i]?.splice(j, 1, isSwapped ? Math.min(distance, at(i - 2, j - 2) + 1) : distance)
    }
  }
  return at(one.length, other.length)
}
