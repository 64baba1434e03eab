import * as v from 'valibot'

/** The trades that have a page (§2), by the base name of their file, which is also their address. */
export const landingIds = ['bakery-erp', 'milk-distribution', 'sauce-erp', 'importers', 'distributors'] as const
export type LandingId = (typeof landingIds)[number]

const goods = ['loaf', 'bottle', 'jar', 'container', 'carton'] as const
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const screens = ['board', 'clients', 'order', 'receivables'] as const
const apps = ['driver', 'operator'] as const

const line = (max: number) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(max, `must be at most ${max} characters long`),
  )
const heading = line(80)
const sentences = line(400)
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`)
const list = <Item extends v.GenericSchema>(item: Item, min: number, max: number) =>
  v.pipe(
    v.array(item, 'must be a list'),
    v.minLength(min, `must have at least ${min} entries`),
    v.maxLength(max, `must have at most ${max} entries`),
  )
/** Missing or wrong as a whole: without this, a missing part would be blamed on its first field. */
const part = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, 'must be `key: value` lines')

/** content/landings/*.yml: one page for a trade, from its headline to its last word. `{name}` stands for the product's name. */
export const LandingSchema = v.object({
  /** What the browser's tab and search engines call the page. */
  title: line(60),
  description: line(300),
  hero: part({
    headline: heading,
    /** The second half of the headline, in the brand's color. */
    accent: heading,
    lead: sentences,
    /** What stands in the two upper crates, and the days whose colors the crates have: two above, three below. */
    goods: v.strictTuple([oneOf(goods), oneOf(goods)], `must be two of ${goods.join(', ')}`),
    days: list(oneOf(days), 5, 5),
    /** Whether an order lies beside the pallet. */
    docket: v.optional(v.boolean('must be true or false'), false),
  }),
  pains: part({
    title: heading,
    list: list(part({ day: oneOf(days), title: heading, text: sentences }), 2, 3),
  }),
  screen: part({ show: oneOf(screens), title: heading, lead: sentences }),
  app: part({ which: oneOf(apps), title: heading, text: sentences }),
  setup: list(line(160), 2, 6),
  questions: part({
    title: heading,
    list: list(part({ question: line(160), answer: sentences }), 2, 4),
  }),
  closing: part({ title: heading, text: sentences }),
})
export type Landing = v.InferOutput<typeof LandingSchema>
