import type { PageHead } from '#client/lib/page-types.ts'
import type { Api, CardPage } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

const NEWEST_POSTS = 3

export const loadHome = (api: Api) => api.cards({ page: 1, per_page: NEWEST_POSTS })

export const headHome = (_: CardPage, { name, description }: SiteInfo): PageHead => ({
  title: `${name} ERP: software for food businesses`,
  description,
  canonicalPath: pagePaths.home,
  offers: true,
  heroVideo: true,
})
