import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Day } from '#client/artwork/illustrations/colors.ts'
import type { Good } from '#client/artwork/illustrations/loaded-pallet.ts'
import { LandingSchema } from '#contract/landing.ts'
import { type ChangedTexts, pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { landingIds, trades } from '#contract/trades.ts'

/** The text of a social image, and its picture: the scene of a trade, or goods on a pallet. */
export type Card = {
  headline: string
  accent?: string
  /** The tag of the trade. */
  trade?: string
  goods: readonly Good[]
  days: readonly Day[]
}

const mixed = ['fri', 'wed', 'mon', 'sat', 'thu'] as const

/** The cards of pages, by image name; `card` in a file of content/pages changes their texts. */
const pages = {
  home: { headline: 'Food businesses', accent: 'run smoother.', goods: ['loaf', 'bottle'], days: mixed },
  features: {
    headline: 'From order to payment,',
    accent: 'in one place',
    goods: ['jar', 'carton'],
    days: ['mon', 'thu', 'wed', 'fri', 'sun'],
  },
  pricing: {
    headline: 'Simple prices,',
    accent: 'per person, per month',
    goods: ['loaf', 'jar'],
    days: ['wed', 'mon', 'sat', 'tue', 'fri'],
  },
  'sign-up': {
    headline: 'One month free.',
    accent: 'No money down, no contracts.',
    goods: ['carton', 'jar'],
    days: ['sun', 'thu', 'mon', 'fri', 'wed'],
  },
  'learn-more': {
    headline: 'How you get',
    accent: 'off spreadsheets',
    goods: ['bottle', 'carton'],
    days: ['tue', 'fri', 'sun', 'wed', 'mon'],
  },
  'contact-us': { headline: 'Tell us how', accent: 'your week works', goods: ['jar', 'loaf'], days: mixed },
  blog: {
    headline: 'Our Blog:',
    accent: 'insights, updates, and stories',
    goods: ['bottle', 'loaf'],
    days: ['sat', 'wed', 'tue', 'mon', 'fri'],
  },
  'driver-pro': {
    headline: 'Every stop,',
    accent: 'in the driver’s pocket.',
    goods: ['carton', 'bottle'],
    days: ['fri', 'mon', 'wed', 'sun', 'thu'],
  },
  'operator-pro': {
    headline: 'Today’s list,',
    accent: 'right at the bench.',
    goods: ['loaf', 'jar'],
    days: ['thu', 'fri', 'tue', 'mon', 'sat'],
  },
} satisfies Record<string, Card>

/** All cards: those of the pages, with the texts of content/pages, and one for each trade with the text of its file in content/landings. */
export async function allCards(contentDir: string): Promise<Record<string, Card>> {
  const files = await Array.fromAsync(new Bun.Glob('*.yml').scan(join(contentDir, 'landings')))
  const ofTrades = files.sort().map(async (file) => {
    const text = await Bun.file(join(contentDir, 'landings', file)).text()
    const { headline, accent, goods, days } = v.parse(LandingSchema, parse(text)).hero
    const page = file.replace(/\.yml$/, '')
    const id = landingIds.find((one) => one === page)
    return [page, { headline, accent, goods, days, ...(id && { trade: trades[id].tag }) }] as const
  })
  const changed = pageTextIds.map(async (id) => {
    const file = Bun.file(join(contentDir, 'pages', `${id}.yml`))
    const { card }: ChangedTexts = (await file.exists()) ? v.parse(pageTextSchemas[id], parse(await file.text())) : {}
    const shipped = pages[id]
    return [
      id,
      { ...shipped, headline: card?.headline ?? shipped.headline, accent: card?.accent ?? shipped.accent },
    ] as const
  })
  return { ...pages, ...Object.fromEntries(await Promise.all([...changed, ...ofTrades])) }
}
