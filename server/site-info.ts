import type { SiteInfo } from '#contract/site.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import type { Content } from '#server/content/content.ts'

type SiteInfoDeps = { content: Content; renderer: Renderer; now(): Date; captcha?: string | undefined }

/**
 * Data of every page: `content/site.yml`, the privacy policy as HTML, the year, and the URL of the captcha's worker.
 */
export const createSiteInfo =
  ({ content, renderer, now, captcha }: SiteInfoDeps) =>
  async (): Promise<SiteInfo> => {
    const { site, legal } = content.snapshot()
    const privacyPolicy = await renderer.html('md', legal.get('privacy-policy') ?? '')
    return { ...site, privacyPolicy, year: now().getFullYear(), ...(captcha && { captcha }) }
  }
