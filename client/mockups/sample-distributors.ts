import type { Sample } from './samples.ts'

export const distributors: Sample = {
  order: {
    number: 58213,
    client: 'Fifth Avenue Market',
    placed: 'placed Thu 4:30 pm in the client portal',
    route: 'Friday, route 6',
    owner: 'Priya N.',
    terms: 'Net 21',
    paysBy: 'bank transfer',
    lines: [
      { product: 'Sparkling water', unit: 'case of 24', quantity: 18, cents: 1320 },
      { product: 'Potato chips', unit: 'carton of 12', quantity: 14, cents: 2160 },
      { product: 'Granola bars', unit: 'box of 18', quantity: 20, cents: 1575 },
      { product: 'Cold brew coffee', unit: 'case of 12', quantity: 9, cents: 2880 },
      { product: 'Paper napkins', unit: 'pack of 500', quantity: 6, cents: 945 },
    ],
  },
  floor: { tab: 'Packing', title: 'Packing schedule' },
  goods: [
    { product: 'Sparkling water', short: 'Water', unit: 'case of 24', week: [140, 96, 120, 96, 180, 60, 0], done: 180 },
    { product: 'Potato chips', short: 'Chips', unit: 'carton of 12', week: [72, 60, 84, 60, 110, 40, 0], done: 77 },
    { product: 'Granola bars', short: 'Granola', unit: 'box of 18', week: [90, 0, 75, 0, 125, 30, 0], done: 50 },
    { product: 'Cold brew coffee', short: 'Cold brew', unit: 'case of 12', week: [24, 36, 24, 36, 60, 0, 0], done: 6 },
  ],
  clients: [
    { name: 'Fifth Avenue Market', owner: 'Priya N.', status: 'Active', days: ['tue', 'fri'] },
    { name: 'Campus Corner Stores', owner: 'Luis A.', status: 'Active', days: ['mon', 'wed', 'fri'] },
    { name: 'Roadside Fuel & Food', owner: 'Luis A.', status: 'On hold', days: ['tue', 'sat'] },
    { name: 'City Hall Cafeteria', owner: 'Priya N.', status: 'Quote sent', days: ['mon', 'thu'] },
    { name: 'Grand Street Cinema', owner: 'Priya N.', status: 'Active', days: ['thu'] },
    { name: 'Stadium Concessions', owner: 'Luis A.', status: 'New lead', days: [] },
  ],
  invoices: [
    { number: 'INV-8840', client: 'Fifth Avenue Market', paysBy: 'Bank transfer', cents: 117090, daysLate: -21 },
    { number: 'INV-8836', client: 'Campus Corner Stores', paysBy: 'Card', cents: 264300, daysLate: -9 },
    { number: 'INV-8811', client: 'Grand Street Cinema', paysBy: 'Invoice', cents: 158475, daysLate: 5 },
    { number: 'INV-8774', client: 'Roadside Fuel & Food', paysBy: 'Invoice', cents: 94260, daysLate: 19 },
    { number: 'INV-8712', client: 'Roadside Fuel & Food', paysBy: 'Invoice', cents: 61840, daysLate: 40 },
  ],
  route: {
    name: 'Route 6',
    stops: 12,
    next: [
      { client: 'Roadside Fuel & Food', load: '8 cartons', deliveredAt: '7:15' },
      { client: 'Campus Corner Stores', load: '22 cartons', deliveredAt: '7:41' },
      { client: 'Fifth Avenue Market', load: '67 cartons' },
      { client: 'Ninth Street Deli', load: '11 cartons' },
      { client: 'Harbor Ferry Kiosk', load: '5 cartons' },
    ],
  },
}
