import { describe, expect, test } from 'bun:test'
import { cardSizes } from '#client/ui/content/post-grid.tsx'

const COLUMNS = { third: 2, half: 3, row: 6 }
const lists = Array.from({ length: 13 }, (_, count) => [false, true].map((lead) => ({ count, lead }))).flat()

/** Whether cards fill every row of `width` columns. */
function fillsRows(spans: readonly number[], width: number): boolean {
  let column = 0
  for (const span of spans) {
    if (column + span > width) return false
    column = (column + span) % width
  }
  return column === 0
}

describe('the cards of a list', () => {
  test.each(lists)('fill every row: %p', ({ count, lead }) => {
    const sizes = cardSizes(count, lead)
    expect(sizes).toHaveLength(count)
    const spans = sizes.map((size) => COLUMNS[size])
    expect(fillsRows(spans, 6)).toBe(true)
  })

  test('have the larger ones first', () => {
    expect(cardSizes(12, true)).toEqual(['row', 'half', 'half', ...Array(9).fill('third')])
    expect(cardSizes(4, false)).toEqual(['half', 'half', 'half', 'half'])
    expect(cardSizes(3, false)).toEqual(['third', 'third', 'third'])
    expect(cardSizes(1, false)).toEqual(['row'])
    expect(cardSizes(2, true)).toEqual(['row', 'row'])
  })
})
