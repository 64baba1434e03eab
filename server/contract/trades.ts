/**
 * The trades with a landing page, in the order of every list of them, by the base name of the page's file, which is also its path.
 * `tag`: that of the posts for its readers.
 */
export const trades = {
  'bakery-erp': {
    tag: 'bakery',
    good: 'loaf',
    name: 'Bakeries',
    text: 'Tonight’s bake comes from today’s orders.',
  },
  'milk-distribution': {
    tag: 'milk',
    good: 'bottle',
    name: 'Milk distribution',
    text: 'The same doors, every week.',
  },
  'sauce-erp': {
    tag: 'sauce',
    good: 'jar',
    name: 'Sauce makers',
    text: 'Batches, jars and wholesale cases in one place.',
  },
  importers: {
    tag: 'importers',
    good: 'container',
    name: 'Importers',
    text: 'Know what is promised before it lands.',
  },
  distributors: {
    tag: 'distributors',
    good: 'carton',
    name: 'Distributors',
    text: 'Many lines, many clients, one set of numbers.',
  },
} as const

export type LandingId = keyof typeof trades
export const landingIds = Object.keys(trades) as LandingId[]

/** The readers of a landing page, which completes `{name} for …`. */
export const readersOf = (id: LandingId): string => trades[id].name.toLowerCase()

/** The trade that a category or a tag is about. */
export const tradeOfTerm = (term: string): LandingId | undefined => landingIds.find((id) => trades[id].tag === term)
