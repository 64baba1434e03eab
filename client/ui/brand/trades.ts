import { pagePaths } from '#contract/paths.ts'
import type { Good } from './pallet-scene.tsx'

type TradePage = { good: Good; name: string; text: string; path: string }

/** The pages of the five trades, in the order of every list of them. */
export const trades: readonly TradePage[] = [
  { good: 'loaf', name: 'Bakeries', text: 'Tonight’s bake comes from today’s orders.', path: pagePaths.bakery },
  { good: 'bottle', name: 'Milk distribution', text: 'The same doors, every week.', path: pagePaths.milk },
  { good: 'jar', name: 'Sauce makers', text: 'Batches, jars and wholesale cases in one place.', path: pagePaths.sauce },
  { good: 'container', name: 'Importers', text: 'Know what is promised before it lands.', path: pagePaths.importers },
  {
    good: 'carton',
    name: 'Distributors',
    text: 'Many lines, many clients, one set of numbers.',
    path: pagePaths.distributors,
  },
]
