import type { TestApp } from '#tests/helpers/test-app.ts'

/** The exact headers of each kind of response, as in the security review. The public URL is https. */

/** Headers that depend on body, request or time, not on the kind of response. */
const OF_THE_MATTER = new Set(
  (
    'accept-ranges allow connection content-disposition content-encoding content-length content-range date etag ' +
    'last-modified link location retry-after transfer-encoding vary www-authenticate x-total-count'
  ).split(' '),
)

const HSTS = { 'strict-transport-security': 'max-age=31536000' }
const numbered = { 'x-request-id': 'an id', ...HSTS }
/** Every response has an id, except cached pages and those outside any request. */
export const numberless = ({ 'x-request-id': _, ...said }: Record<string, string>) => said

export const page = {
  ...numbered,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src-elem 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
    "style-src-attr 'none'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; upgrade-insecure-requests",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
export const unkept = { ...page, 'cache-control': 'no-store' }
/** A page's own policy, and one without scripts. */
export const previewed = {
  ...page,
  'content-security-policy': `${page['content-security-policy']}; sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox`,
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
export const call = {
  ...numbered,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
export const list = { ...call, 'cache-control': 'no-cache' }
export const csv = { ...call, 'content-type': 'text/csv; charset=utf-8' }
export const words = { ...call, 'content-type': 'text/plain; charset=utf-8' }
export const stored = (type: string, caching = 'no-cache') => ({
  ...numbered,
  'content-type': type,
  'cache-control': caching,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})
/** Machine-readable pages: feeds and the sitemap. */
export const read = (type: string) => stored(type)
export const built = (type: string, caching = 'public, max-age=31536000, immutable') => ({
  ...numbered,
  'content-type': type,
  'cache-control': caching,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

export type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }
/** Name, request, status, and the headers of the kind. */
export type Case = [what: string, asked: () => Asked | Promise<Asked>, status: number, said: Record<string, string>]

/** A JSON request body. */
export const sending = (path: string, body: unknown, headers: Record<string, string> = {}): Asked => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** tests/pages/document.test.ts recomputes the page's own hashes from its bytes; the theme script is in every page. */
const withoutHashes = (policy: string) => policy.replace(/ 'sha256-(?!47DEQ)[^']+'/g, '')

/** Values that differ in every response. */
const sayings: Record<string, (value: string) => string> = {
  'content-security-policy': withoutHashes,
  'x-request-id': (value) => (isId.test(value) ? 'an id' : value),
}

const isId = /^[0-9a-f]{12}$/

/** Status and headers of a response without those that depend on the request. */
export function summaryOf(answer: Response): Record<string, unknown> {
  const headers = [...answer.headers].filter(([name]) => !OF_THE_MATTER.has(name))
  const values = headers.map(([name, value]) => [name, sayings[name]?.(value) ?? value])
  return { status: answer.status, ...Object.fromEntries(values) }
}

/** Requests to a listening app. */
export function questions(app: TestApp) {
  const url = app.listen()
  const ask = ({ path, ...init }: Asked) => fetch(`${url}${path}`, { redirect: 'manual', ...init })
  return {
    said: async (asked: Asked) => summaryOf(await ask(asked)),
    etagOf: async (path: string) => (await ask({ path })).headers.get('etag') ?? '',
    /** The first match in a page. */
    firstIn: async (path: string, pattern: RegExp) => pattern.exec(await (await ask({ path })).text())?.[0] ?? '',
  }
}

/** The public URL of the site in these tests. */
export const env = { PUBLIC_URL: 'https://www.testery.example' }
