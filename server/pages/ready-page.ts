import { findPage } from '#client/app/routing/find-page.ts'
import type { PageHead } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import type { Post } from '#contract/posts.ts'
import type { SiteFacts } from '#contract/site.ts'
import { ogImageKey, type TrackDependency } from '#server/content/changed-keys.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { bytesOf, type EncodedVariants, precompress, respond } from '#server/http/precompressed.ts'
import type { Document, RenderedScreen } from './document.ts'
import type { HeadMore } from './head-context.ts'
import type { Cacheable } from './page-cache.ts'
import { movedTo, unknownPage } from './plain-pages.ts'
import { renderPage } from './render.tsx'
import { stopwatch } from './stopwatch.ts'

/** What an address answers, with nothing left to do. */
export type ReadyPage = Cacheable & {
  send: (request: Request) => Response
  /** The forms that it is sent in. */
  variants?: EncodedVariants
}

export type PageSources = {
  /** The stored path of a post's own picture; `undefined` as long as there is none. */
  card?: ((post: Post, site: SiteFacts) => string | undefined) | undefined
  /** What `load` asks; `uses` is told of every record that it reads. */
  api: (uses: TrackDependency) => Api
  facts: () => Promise<SiteFacts>
  /** Puts a drawn screen into a whole document. */
  document: (drawn: RenderedScreen) => Document
  /** The public address is https. */
  tls: boolean
  /** Pages say in `Server-Timing` what they took to make: for development. */
  timed?: boolean
}

/** Under which the one answer to all unknown paths is kept; no path begins like it. */
export const UNKNOWN = 'unknown'

/**
 * Makes the page of a key ready: its data loaded, drawn, compressed. `kept` finds a page that is ready already, `unchanged` is told of
 * each that a browser had already.
 * A page that found nothing says nothing of its address, so there is one for each route: made-up addresses fill no memory.
 */
export function createReadyPages(
  { api, facts, document, tls, card, timed }: PageSources,
  kept: (key: string) => ReadyPage | undefined,
  unchanged?: () => void,
) {
  const page = (keepAs: string | undefined, variants: EncodedVariants, status: number): ReadyPage => {
    const send = (request: Request) => respond(request, variants, status, unchanged)
    return { keepAs, bytes: bytesOf(variants), send, variants }
  }

  async function moreOf({ article, offers }: PageHead, site: SiteFacts, uses: TrackDependency): Promise<HeadMore> {
    if (article) uses(ogImageKey(article.id))
    return {
      ...(article && { card: card?.(article, site) }),
      ...(offers && { plans: await api(uses).plans() }),
    }
  }

  return async (key: string, uses: TrackDependency): Promise<ReadyPage> => {
    uses('site')
    const site = await facts()
    const address = findPage(splitTarget(key), site.slug)
    if (!address) return page(UNKNOWN, await unknownPage(site, tls), 404)
    const { route, at } = address
    const watch = timed ? stopwatch() : undefined
    const opened = await route.open(api(uses), at)
    watch?.lap('load')
    const head = opened.head(site)
    const { redirectTo, formRedirect, status = 200 } = head
    // People search for endlessly many things: what is found for one is kept for nobody.
    const isPassing = at.search.has('q')
    if (redirectTo && status !== 404) return { keepAs: undefined, bytes: 0, send: () => movedTo(redirectTo, tls) }
    const keepAs = isPassing ? undefined : status === 404 ? `404 ${route.path}` : key
    const same = keepAs === key || keepAs === undefined ? undefined : kept(keepAs)
    if (same) return same
    if (redirectTo) return page(keepAs, await unknownPage(site, tls), status)
    const body = renderPage(key, opened, site)
    watch?.lap('draw')
    const { html, hashes } = document({
      head,
      more: await moreOf(head, site, uses),
      route,
      body,
      site,
      data: opened.data,
    })
    watch?.lap('document')
    const headers = { ...pageHeaders(hashes, { tls, formLeadsTo: formRedirect }), ...watch?.headers() }
    return page(keepAs, await precompress(html, headers), status)
  }
}

/** `/blog?page=2` in its two parts. */
export function splitTarget(target: string): { pathname: string; search: string } {
  const mark = target.indexOf('?')
  return mark === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, mark), search: target.slice(mark) }
}
