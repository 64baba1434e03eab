import type { Sample } from './samples.ts'

const schoolDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

export const milk: Sample = {
  order: {
    number: 7315,
    client: 'Bluebird Diner',
    placed: 'repeats every Tue, Fri and Sun',
    route: 'Friday, route 4',
    owner: 'Ines P.',
    terms: 'Net 7',
    paysBy: 'card',
    lines: [
      { product: 'Whole milk', unit: 'gallon', quantity: 12, cents: 465 },
      { product: '2% milk', unit: 'half gallon', quantity: 16, cents: 290 },
      { product: 'Heavy cream', unit: 'quart', quantity: 10, cents: 525 },
      { product: 'Plain yogurt', unit: '32 oz tub', quantity: 6, cents: 410 },
      { product: 'Salted butter', unit: 'case of 18 lb', quantity: 1, cents: 7920 },
    ],
  },
  floor: { tab: 'Packing', title: 'Packing schedule' },
  goods: [
    { product: 'Whole milk', short: 'Whole milk', unit: 'gallon', week: [180, 164, 180, 164, 220, 60, 36], done: 220 },
    { product: '2% milk', short: '2% milk', unit: 'half gallon', week: [96, 88, 96, 88, 120, 24, 16], done: 90 },
    { product: 'Heavy cream', short: 'Cream', unit: 'quart', week: [24, 40, 24, 40, 64, 30, 20], done: 16 },
    { product: 'Plain yogurt', short: 'Yogurt', unit: '32 oz tub', week: [30, 0, 30, 0, 48, 0, 0], done: 0 },
  ],
  clients: [
    { name: 'Bluebird Diner', owner: 'Ines P.', status: 'Active', days: ['tue', 'fri', 'sun'] },
    { name: 'Maple Street School', owner: 'Ines P.', status: 'Active', days: schoolDays },
    { name: 'Hilltop Grocery', owner: 'Sam O.', status: 'Active', days: ['mon', 'wed', 'fri'] },
    { name: 'Lakeside Care Home', owner: 'Sam O.', status: 'Active', days: ['mon', 'thu', 'sat'] },
    { name: 'Second Cup Espresso', owner: 'Ines P.', status: 'On hold', days: ['tue', 'thu'] },
    { name: 'Fairview Inn', owner: 'Sam O.', status: 'New lead', days: [] },
  ],
  invoices: [
    { number: 'INV-5120', client: 'Bluebird Diner', paysBy: 'Card', cents: 25850, daysLate: -7 },
    { number: 'INV-5117', client: 'Maple Street School', paysBy: 'Bank transfer', cents: 96480, daysLate: -10 },
    { number: 'INV-5102', client: 'Hilltop Grocery', paysBy: 'Invoice', cents: 61240, daysLate: 4 },
    { number: 'INV-5066', client: 'Lakeside Care Home', paysBy: 'Invoice', cents: 38875, daysLate: 18 },
    { number: 'INV-4987', client: 'Second Cup Espresso', paysBy: 'Invoice', cents: 21430, daysLate: 37 },
  ],
  route: {
    name: 'Route 4',
    stops: 16,
    next: [
      { client: 'Hilltop Grocery', load: '9 crates', deliveredAt: '4:52' },
      { client: 'Maple Street School', load: '12 crates', deliveredAt: '5:10' },
      { client: 'Bluebird Diner', load: '4 crates' },
      { client: 'Orchard Bakery', load: '6 crates' },
      { client: 'Union Street Market', load: '7 crates' },
    ],
  },
}
