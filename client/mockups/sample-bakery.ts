import type { Sample } from './samples.ts'

/** The hero video uses the same data. */
export const bakery: Sample = {
  order: {
    number: 10482,
    client: 'Harbor Street Café',
    placed: 'placed Thu 6:42 pm in the client portal',
    route: 'Friday, route 2',
    owner: 'Maya R.',
    terms: 'Net 14',
    paysBy: 'bank transfer',
    lines: [
      { product: 'Country sourdough', unit: '800 g', quantity: 40, cents: 420 },
      { product: 'Baguette', unit: '280 g', quantity: 36, cents: 185 },
      { product: 'Butter croissant', unit: 'box of 12', quantity: 8, cents: 1440 },
      { product: 'Rye tin loaf', unit: '900 g', quantity: 10, cents: 475 },
      { product: 'Cinnamon knot', unit: 'tray of 6', quantity: 2, cents: 760 },
    ],
  },
  floor: { tab: 'Production', title: 'Production schedule' },
  goods: [
    {
      product: 'Country sourdough',
      short: 'Sourdough',
      unit: '800 g',
      week: [60, 80, 72, 90, 140, 160, 40],
      done: 140,
    },
    { product: 'Baguette', short: 'Baguette', unit: '280 g', week: [48, 48, 60, 60, 96, 120, 24], done: 72 },
    {
      product: 'Butter croissant',
      short: 'Croissant',
      unit: 'box of 12',
      week: [24, 24, 30, 36, 72, 96, 48],
      done: 29,
    },
    { product: 'Rye tin loaf', short: 'Rye tin', unit: '900 g', week: [20, 0, 24, 0, 30, 18, 0], done: 3 },
  ],
  clients: [
    { name: 'Harbor Street Café', owner: 'Maya R.', status: 'Active', days: ['tue', 'thu', 'fri'] },
    { name: 'Oak & Vine Grocers', owner: 'Tom L.', status: 'Active', days: ['mon', 'wed', 'fri'] },
    { name: 'Pier 9 Hotel', owner: 'Dana K.', status: 'On hold', days: ['fri', 'sat'] },
    { name: 'Fig Tree Deli', owner: 'Tom L.', status: 'Active', days: ['tue', 'fri', 'sun'] },
    {
      name: 'Northside School Kitchen',
      owner: 'Maya R.',
      status: 'Quote sent',
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    },
    { name: 'Cedar Lane Market', owner: 'Dana K.', status: 'New lead', days: [] },
  ],
  invoices: [
    { number: 'INV-2207', client: 'Harbor Street Café', paysBy: 'Bank transfer', cents: 41250, daysLate: -14 },
    { number: 'INV-2203', client: 'Oak & Vine Grocers', paysBy: 'Card', cents: 118000, daysLate: -8 },
    { number: 'INV-2198', client: 'Pier 9 Hotel', paysBy: 'Invoice', cents: 83875, daysLate: 6 },
    { number: 'INV-2184', client: 'Fig Tree Deli', paysBy: 'Card', cents: 49620, daysLate: 21 },
    { number: 'INV-2161', client: 'Pier 9 Hotel', paysBy: 'Invoice', cents: 30800, daysLate: 35 },
  ],
  route: {
    name: 'Route 2',
    stops: 8,
    next: [
      { client: 'Corner Pantry', load: '2 crates', deliveredAt: '5:48' },
      { client: 'Fig Tree Deli', load: '2 crates', deliveredAt: '6:04' },
      { client: 'Harbor Street Café', load: '3 crates' },
      { client: 'Oak & Vine Grocers', load: '6 crates' },
      { client: 'Pier 9 Hotel', load: '4 crates' },
    ],
  },
}
