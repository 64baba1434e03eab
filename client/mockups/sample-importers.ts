import type { Sample } from './samples.ts'

export const importers: Sample = {
  order: {
    number: 3094,
    client: 'Northgate Foods',
    placed: 'placed Tue 11:05 am by phone',
    route: 'Friday, city route',
    owner: 'Clara M.',
    terms: 'Net 30',
    paysBy: 'bank transfer',
    lines: [
      { product: 'Olive oil', unit: 'case of 12 bottles', quantity: 40, cents: 8640 },
      { product: 'Plum tomatoes', unit: 'case of 24 cans', quantity: 60, cents: 3850 },
      { product: 'Arborio rice', unit: 'case of 12 bags', quantity: 24, cents: 4100 },
      { product: 'Balsamic vinegar', unit: 'case of 6 bottles', quantity: 15, cents: 5200 },
      { product: 'Capers', unit: 'case of 12 jars', quantity: 10, cents: 3360 },
    ],
  },
  floor: { tab: 'Packing', title: 'Packing schedule' },
  goods: [
    { product: 'Olive oil', short: 'Olive oil', unit: 'case of 12', week: [64, 0, 96, 40, 120, 0, 0], done: 120 },
    { product: 'Plum tomatoes', short: 'Tomatoes', unit: 'case of 24', week: [80, 40, 120, 60, 160, 0, 0], done: 96 },
    { product: 'Arborio rice', short: 'Rice', unit: 'case of 12', week: [0, 36, 48, 0, 60, 0, 0], done: 15 },
    { product: 'Capers', short: 'Capers', unit: 'case of 12', week: [20, 0, 0, 24, 30, 0, 0], done: 0 },
  ],
  clients: [
    { name: 'Northgate Foods', owner: 'Clara M.', status: 'Active', days: ['fri'] },
    { name: 'Summit Specialty Grocers', owner: 'Clara M.', status: 'Quote sent', days: ['mon', 'fri'] },
    { name: 'Alder & Sons', owner: 'Ben T.', status: 'Active', days: ['mon', 'wed'] },
    { name: 'Trattoria Group', owner: 'Clara M.', status: 'Active', days: ['tue', 'thu'] },
    { name: 'Meridian Hotels', owner: 'Ben T.', status: 'On hold', days: ['wed'] },
    { name: 'Bay Cash & Carry', owner: 'Ben T.', status: 'New lead', days: [] },
  ],
  invoices: [
    { number: 'INV-1472', client: 'Northgate Foods', paysBy: 'Bank transfer', cents: 786600, daysLate: -30 },
    { number: 'INV-1468', client: 'Alder & Sons', paysBy: 'Bank transfer', cents: 1124000, daysLate: -16 },
    { number: 'INV-1455', client: 'Trattoria Group', paysBy: 'Card', cents: 918450, daysLate: 8 },
    { number: 'INV-1439', client: 'Meridian Hotels', paysBy: 'Invoice', cents: 473000, daysLate: 26 },
    { number: 'INV-1402', client: 'Meridian Hotels', paysBy: 'Invoice', cents: 340500, daysLate: 44 },
  ],
  route: {
    name: 'City route',
    stops: 5,
    next: [
      { client: 'Trattoria Group', load: '14 cases', deliveredAt: '8:20' },
      { client: 'Old Town Pasta', load: '9 cases', deliveredAt: '8:55' },
      { client: 'Northgate Foods', load: '149 cases' },
      { client: 'Parkside Wine Bar', load: '6 cases' },
      { client: 'Meridian Hotels', load: '1 pallet' },
    ],
  },
}
