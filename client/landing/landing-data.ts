import type { PageHead } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import type { Landing, LandingId } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** `null`: the file is missing or invalid, so the page does not exist. */
export type LandingData = { id: LandingId; landing: Landing | null }

export const loadLanding =
  (id: LandingId) =>
  async (api: Pick<Api, 'landing'>): Promise<LandingData> => ({ id, landing: (await api.landing(id)) ?? null })

export function headLanding({ id, landing }: LandingData, { name }: SiteInfo): PageHead {
  if (!landing) return { title: name, description: '', noindex: true, status: 404, redirectTo: pagePaths.home }
  const { title, description, questions } = landing
  return { title: `${title} | ${name}`, description, canonicalPath: `/${id}`, image: id, questions: questions.list }
}
