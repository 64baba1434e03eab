import type { SiteFacts } from '#contract/site.ts'
import type { Renderer } from '#server/blog/renderer.ts'
import type { Content } from '#server/content/content.ts'

export type FactsDeps = { content: Content; renderer: Renderer; now(): Date }

/** What every page knows of the site: `content/site.yml`, the privacy policy as HTML (decision 38), and the year (§2). */
export const siteFacts =
  ({ content, renderer, now }: FactsDeps) =>
  async (): Promise<SiteFacts> => {
    const { site, legal } = content.snapshot()
    const privacyPolicy = await renderer.html('md', legal.get('privacy-policy') ?? '')
    return { ...site, privacyPolicy, year: now().getFullYear() }
  }
