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
const titled = (max: number, title: string) => v.pipe(line(max), v.title(title))
const heading = (title = 'Heading') => titled(80, title)
const sentences = (title = 'Text') => titled(400, title)
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
const section = <Entries extends v.ObjectEntries>(title: string, entries: Entries) =>
  v.pipe(part(entries), v.title(title))

/** content/landings/*.yml: all text of a landing page. `{name}` is replaced by the product's name. What has a title has a field in the dashboard. */
export const LandingSchema = v.object({
  /** The title in browser tab and search results. */
  title: titled(60, 'Title in browser tab and search results'),
  description: titled(300, 'Description for search engines'),
  hero: section('Top of the page', {
    headline: heading('Headline'),
    accent: heading('Second half of the headline, in the brand’s color'),
    lead: sentences('Text below the headline'),
    /** The goods in the two upper crates of the closing illustration, and the days whose colors the crates have: two above, three below. */
    goods: v.strictTuple([oneOf(goods), oneOf(goods)], `must be two of ${goods.join(', ')}`),
    days: list(oneOf(days), 5, 5),
    /** Whether an order lies next to the scene. */
    docket: v.optional(v.pipe(v.boolean('must be true or false'), v.title('Show an order beside the scene')), false),
  }),
  pains: section('What wears them down', {
    title: heading(),
    list: v.pipe(
      list(part({ day: v.pipe(oneOf(days), v.title('Color of the day')), title: heading(), text: sentences() }), 2, 3),
      v.title('Entries'),
    ),
  }),
  screen: section('The screen', {
    show: v.pipe(oneOf(screens), v.title('Which screen')),
    title: heading(),
    lead: sentences(),
  }),
  app: section('The app', { which: v.pipe(oneOf(apps), v.title('Which app')), title: heading(), text: sentences() }),
  setup: v.pipe(list(titled(160, 'Step'), 2, 6), v.title('What we set up')),
  questions: section('Questions', {
    title: heading(),
    list: v.pipe(
      list(
        part({
          question: titled(160, 'Question'),
          answer: sentences('Answer'),
          plugin: v.optional(
            v.pipe(
              v.boolean('must be true or false'),
              v.title('About a plugin'),
              v.description('Adds the tag “Plugin · extra”.'),
            ),
          ),
        }),
        2,
        4,
      ),
      v.title('Questions'),
    ),
  }),
  closing: section('End of the page', { title: heading(), text: sentences() }),
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
