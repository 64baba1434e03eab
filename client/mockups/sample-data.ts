import type { Sample, Trade } from './samples.ts'

/** The hero video uses the same data. */
const bakery: Sample = {
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

const schoolDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

const milk: Sample = {
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

const sauce: Sample = {
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

const importers: Sample = {
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

const distributors: Sample = {
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

export const samples: Record<Trade, Sample> = { bakery, milk, sauce, importers, distributors }
