import * as v from 'valibot'
import { landingIds } from '#contract/trades.ts'

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
/** Without this message, a missing section would be reported as its first field. */
const part = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, 'must be `key: value` lines')

/** content/landings/*.yml: all text of a landing page. `{name}` is replaced by the product's name. */
export const LandingSchema = v.object({
  /** The title in browser tab and search results. */
  title: line(60),
  description: line(300),
  hero: part({
    headline: heading,
    /** The second half of the headline, in the brand's color. */
    accent: heading,
    lead: sentences,
    /** The goods in the two upper crates of the closing illustration, and the days whose colors the crates have: two above, three below. */
    goods: v.strictTuple([oneOf(goods), oneOf(goods)], `must be two of ${goods.join(', ')}`),
    days: list(oneOf(days), 5, 5),
    /** Whether an order lies next to the scene. */
    docket: v.optional(v.boolean('must be true or false'), false),
  }),
  pains: part({ title: heading, list: list(part({ day: oneOf(days), title: heading, text: sentences }), 2, 3) }),
  screen: part({ show: oneOf(screens), title: heading, lead: sentences }),
  app: part({ which: oneOf(apps), title: heading, text: sentences }),
  setup: list(line(160), 2, 6),
  questions: part({
    title: heading,
    list: list(
      part({
        question: line(160),
        answer: sentences,
        /** The answer is about a plugin, which costs extra: it has a tag that says so. */
        plugin: v.optional(v.boolean('must be true or false')),
      }),
      2,
      4,
    ),
  }),
  closing: part({ title: heading, text: sentences }),
})
export type Landing = v.InferOutput<typeof LandingSchema>

/** What the page of a post shows of the landing page of its trade. */
export const TradePageSchema = v.strictObject({
  id: v.picklist(landingIds),
  headline: v.string(),
  lead: v.string(),
  /** Of the illustration, as in `LandingSchema`. */
  goods: v.strictTuple([v.picklist(goods), v.picklist(goods)]),
})
export type TradePage = v.InferOutput<typeof TradePageSchema>
