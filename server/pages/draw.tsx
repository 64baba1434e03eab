import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ServerStyleSheet } from 'styled-components'
import { App } from '#client/app/app.tsx'
import type { Arrivals } from '#client/app/arrival.ts'
import type { Page } from '#client/app/route.ts'
import { drawnStyle } from '#client/app/styles.ts'
import type { SiteFacts } from '#contract/site.ts'
import { KeptRules } from './kept-rules.tsx'

/** A screen's markup, the one style element with the rules that it needs, and early word of its first picture for the head. */
export type Drawn = { html: string; style: string; links: string }

/** React puts what belongs into the head before everything else. */
const LINKS_AT_START = /^(?:<link [^>]*>)+/

/** On the server nobody arrives. */
const nobody: Arrivals = { enter: () => {}, settle: () => {}, leave: () => {} }

/** Draws a page just as the browser will find it: the same app, at that address, with that page at hand. Throws what a screen throws. */
export function draw(address: string, page: Page, site: SiteFacts): Drawn {
  const sheet = new ServerStyleSheet()
  const visits = { ready: () => page, open: async () => page }
  try {
    const html = renderToString(
      sheet.collectStyles(
        <KeptRules>
          <StaticRouter location={address}>
            <App site={site} visits={visits} arrivals={nobody} />
          </StaticRouter>
        </KeptRules>,
      ),
    )
    const [links = ''] = LINKS_AT_START.exec(html) ?? []
    return { html: html.slice(links.length), style: drawnStyle(sheet.getStyleTags()), links }
  } finally {
    sheet.seal()
  }
}
