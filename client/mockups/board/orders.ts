/** The state of the board that visitors try: their orders, and what follows from them. All names and numbers are samples. */
import { formatNumber } from '#client/lib/format-number.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'

type Product = {
  name: string
  /** Price of one piece, in cents; of one box, where there is a `unit`. */
  cents: number
  unit?: string
  perCrate: number
  /** Pieces that other clients ordered, from Monday to Sunday. */
  week: readonly number[]
  /** Pieces per press on plus or minus. */
  step: number
}

export const products: readonly Product[] = [
  { name: 'Sourdough', cents: 420, perCrate: 20, week: [60, 80, 72, 90, 140, 160, 40], step: 6 },
  { name: 'Baguette', cents: 185, perCrate: 24, week: [48, 48, 60, 60, 96, 120, 24], step: 6 },
  { name: 'Croissant', cents: 1440, unit: 'a box', perCrate: 12, week: [24, 24, 30, 36, 72, 96, 48], step: 2 },
]

/** Of one line of an order. */
export const QUANTITY_MAX = 48
/** Further orders would not fit into the drawing. */
export const ORDERS_MAX = 5

const FIRST_ORDER_NUMBER = 10483

/** Quantities are in the order of `products`. */
export type Order = { number: number; day: Day; quantities: readonly number[] }

export type BoardState = {
  day: Day
  /** Of the order that is not added yet. */
  quantities: readonly number[]
  orders: readonly Order[]
  /** What screen readers say about the last change. */
  announcement: string
}

export type BoardAction =
  | { type: 'day-chosen'; day: Day }
  | { type: 'quantity-changed'; product: number; quantity: number }
  | { type: 'order-added' }
  | { type: 'started-over' }

export const initialBoard: BoardState = { day: 'fri', quantities: [12, 24, 6], orders: [], announcement: '' }

export function reduceBoard(state: BoardState, action: BoardAction): BoardState {
  switch (action.type) {
    case 'day-chosen':
      return { ...state, day: action.day }
    case 'quantity-changed':
      return { ...state, quantities: withQuantity(state.quantities, action.product, action.quantity) }
    case 'order-added':
      return canAdd(state) ? withOrder(state) : state
    case 'started-over':
      return { ...initialBoard, day: state.day, announcement: 'Your orders are off the board.' }
  }
}

const withQuantity = (quantities: readonly number[], changed: number, typed: number) =>
  quantities.map((quantity, product) => (product === changed ? validQuantity(typed) : quantity))

/** An emptied field is 0. */
const validQuantity = (typed: number) => Math.max(0, Math.min(QUANTITY_MAX, Math.trunc(typed) || 0))

export const isFull = ({ orders }: BoardState) => orders.length >= ORDERS_MAX
export const canAdd = (state: BoardState) => !isFull(state) && state.quantities.some((quantity) => quantity > 0)

function withOrder({ day, quantities, orders }: BoardState): BoardState {
  const order = { number: FIRST_ORDER_NUMBER + orders.length, day, quantities }
  const next = { day, quantities, orders: [...orders, order] }
  return { ...next, announcement: describeOrder(order, next.orders) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

type Orders = readonly Order[]

/** The pieces of a product that the visitor's orders add to a day. */
export const addedPieces = (orders: Orders, product: number, day: Day) =>
  sum(orders.filter((order) => order.day === day).map(({ quantities }) => quantities[product] ?? 0))

/** The board's number: the pieces of a product to make for a day. */
export const pieces = (orders: Orders, product: number, day: Day) =>
  (products[product]?.week[WEEK.indexOf(day)] ?? 0) + addedPieces(orders, product, day)

/** The crates of a day. Each product has its own crates; the last one may be partly filled. */
export const crates = (orders: Orders, day: Day) =>
  sum(products.map(({ perCrate }, product) => Math.ceil(pieces(orders, product, day) / perCrate)))

export type InvoiceLine = { name: string; quantity: number; cents: number }

/** One line per product that the visitor ordered, over all days. */
export const invoiceLines = (orders: Orders): InvoiceLine[] =>
  products
    .map(({ name, cents }, product) => {
      const quantity = sum(WEEK.map((day) => addedPieces(orders, product, day)))
      return { name, quantity, cents: quantity * cents }
    })
    .filter(({ quantity }) => quantity > 0)

export const invoiceCents = (orders: Orders) => sum(invoiceLines(orders).map(({ cents }) => cents))

const dayNames: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}
export const dayName = (day: Day) => dayNames[day]

/** `1 crate`, `2 crates`. */
export const countCrates = (count: number) => `${count} ${count === 1 ? 'crate' : 'crates'}`

/** 118000 → `$1,180.00`. */
export const dollars = (cents: number) => `$${formatNumber(cents / 100, 2)}`

function describeOrder({ number, day }: Order, orders: Orders): string {
  const made = products.map(({ name }, product) => `${name} ${pieces(orders, product, day)}`).join(', ')
  const added = `Order ${number} is on the board. ${dayName(day)}: ${made}, ${countCrates(crates(orders, day))}.`
  const full = orders.length === ORDERS_MAX ? ` That was order ${ORDERS_MAX} of ${ORDERS_MAX}.` : ''
  return `${added} Invoice total ${dollars(invoiceCents(orders))}.${full}`
}
