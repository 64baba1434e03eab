import type { Api, BlogApi } from '#contract/api.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { Content } from '#server/content/content.ts'
import type { TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import { trackedSnapshot } from '#server/content/snapshot/tracked-snapshot.ts'
import { PART_OF_PAGE, type RenderOptions } from '#server/text/scan/render-options.ts'

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
    const { site, legal, pluginPrices } = trackedSnapshot(content.snapshot(), uses)
    const { old_permalinks: _, old_folder_permalinks: __, language: ___, login_url: ____, ...facts } = site
    const privacyPolicy = await renderer.html('md', legal.get('privacy-policy') ?? '', PART_OF_PAGE)
    const configured = {
      ...(publicUrl && { publicUrl }),
      ...(captcha && { captcha }),
      ...(pluginPrices && { plugin_prices: pluginPrices }),
    }
    return { ...facts, privacyPolicy, year: now().getFullYear(), ...configured }
  }
  const api = (uses: TrackDependency): Api => ({
    ...blog(uses),
    landing: async (id) => findLanding(trackedSnapshot(content.snapshot(), uses), id),
    plans: async () => [...trackedSnapshot(content.snapshot(), uses).plans],
  })
  return { siteInfo, api }
}
