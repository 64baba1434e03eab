import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { App } from '#client/app/app.tsx'
import type { Arrivals } from '#client/app/arrival.ts'
import type { Page } from '#client/app/route.ts'
import type { SiteFacts } from '#contract/site.ts'

/** A screen's markup, and the one style element with the rules that it needs. */
export type Drawn = { html: string; style: string }

/** On the server nobody arrives. */
const nobody: Arrivals = { enter: () => 0, settle: () => {} }

/** Draws a page just as the browser will find it: the same app, at that address, with that page at hand. Throws what a screen throws. */
export function draw(address: string, page: Page, site: SiteFacts): Drawn {
  const sheet = new ServerStyleSheet()
  const visits = { ready: () => page, open: async () => page }
  try {
    const html = renderToString(
      sheet.collectStyles(
        <StaticRouter location={address}>
          <App site={site} visits={visits} arrivals={nobody} />
        </StaticRouter>,
      ),
    )
    return { html, style: sheet.getStyleTags() }
  } finally {
    sheet.seal()
  }
}
