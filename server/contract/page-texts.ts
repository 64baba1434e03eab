import * as v from 'valibot'
import type { FeaturesTexts } from '#contract/features-texts.ts'
import type { HomeTexts } from '#contract/home-texts.ts'
import type { LearnMoreTexts } from '#contract/learn-more-texts.ts'
import type { PricingTexts } from '#contract/pricing-texts.ts'

/** The pages whose texts a file in content/pages can change, by its base name. */
export const pageTextIds = ['home', 'features', 'pricing', 'learn-more'] as const
export type PageTextsId = (typeof pageTextIds)[number]

/** At most what fits on a page that is 320 pixels wide. */
const required = (title: string, max: number) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(max, `must be at most ${max} characters long`),
    v.title(title),
  )
const text = (title: string, max: number) => v.optional(required(title, max))

/** A key that no page shows would be a text that never appears. */
const keys = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'never'
      ? `has no meaning here (expected ${Object.keys(entries).join(', ')})`
      : 'must be `key: value` lines',
  )
const part = <Entries extends v.ObjectEntries>(title: string, entries: Entries) =>
  v.optional(v.pipe(keys(entries), v.title(title)))
const list = <Item extends v.GenericSchema>(title: string, item: Item, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.array(item, 'must be a list'),
      v.minLength(min, `must have at least ${min} entries`),
      v.maxLength(max, `must have at most ${max} entries`),
      v.title(title),
    ),
  )

const HEADING_MAX = 60
const LINE_MAX = 200
const TEXT_MAX = 300
const heading = text('Heading', HEADING_MAX)
const headline = text('Headline', HEADING_MAX)
const accent = text('Second half of the headline, in the brand’s color', HEADING_MAX)
const belowHeading = text('Sentence below the heading', LINE_MAX)
const belowHeadline = text('Text below the headline', TEXT_MAX)
const sentences = text('Text', TEXT_MAX)

const description = text('Description for search engines', TEXT_MAX)
const closing = part('End of the page', { title: heading, text: sentences })
/** Of the image that is shown with shared links. `bun run social` makes it. */
const card = part('Image of shared links', {
  headline: text('First half', 40),
  accent: text('Second half, in the brand’s color', 40),
})

const HomeTextsSchema = keys({
  hero: part('Top of the page', {
    headline,
    accent,
    lead: text('Sentence below the headline', LINE_MAX),
    benefits: list('Benefits', required('Benefit', 90), 3, 3),
  }),
  trades: part('Trades', { title: heading }),
  night: part('From order to payment', { title: heading, lead: belowHeading }),
  parts: part('Parts of the product', {
    title: heading,
    lead: text('First text', TEXT_MAX),
    text: text('Second text', TEXT_MAX),
  }),
  overview: part('Overview', {
    title: heading,
    crm: text('Advanced CRM', LINE_MAX),
    ordering: text('Sales Ordering', LINE_MAX),
    portal: text('Client Portal', LINE_MAX),
  }),
  plugins: part('Plugins', { lead: belowHeading }),
  closing,
  card,
})

const FeaturesTextsSchema = keys({
  description,
  hero: part('Top of the page', { headline, lead: belowHeadline }),
  receivables: part('Invoices and payments', { title: heading, text: sentences }),
  clients: part('Clients, orders and production', { title: heading, text: sentences }),
  closing,
  card,
})

const PricingTextsSchema = keys({
  description,
  hero: part('Top of the page', { headline, lead: belowHeadline }),
  closing,
  card,
})

const LearnMoreTextsSchema = keys({
  description,
  hero: part('Top of the page', { headline, accent, lead: belowHeadline }),
  steps: list('Steps', keys({ title: required('Heading', HEADING_MAX), text: required('Text', TEXT_MAX) }), 3, 6),
  parts: part('Parts of the product', { title: heading, text: sentences }),
  card,
})

/** content/pages/*.yml: texts of the site's pages. What a file leaves out is shown as it is shipped. `{name}` is replaced by the product's name. */
export const pageTextSchemas = {
  home: HomeTextsSchema,
  features: FeaturesTextsSchema,
  pricing: PricingTextsSchema,
  'learn-more': LearnMoreTextsSchema,
} as const satisfies Record<PageTextsId, v.GenericSchema>
export type ChangedTexts = v.InferOutput<(typeof pageTextSchemas)[PageTextsId]>

/** All texts of each page. */
export type PageTexts = {
  home: HomeTexts
  features: FeaturesTexts
  pricing: PricingTexts
  'learn-more': LearnMoreTexts
}
