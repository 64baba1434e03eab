import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { App } from '#client/app/app.tsx'
import type { Page } from '#client/app/routing/route.ts'
import type { SiteInfo } from '#contract/site.ts'

/** A page's markup, its one style element, and the preload links that belong into the head. */
export type RenderedMarkup = { html: string; style: string; links: string }

/** React puts preload links before everything else. */
const LINKS_AT_START = /^(?:<link [^>]*>)+/

/** Renders the app at a path with this page, exactly as the browser hydrates it. Throws what the page throws. */
export function renderMarkup(path: string, page: Page, site: SiteInfo): RenderedMarkup {
  const sheet = new ServerStyleSheet()
  const cache = { peek: () => page, open: async () => page, evict: () => {} }
  try {
    const html = renderToString(
      sheet.collectStyles(
        <StaticRouter location={path}>
          <App site={site} cache={cache} />
        </StaticRouter>,
      ),
    )
    const [links = ''] = LINKS_AT_START.exec(html) ?? []
    return { html: html.slice(links.length), style: sheet.getStyleTags(), links }
  } finally {
    sheet.seal()
  }
}
