import type { TestApp } from '#tests/helpers/test-app.ts'

/** What each kind of answer says, with the exact values of the security review. The public address is https. */

/** What depends on the body, the question or the moment, and not on the kind of answer. */
const OF_THE_MATTER = new Set(
  (
    'accept-ranges allow connection content-disposition content-encoding content-length content-range date etag ' +
    'last-modified link location retry-after transfer-encoding vary www-authenticate x-total-count'
  ).split(' '),
)

const HSTS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
const numbered = { 'x-request-id': 'an id', ...HSTS }
/** Every answer has an id, but for what lies ready in memory, and for what no request asked for. */
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
/** A page's own, and no script at all. */
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
/** What machines read: a feed, a sitemap. */
export const read = (type: string) => stored(type)
export const built = (type: string, caching = 'public, max-age=31536000, immutable') => ({
  ...numbered,
  'content-type': type,
  'cache-control': caching,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

export type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }
/** What it is, the question, the status, and what every answer of the kind says. */
export type Case = [what: string, asked: () => Asked | Promise<Asked>, status: number, said: Record<string, string>]

/** A JSON body on its way. */
export const sending = (path: string, body: unknown, headers: Record<string, string> = {}): Asked => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** The page's own hashes are recomputed from its bytes elsewhere (tests/pages/document.test.ts); the theme's script stands in every page. */
const withoutHashes = (policy: string) => policy.replace(/ 'sha256-(?!47DEQ)[^']+'/g, '')

/** Values that no two answers share. */
const sayings: Record<string, (value: string) => string> = {
  'content-security-policy': withoutHashes,
  'x-request-id': (value) => (isId.test(value) ? 'an id' : value),
}

const isId = /^[0-9a-f]{12}$/

/** Status and headers of an answer, without what depends on the question. */
export function summaryOf(answer: Response): Record<string, unknown> {
  const headers = [...answer.headers].filter(([name]) => !OF_THE_MATTER.has(name))
  const values = headers.map(([name, value]) => [name, sayings[name]?.(value) ?? value])
  return { status: answer.status, ...Object.fromEntries(values) }
}

/** Questions to an app that listens. */
export function questions(app: TestApp) {
  const url = app.listen()
  const ask = ({ path, ...init }: Asked) => fetch(`${url}${path}`, { redirect: 'manual', ...init })
  return {
    said: async (asked: Asked) => summaryOf(await ask(asked)),
    etagOf: async (path: string) => (await ask({ path })).headers.get('etag') ?? '',
    /** The first place of a page that looks like this. */
    firstIn: async (path: string, pattern: RegExp) => pattern.exec(await (await ask({ path })).text())?.[0] ?? '',
  }
}

/** Where the site of these tests says that it is. */
export const env = { PUBLIC_URL: 'https://www.testery.example' }
