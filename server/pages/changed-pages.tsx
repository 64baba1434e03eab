import { findPage } from '#client/app/routing/find-page.ts'
import { plainInline, plainPage } from '#server/http/plain-page.ts'
import { type InlineHashes, pageHeaders } from '#server/http/responses.ts'
import { DomainError } from '#server/lib/errors.ts'
import { renderMarkup } from './render-markup.tsx'
import { type PageSources, splitTarget } from './render-page.tsx'
import type { SiteData } from './site-data.ts'

export type ChangedPages = ReturnType<typeof createChangedPages>

/** Hides the page from caches, search engines and the sites that it links to. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

const missing = plainPage(
  '<title>No page</title>',
  '<h1>There is no such page</h1><p>An author has a page once a public post names them.</p>',
)
const failure = plainPage(
  '<title>No preview</title>',
  '<h1>This preview does not work any more</h1><p>Close it, and open it again.</p>',
)

/** Public pages with changes that are not saved: rendered for each request, not cached, without scripts, in a frame of the dashboard. */
export function createChangedPages({ document, tls }: Pick<PageSources, 'document' | 'tls'>) {
  const headersFor = (hashes: InlineHashes) => ({
    ...pageHeaders(hashes, { tls, frames: 'inside', sandbox: 'links' }),
    ...PRIVATE,
  })
  const plain = (html: string) => new Response(html, { status: 404, headers: headersFor(plainInline) })

  /** Renders the page at a path. */
  async function show(path: string, data: SiteData): Promise<Response> {
    const site = await data.siteInfo()
    const match = path.includes('%') ? undefined : findPage(splitTarget(path), site.slug)
    if (!match || match.route.frame === 'admin') return plain(missing)
    const page = await match.route.open(
      data.api(() => {}),
      match.at,
    )
    const { title, description, redirectTo, status } = page.head(site)
    if (redirectTo || status === 404) return plain(missing)
    const markup = await renderMarkup(match.key, page, site)
    const body = { ...markup, html: withNewTabs(markup.html) }
    const head = { title, description, noindex: true }
    const { html, hashes } = document({ head, site, route: match.route, body, data: null, hasScripts: false })
    return new Response(html, { headers: headersFor(hashes) })
  }

  return {
    show,
    /** A token that does not work, or values that cannot be shown any more. Throws what is no expected failure. */
    failed(error: unknown): Response {
      if (error instanceof DomainError) return plain(failure)
      throw error
    },
  }
}

/** Other pages are not in the preview. */
const withNewTabs = (html: string): string =>
  new HTMLRewriter()
    .on('a[href]', {
      element(link) {
        if (!link.getAttribute('href')?.startsWith('#')) link.setAttribute('target', '_blank')
      },
    })
    .transform(html)
