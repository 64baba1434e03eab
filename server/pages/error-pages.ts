import { NOT_FOUND_FRAGMENT, pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { Shortcut } from '#server/content/shortcuts.ts'
import { headersOf } from '#server/http/errors.ts'
import { plainInline, plainPage } from '#server/http/plain-page.ts'
import { type EncodedVariants, NOTHING_INLINE, pageHeaders, precompress } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import type { UnavailableError } from '#server/lib/errors.ts'

/**
 * Unknown paths lead to the home page, with a status that makes search engines drop them. The fragment shows the line that
 * says so, also without JavaScript, and contains nothing of the path.
 */
export function unknownPage({ name }: SiteInfo, tls: Tls): Promise<EncodedVariants> {
  const title = `Page not found | ${Bun.escapeHTML(name)}`
  const html = plainPage(
    `<title>${title}</title><meta http-equiv="refresh" content="0; url=${pagePaths.home}#${NOT_FOUND_FRAGMENT}">`,
    `<h1>Page not found</h1><p><a href="${pagePaths.home}">Go to the home page</a></p>`,
  )
  return precompress(html, pageHeaders(plainInline, { tls }))
}

/** The same page for unknown, expired and revoked preview links. */
export const noPreview = plainPage(
  '<title>Preview not found</title>',
  `<h1>This preview link does not work</h1><p>It may have expired, or it was ended. Ask for a new one, or <a href="${pagePaths.blog}">read the blog</a>.</p>`,
)

/** A page failed to render. The reason is only in the log; the request id finds it there. */
export function serverErrorPage(tls: Tls, requestId?: string): Response {
  const id = requestId === undefined ? '' : `<p>This was request ${Bun.escapeHTML(requestId)}.</p>`
  const advice = `<p>Please try again in a moment, or <a href="${pagePaths.home}">go to the home page</a>.</p>`
  const body = `<h1>Something went wrong on our side</h1>${advice}${id}`
  return uncached(500, plainPage('<title>Something went wrong</title>', body), tls)
}

/** The server is overloaded; the browser reloads the page automatically. */
export function unavailablePage(tls: Tls, error: UnavailableError): Response {
  const head = '<title>One moment, please</title><meta http-equiv="refresh" content="5">'
  const body = `<h1>One moment, please</h1><p>${Bun.escapeHTML(error.message)}</p>`
  return uncached(503, plainPage(head, body), tls, headersOf(error))
}

const uncached = (status: number, html: string, tls: Tls, headers = {}) =>
  new Response(html, {
    status,
    headers: { ...pageHeaders(plainInline, { tls }), ...headers, 'cache-control': 'no-store' },
  })

/** A permanent redirect to a path of this site. Throws for URLs of other sites. */
export function movedTo(path: string, tls: Tls): Response {
  if (!/^\/(?!\/)/.test(path)) throw new Error('A page can only redirect to a path of this site.')
  return redirectTo({ status: 301, location: path }, tls)
}

/** A redirect to a location that no request can choose. */
export const redirectTo = ({ status, location }: Shortcut, tls: Tls): Response =>
  new Response(null, { status, headers: { ...pageHeaders(NOTHING_INLINE, { tls }), location } })
