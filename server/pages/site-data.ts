import type { Api, BlogApi } from '#contract/api.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { Content } from '#server/content/content.ts'
import { withSiteFacts } from '#server/content/legal-text.ts'
import type { TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import { findPageTexts } from '#server/content/snapshot/page-texts.ts'
import { trackedSnapshot } from '#server/content/snapshot/tracked-snapshot.ts'
import { PART_OF_PAGE, type RenderOptions } from '#server/text/scan/render-options.ts'
import type { LegalTextId } from './legal-pages.ts'

type SiteDataDeps = {
  content: Pick<Content, 'snapshot'>
  blog(uses: TrackDependency): BlogApi
  renderer: { html(format: 'md', text: string, options: RenderOptions): Promise<string> }
  now(): Date
  /** Origin of absolute URLs, if it is configured. */
  publicUrl?: string | undefined
  /** URL of the captcha's worker, where forms require a proof of work. */
  captcha?: string | undefined
}
export type SiteData = ReturnType<typeof createSiteData>

/** What pages are rendered from. */
export function createSiteData({ content, blog, renderer, now, publicUrl, captcha }: SiteDataDeps) {
  /** Data of every page: `content/site.yml`, the privacy policy as HTML, the year, and what the configuration adds. */
  async function siteInfo(uses: TrackDependency = () => {}): Promise<SiteInfo> {
    const { site, pluginPrices } = trackedSnapshot(content.snapshot(), uses)
    const { old_permalinks: _, old_folder_permalinks: __, language: ___, login_url: ____, ...facts } = site
    const privacyPolicy = await legalText('privacy-policy', uses)
    const configured = {
      ...(publicUrl && { publicUrl }),
      ...(captcha && { captcha }),
      ...(pluginPrices && { plugin_prices: pluginPrices }),
    }
    return { ...facts, privacyPolicy, year: now().getFullYear(), ...configured }
  }
  /** The first heading is the title of the page. Only the clauses of the agreement are targets of links: the policy is in a dialog. */
  function legalText(id: LegalTextId, uses: TrackDependency): Promise<string> {
    const { legal, site } = trackedSnapshot(content.snapshot(), uses)
    const text = withSiteFacts(legal.get(id) ?? '', site).replace(/^# .*$/m, '')
    return renderer.html('md', text, id === 'privacy-policy' ? PART_OF_PAGE : {})
  }
  const api = (uses: TrackDependency): Api => ({
    ...blog(uses),
    landing: async (id) => findLanding(trackedSnapshot(content.snapshot(), uses), id),
    pageTexts: async (id) => findPageTexts(trackedSnapshot(content.snapshot(), uses), id),
    plans: async () => [...trackedSnapshot(content.snapshot(), uses).plans],
  })
  return { siteInfo, legalText, api }
}
