import { describe, expect, test } from 'bun:test'
import { costOf, parsePeople } from '#client/pricing/cost.ts'
import type { Plan } from '#contract/site.ts'

const plans: Plan[] = [
  { monthly_price: 29, annual_price: 24 },
  { monthly_price: 39, annual_price: 32 },
  { monthly_price: 49, annual_price: 41 },
  { monthly_price: 62, annual_price: 52 },
]

describe('the cost of a number of people', () => {
  test('is that of the smallest edition that fits', () => {
    const editionOf = (people: number) => costOf(people, plans, false).edition.name
    expect([1, 4, 5, 12, 13, 25].map(editionOf)).toEqual([
      'Essentials',
      'Essentials',
      'Professional',
      'Professional',
      'Business',
      'Business',
    ])
  })

  test('is Enterprise without a total for more people than Business takes', () => {
    for (const people of [26, 1000, 1e300]) {
      const cost = costOf(people, plans, false)
      expect([cost.edition.name, cost.total]).toEqual(['Enterprise', undefined])
    }
  })

  test('has the total of a month and of a year in the selected billing period', () => {
    expect(costOf(6, plans, false).total).toEqual({ perMonth: 192, perYear: 2304, saving: 504 })
    expect(costOf(6, plans, true).total).toEqual({ perMonth: 234, perYear: 2808, saving: 504 })
  })

  test('is exact to the cent', () => {
    const cents = plans.map(() => ({ monthly_price: 0.1, annual_price: 0.07 }))
    expect(costOf(3, cents, false).total).toEqual({ perMonth: 0.21, perYear: 2.52, saving: 1.08 })
    expect(costOf(3, cents, true).total).toEqual({ perMonth: 0.3, perYear: 3.6, saving: 1.08 })
  })

  test('saves nothing where annual billing is not cheaper', () => {
    const dearer = plans.map(() => ({ monthly_price: 10, annual_price: 12 }))
    expect(costOf(2, dearer, true).total?.saving).toBe(0)
    expect(costOf(2, dearer, false).total?.saving).toBe(0)
  })

  test('has no total where the price is missing', () => {
    expect(costOf(6, plans.slice(0, 1), false)).toMatchObject({ edition: { name: 'Professional' } })
    expect(costOf(6, plans.slice(0, 1), false).total).toBeUndefined()
  })
})

describe('a number of people', () => {
  test('is a whole number of at least one', () => {
    expect(['1', '12', ' 7 ', '007'].map(parsePeople)).toEqual([1, 12, 7, 7])
  })

  test('is nothing else', () => {
    for (const typed of ['', ' ', '0', '-3', '4.5', '1,000', 'six', 'Infinity', null, undefined])
      expect(parsePeople(typed)).toBeUndefined()
  })
})
