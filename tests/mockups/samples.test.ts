import { describe, expect, test } from 'bun:test'
import { TABS } from '#client/mockups/app-screen.tsx'
import { aging, balanceCents, dueDate, fridayOf, orderCents, samples } from '#client/mockups/samples.ts'
import { statusColors } from '#client/mockups/screens.tsx'

import { WEEK } from '#client/ui/brand/week.ts'

describe.each(Object.entries(samples))(
  'the sample data of %s',
  (_trade, { order, floor, goods, clients, invoices, route }) => {
    const client = (name: string) => clients.find((one) => one.name === name)

    test('uses only tabs, states, payment methods and weekdays that the mockups know', () => {
      expect(TABS).toContain(floor.tab)
      expect(Object.keys(statusColors)).toEqual(expect.arrayContaining(clients.map(({ status }) => status)))
      expect(['Bank transfer', 'Card', 'Invoice']).toEqual(expect.arrayContaining(invoices.map((one) => one.paysBy)))
      expect(WEEK).toEqual(expect.arrayContaining(clients.flatMap(({ days }) => days)))
      expect(goods.map(({ week }) => week.length)).toEqual(goods.map(() => WEEK.length))
    })

    test("has no more done than Friday's orders, and one finished product", () => {
      expect(goods.filter((one) => one.done > fridayOf(one))).toEqual([])
      expect(goods.filter((one) => one.done === fridayOf(one))).toHaveLength(1)
    })

    test('has an order of a client with Friday deliveries who is the next stop of the route', () => {
      expect(client(order.client)?.days).toContain('fri')
      expect(route.next.find(({ deliveredAt }) => !deliveredAt)?.client).toBe(order.client)
      expect(route.stops).toBeGreaterThanOrEqual(route.next.length)
    })

    test("has the order's total as the balance of its client", () => {
      expect(balanceCents(order.client, invoices)).toBe(orderCents(order))
    })

    test('has each open invoice under a client and in one age group', () => {
      expect(invoices.filter((one) => !client(one.client))).toEqual([])
      const open = invoices.reduce((sum, { cents }) => sum + cents, 0)
      expect(aging(invoices).reduce((sum, { cents }) => sum + cents, 0)).toBe(open)
      expect(aging(invoices).filter(({ cents }) => cents === 0)).toEqual([])
    })

    test('has an overdue invoice for clients on hold, and no balance for clients without orders', () => {
      const late = (name: string) => invoices.some((one) => one.client === name && one.daysLate > 0)
      expect(clients.filter(({ name, status }) => status === 'On hold' && !late(name))).toEqual([])
      const prospects = clients.filter(({ status }) => status === 'Quote sent' || status === 'New lead')
      expect(prospects.map(({ name }) => balanceCents(name, invoices))).toEqual(prospects.map(() => 0))
    })

    test('sorts clients by their next delivery from Friday on', () => {
      const fromFriday = [...WEEK.slice(4), ...WEEK.slice(0, 4)]
      const next = clients.map(({ days }) => fromFriday.findIndex((day) => days.includes(day)))
      const waits = next.map((index) => (index === -1 ? WEEK.length : index))
      expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    })
  },
)

test('a due date is counted from the Friday of the samples across the end of a month', () => {
  const invoice = { number: '', client: '', paysBy: 'Card', cents: 0 } as const
  expect([-14, 0, 6, 35].map((daysLate) => dueDate({ ...invoice, daysLate }))).toEqual([
    'Dec 4',
    'Nov 20',
    'Nov 14',
    'Oct 16',
  ])
})
