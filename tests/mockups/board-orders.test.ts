import { describe, expect, test } from 'bun:test'
import {
  type BoardAction,
  type BoardState,
  canAdd,
  crates,
  dollars,
  initialBoard,
  invoiceCents,
  invoiceLines,
  isFull,
  ORDERS_MAX,
  pieces,
  products,
  QUANTITY_MAX,
  reduceBoard,
} from '#client/mockups/board/orders.ts'
import { samples } from '#client/mockups/samples.ts'
import { WEEK } from '#client/ui/brand/week.ts'

const after = (...actions: BoardAction[]): BoardState => actions.reduce(reduceBoard, initialBoard)
const order = (...quantities: number[]): BoardAction[] => [
  ...quantities.map((quantity, product): BoardAction => ({ type: 'quantity-changed', product, quantity })),
  { type: 'order-added' },
]
const chooseDay = (day: BoardState['day']): BoardAction => ({ type: 'day-chosen', day })
const numbers = ({ orders }: BoardState) =>
  products.map((_, product) => WEEK.map((day) => pieces(orders, product, day)))

const start = products.map(({ week }) => [...week])

describe('an order that is added to the board', () => {
  test('adds its pieces to its day and to no other day', () => {
    const state = after(chooseDay('tue'), ...order(10, 5, 1))
    expect(numbers(state)).toEqual(
      start.map((week, product) => week.with(1, (week[1] ?? 0) + ([10, 5, 1][product] ?? 0))),
    )
  })

  test('fills the last crate of a product before it takes another one', () => {
    // Tuesday: 80 sourdough in 4 crates of 20, 48 baguettes in 2 of 24, 24 croissants in 2 of 12.
    expect(crates([], 'tue')).toBe(8)
    expect(crates(after(chooseDay('tue'), ...order(1, 0, 0)).orders, 'tue')).toBe(9)
    expect(crates(after(chooseDay('tue'), ...order(20, 0, 0)).orders, 'tue')).toBe(9)
    expect(crates(after(chooseDay('tue'), ...order(21, 25, 12)).orders, 'tue')).toBe(8 + 2 + 2 + 1)
  })

  test('is on the invoice, whose total is the sum of quantity times price of all orders', () => {
    const { orders } = after(...order(10, 0, 2), chooseDay('sat'), ...order(4, 20, 0))
    expect(invoiceLines(orders)).toEqual([
      { name: 'Sourdough', quantity: 14, cents: 14 * 420 },
      { name: 'Baguette', quantity: 20, cents: 20 * 185 },
      { name: 'Croissant', quantity: 2, cents: 2 * 1440 },
    ])
    expect(invoiceCents(orders)).toBe(14 * 420 + 20 * 185 + 2 * 1440)
    expect(dollars(invoiceCents(orders))).toBe('$124.60')
  })

  test('is announced with the numbers of its day, the crates and the total', () => {
    expect(after(...order(12, 24, 6)).announcement).toBe(
      'Order 10483 is on the board. Friday: Sourdough 152, Baguette 120, Croissant 78, 20 crates. Invoice total $181.20.',
    )
  })
})

describe('the orders of all days', () => {
  const state = after(...WEEK.slice(0, ORDERS_MAX).flatMap((day, index) => [chooseDay(day), ...order(index, 7, 48)]))

  test('add up: the invoice has the pieces that the board has more than before', () => {
    const more = numbers(state).map((week, product) =>
      week.reduce((sum, count, day) => sum + count - (start[product]?.[day] ?? 0), 0),
    )
    expect(more).toEqual([0 + 1 + 2 + 3 + 4, 7 * ORDERS_MAX, 48 * ORDERS_MAX])
    expect(invoiceLines(state.orders).map(({ quantity }) => quantity)).toEqual(more)
  })

  test('are limited, and start over at the first numbers on the same day', () => {
    expect(isFull(state)).toBe(true)
    expect(reduceBoard(state, { type: 'order-added' })).toBe(state)
    const again = reduceBoard(state, { type: 'started-over' })
    expect(numbers(again)).toEqual(start)
    expect(invoiceCents(again.orders)).toBe(0)
    expect(again.day).toBe(state.day)
  })
})

describe('a quantity', () => {
  test.each([
    [Number.NaN, 0],
    [-3, 0],
    [2.9, 2],
    [1e9, QUANTITY_MAX],
  ])('of %p is stored as %p', (typed, stored) => {
    expect(after({ type: 'quantity-changed', product: 0, quantity: typed }).quantities[0]).toBe(stored)
  })

  test('of 0 for every product makes no order', () => {
    const empty = after(...order(0, 0, 0))
    expect(empty.orders).toEqual([])
    expect(canAdd(empty)).toBe(false)
  })
})

test('the board begins with the numbers and prices of the bakery in the other mockups', () => {
  const { goods, order: sample } = samples.bakery
  for (const { name, week, cents } of products) {
    const good = goods.find(({ short }) => short === name)
    expect(good?.week).toEqual([...week])
    expect(sample.lines.find(({ product }) => product === good?.product)?.cents).toBe(cents)
  }
})
