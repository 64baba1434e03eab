import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { App } from '#client/app/app.tsx'
import type { Page } from '#client/app/routing/route.ts'
import type { SiteFacts } from '#contract/site.ts'

/** A screen's markup, the one style element with the rules that it needs, and early word of its first picture for the head. */
export type RenderedMarkup = { html: string; style: string; links: string }

/** React puts what belongs into the head before everything else. */
const LINKS_AT_START = /^(?:<link [^>]*>)+/

/** Draws a page just as the browser will find it: the same app, at that address, with that page at hand. Throws what a screen throws. */
export function renderPage(address: string, page: Page, site: SiteFacts): RenderedMarkup {
  const sheet = new ServerStyleSheet()
  const visits = { peek: () => page, open: async () => page, evict: () => {} }
  try {
    const html = renderToString(
      sheet.collectStyles(
        <StaticRouter location={address}>
          <App site={site} visits={visits} />
        </StaticRouter>,
      ),
    )
    const [links = ''] = LINKS_AT_START.exec(html) ?? []
    return { html: html.slice(links.length), style: sheet.getStyleTags(), links }
  } finally {
    sheet.seal()
  }
}
