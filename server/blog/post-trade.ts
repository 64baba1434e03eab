import type { TradePage } from '#contract/landing.ts'
import { type LandingId, tradeOfTerm } from '#contract/trades.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'

/** The landing pages of a post's tags, in the order of the tags. */
const landingsOf = (tags: readonly { id: string }[]): LandingId[] => tags.flatMap(({ id }) => tradeOfTerm(id) ?? [])

/** What a post's page shows of the landing page of its first trade; `null` for a post without a trade that has a page. */
export function tradeOf(tags: readonly { id: string }[], snapshot: Snapshot): TradePage | null {
  for (const id of landingsOf(tags)) {
    const { hero } = findLanding(snapshot, id) ?? {}
    if (!hero) continue
    const { headline, accent, lead, goods } = hero
    return { id, headline: `${headline} ${accent}`, lead, goods }
  }
  return null
}
