import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { App } from '#client/app/app.tsx'
import type { FrameProps } from '#client/app/frame/layout.tsx'
import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import type { Page } from '#client/app/routing/route.ts'
import type { SiteInfo } from '#contract/site.ts'
import { nextTurn } from '#server/lib/yielding.ts'
import type { RenderedMarkup } from './document.ts'

/** React puts preload links before everything else. */
const LINKS_AT_START = /^(?:<link [^>]*>)+/

/**
 * Renders the app at a path with this page, exactly as the browser hydrates it, which takes some ten milliseconds. Throws what the
 * page throws.
 */
export async function renderMarkup(
  path: string,
  page: Page,
  site: SiteInfo,
  Frame: ComponentType<FrameProps> = SiteFrame,
): Promise<RenderedMarkup> {
  await nextTurn()
  const sheet = new ServerStyleSheet()
  const cache = { peek: () => page, open: async () => page, evict: () => {} }
  try {
    const html = renderToString(
      sheet.collectStyles(
        <StaticRouter location={path}>
          <App Frame={Frame} site={site} cache={cache} />
        </StaticRouter>,
      ),
    )
    const [links = ''] = LINKS_AT_START.exec(html) ?? []
    return { html: html.slice(links.length), style: sheet.getStyleTags(), links }
  } finally {
    sheet.seal()
  }
}
