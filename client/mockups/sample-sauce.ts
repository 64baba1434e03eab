import type { Sample } from './samples.ts'

export const sauce: Sample = {
  order: {
    number: 2261,
    client: 'Green Basket Co-op',
    placed: 'placed Wed 2:15 pm in the client portal',
    route: 'Friday, route 1',
    owner: 'Leah F.',
    terms: 'Net 30',
    paysBy: 'bank transfer',
    lines: [
      { product: 'Marinara', unit: 'case of 12 jars', quantity: 8, cents: 5760 },
      { product: 'BBQ', unit: 'case of 12 jars', quantity: 6, cents: 6240 },
      { product: 'Pesto', unit: 'case of 6 jars', quantity: 5, cents: 4350 },
      { product: 'Hot sauce', unit: 'case of 24 bottles', quantity: 4, cents: 8400 },
      { product: 'Salsa verde', unit: 'case of 12 jars', quantity: 2, cents: 5880 },
    ],
  },
  floor: { tab: 'Production', title: 'Production schedule' },
  goods: [
    { product: 'Marinara', short: 'Marinara', unit: '24 oz jar', week: [180, 0, 180, 0, 240, 0, 0], done: 240 },
    { product: 'BBQ', short: 'BBQ', unit: '18 oz jar', week: [0, 120, 0, 0, 160, 0, 0], done: 96 },
    { product: 'Pesto', short: 'Pesto', unit: '8 oz jar', week: [96, 0, 96, 0, 120, 60, 0], done: 31 },
    { product: 'Hot sauce', short: 'Hot sauce', unit: '5 oz bottle', week: [0, 240, 0, 240, 96, 0, 0], done: 0 },
  ],
  clients: [
    { name: 'Green Basket Co-op', owner: 'Leah F.', status: 'Active', days: ['tue', 'fri'] },
    { name: 'Little Italy Deli', owner: 'Omar D.', status: 'On hold', days: ['fri'] },
    { name: 'Valley Fine Foods', owner: 'Omar D.', status: 'Active', days: ['mon', 'thu'] },
    { name: 'Smokehouse 12', owner: 'Leah F.', status: 'Active', days: ['wed'] },
    { name: 'Coastline Distribution', owner: 'Leah F.', status: 'Quote sent', days: ['wed'] },
    { name: 'Market Hall Pantry', owner: 'Omar D.', status: 'New lead', days: [] },
  ],
  invoices: [
    { number: 'INV-0918', client: 'Green Basket Co-op', paysBy: 'Bank transfer', cents: 150630, daysLate: -30 },
    { number: 'INV-0914', client: 'Valley Fine Foods', paysBy: 'Card', cents: 212400, daysLate: -12 },
    { number: 'INV-0902', client: 'Smokehouse 12', paysBy: 'Invoice', cents: 124800, daysLate: 9 },
    { number: 'INV-0887', client: 'Little Italy Deli', paysBy: 'Invoice', cents: 69120, daysLate: 24 },
    { number: 'INV-0861', client: 'Little Italy Deli', paysBy: 'Invoice', cents: 57600, daysLate: 52 },
  ],
  route: {
    name: 'Route 1',
    stops: 6,
    next: [
      { client: 'Little Italy Deli', load: '3 cases', deliveredAt: '9:12' },
      { client: 'Farmhouse Cheese Shop', load: '5 cases', deliveredAt: '9:40' },
      { client: 'Green Basket Co-op', load: '25 cases' },
      { client: 'The Grill Room', load: '6 cases' },
      { client: 'Westside Butchers', load: '8 cases' },
    ],
  },
}
