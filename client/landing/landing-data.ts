/** What the page of a trade loads and what stands in its head. */
import type { PageHead } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import type { Landing, LandingId } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** A trade whose file is missing or broken has no landing: then there is no such page. */
export type LandingData = { id: LandingId; landing: Landing | null }

/** The `load` of one trade's row. */
export const loadLanding =
  (id: LandingId) =>
  async (api: Pick<Api, 'landing'>): Promise<LandingData> => ({ id, landing: (await api.landing(id)) ?? null })

export function headLanding({ id, landing }: LandingData, { name }: SiteFacts): PageHead {
  if (!landing) return { title: name, description: '', noindex: true, status: 404, redirectTo: pagePaths.home }
  const { title, description, questions } = landing
  return { title: `${title} | ${name}`, description, canonicalPath: `/${id}`, image: id, questions: questions.list }
}
