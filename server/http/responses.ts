import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { bestEncoding } from './accept-encoding.ts'
import { STRICT_TRANSPORT, type Tls } from './strict-transport.ts'

/** Headers of every response. */
const guards = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

/** Hash of the empty string: styled-components creates an empty `<style>` and inserts rules into it. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')

/** Hashes of the page's inline elements: `sha256-…`, in base64. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] }
export const NOTHING_INLINE: InlineHashes = { scripts: [], styles: [] }

/** The origin of an https URL, if nothing in it could end the directive. */
const originOf = (url: string | undefined) =>
  /^https:\/\/[a-z\d.-]+(?::\d+)?$/.exec(URL.parse(url ?? '')?.origin ?? '')?.[0] ?? ''

export type { Tls }

type PageCircumstances = {
  /** The site's public URL is https, so the policy upgrades all requests. */
  tls: Tls
  /** Where the page's form redirects to: the origin of another site must be allowed. */
  formLeadsTo?: string | undefined
  /** Pages of this site show each other in frames only if one is `around` and the other `inside`. */
  frames?: 'around' | 'inside' | undefined
  /** No script runs on the page. What works, also in new tabs. */
  sandbox?: 'links' | 'links and forms' | undefined
}

const pagePolicy = ({ scripts, styles }: InlineHashes, { tls, formLeadsTo, frames, sandbox }: PageCircumstances) =>
  [
    "default-src 'none'",
    `script-src 'self'${quoted(scripts)}`,
    `style-src-elem 'self' ${EMPTY_STYLE}${quoted(styles)}`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Browsers apply this to the redirect after a form, too.
    `form-action 'self' ${originOf(formLeadsTo)}`.trimEnd(),
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frames === 'inside' ? "'self'" : "'none'"}`,
    ...(frames === 'around' ? ["frame-src 'self'"] : []),
    ...(tls ? ['upgrade-insecure-requests'] : []),
    ...(sandbox ? [`sandbox allow-same-origin${allowForms(sandbox)} allow-popups allow-popups-to-escape-sandbox`] : []),
  ].join('; ')

const allowForms = (sandbox: PageCircumstances['sandbox']) => (sandbox === 'links and forms' ? ' allow-forms' : '')

/**
 * Browsers ask each time. With `cdnSeconds`, a CDN may send a page for as long without asking, and for as long again while it
 * asks; browsers that know `stale-while-revalidate` do the latter, too.
 */
export const pageCaching = (cdnSeconds: number): string =>
  cdnSeconds === 0 ? 'no-cache' : `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}`

/** Headers of an HTML page. */
export const pageHeaders = (hashes: InlineHashes, circumstances: PageCircumstances): Record<string, string> => ({
  ...guards,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': pagePolicy(hashes, circumstances),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': circumstances.frames === 'inside' ? 'SAMEORIGIN' : 'DENY',
  ...(circumstances.tls && { [STRICT_TRANSPORT]: circumstances.tls.strictTransport }),
})

/** Headers of a JSON response. Lists that carry an ETag have `no-cache` instead of `no-store`. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...guards,
}

/** Headers of what no browser may run as a page, whatever its bytes. */
const sandboxed = { 'content-security-policy': "default-src 'none'; sandbox", ...guards }

/** Headers of a feed or sitemap. */
export const feedHeaders = (type: string, modified: Date): Record<string, string> => ({
  'content-type': type,
  'cache-control': 'no-cache',
  'last-modified': modified.toUTCString(),
  ...sandboxed,
})

/** A year: for names that contain the hash of the content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Headers of a file under /storage/. The handler adds type and caching. */
export const storageHeaders: Readonly<Record<string, string>> = sandboxed

/** Headers of a file of the build, whose name is a hash. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'cache-control': IMMUTABLE,
  ...guards,
}

type Body = Uint8Array<ArrayBuffer>
/** The encodings of every text, in our order of preference. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
/** Those of files of the build: Brotli is the smallest, zstd is for clients without it. */
export const BUILD_ENCODINGS = ['br', 'zstd', 'gzip', 'identity'] as const
type Encoding = (typeof BUILD_ENCODINGS)[number]
type ByEncoding<T> = { br: T; gzip: T; identity: T; zstd?: T }
/** The headers of responses in one encoding; `unchanged` is the response without a body. */
type Head = { headers: Headers; unchanged: { status: 304; headers: Headers } }
/** A blob, because responses share its bytes: of an array, each slow client would hold a copy. */
type Variant = Head & { body: Blob }
/** The plain text is unpacked on demand: it is rarely requested, and storing it would triple memory. */
export type EncodedVariants = Omit<ByEncoding<Variant>, 'identity'> & { identity: Head & { body?: undefined } }

/** A JSON response with the API's headers; `headers` add to them or replace them. Never compressed: see `publicJson`. */
export const json = (
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) => Response.json(body, { status, headers: { ...apiHeaders, ...headers } })

/** Responds to `HEAD` without the length of a body that was never built: the runtime would send `Content-Length: 0`. */
export const headOnly = (headers: Record<string, string>) =>
  new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })

/** For `json`: no cache may store what only one administrator may read. */
export const PRIVATE = { headers: { 'cache-control': 'private, no-store' } }

/** Shorter bodies fit into one packet. */
const COMPRESSED_MIN_CHARACTERS = 1_024

/**
 * A public JSON response: revalidated each time, 304 if unchanged, in the best encoding, each with its own strong ETag. `vary`:
 * request headers that select the response. Only for public data. Logins and responses that require a token use `json`, which
 * never compresses: the length of a compressed body reveals what secrets and attacker-chosen input have in common (BREACH).
 */
export async function publicJson(request: Request, body: unknown, vary = 'Accept-Encoding'): Promise<Response> {
  const text = JSON.stringify(body)
  const wanted = bestEncoding(request.headers.get('accept-encoding'), ENCODINGS)
  const encoding = text.length < COMPRESSED_MIN_CHARACTERS ? 'identity' : wanted
  const etag = `"${Bun.hash(text).toString(36)}-${encoding}"`
  const headers = new Headers({ ...apiHeaders, 'cache-control': 'no-cache', etag, vary })
  if (isFresh(request.headers, headers)) return new Response(null, { status: 304, headers })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(await encoders[encoding](new TextEncoder().encode(text)), { headers })
}

/**
 * Whether the client's cached response is current: 304. Compares with ETag and date of the response; the date counts only if
 * the client sent no ETag (RFC 9110, 13.2).
 */
export function isFresh(request: Headers, response: Headers): boolean {
  const known = request.get('if-none-match')
  if (known === null)
    return Date.parse(response.get('last-modified') ?? '') <= Date.parse(request.get('if-modified-since') ?? '')
  const etag = response.get('etag')
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** For text rendered at run time: within 3 % of the size of quality 11, and twenty times as fast. */
const QUICK = 5
const BEST = 11
const compress = promisify(brotliCompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

async function brotli(text: Body, quality: number): Promise<Body> {
  // A window (2ⁿ - 16 bytes, n from 16 to 22) no larger than the text gives the same bytes and lowers the peak memory of twenty
  // texts from 160 to 110 MB.
  const bits = Math.min(22, Math.max(16, Math.ceil(Math.log2(text.byteLength + 16))))
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: bits }
  return new Uint8Array(await compress(text, { params }))
}

/** Compression runs in background threads. */
const encoders = {
  br: (text: Body) => brotli(text, QUICK),
  gzip: async (text: Body) => new Uint8Array(await zip(text)),
  identity: (text: Body) => text,
}

/** Compresses a text and prepares its responses. `headers` include the content type. */
export async function precompress(text: string, headers: Record<string, string>): Promise<EncodedVariants> {
  const identity = new TextEncoder().encode(text)
  const [br, gz] = await Promise.all([encoders.br(identity), encoders.gzip(identity)])
  return encodedVariants({ identity, br, gzip: gz }, headers)
}

/** Returns a function that compresses a text that seldom changes once, not for each request. */
export function createPrecompressed(headers: Record<string, string>) {
  let last: { text: string; variants: Promise<EncodedVariants> } | undefined
  return async function send(request: Request, text: string): Promise<Response> {
    if (last?.text !== text) last = { text, variants: precompress(text, headers) }
    return respond(request, await last.variants)
  }
}

/** The same for bodies that are compressed already. Each encoding has its own strong ETag. */
export function encodedVariants(bodies: ByEncoding<Body>, headers: Record<string, string>): EncodedVariants {
  const { identity, br, gzip, zstd } = bodies
  const version = new Bun.CryptoHasher('sha256').update(identity).digest('base64url').slice(0, 22)
  const head = (encoding: Encoding, body: Body) =>
    createHead(encoding, body, new Headers({ ...headers, etag: `"${version}-${encoding}"`, vary: 'Accept-Encoding' }))
  return {
    br: { ...head('br', br), body: new Blob([br]) },
    gzip: { ...head('gzip', gzip), body: new Blob([gzip]) },
    identity: head('identity', identity),
    ...(zstd && { zstd: { ...head('zstd', zstd), body: new Blob([zstd]) } }),
  }
}

function createHead(encoding: Encoding, { byteLength }: Body, unchanged: Headers): Head {
  const headers = new Headers(unchanged)
  headers.set('content-length', String(byteLength))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return { headers, unchanged: { status: 304, headers: unchanged } }
}

/** Of plain texts in memory. */
const UNPACKED_MAX_BYTES = 8_000_000
/** The plain texts that were sent last, from the least to the most recently used. */
const unpacked = new Map<EncodedVariants, Blob>()
const unpacking = new Map<EncodedVariants, Promise<Blob>>()

/** The plain text, unpacked in a background thread, once for all concurrent requests. */
export async function plainText(variants: EncodedVariants): Promise<Blob> {
  const known = unpacked.get(variants)
  const text = known ?? (await unpacking.getOrInsertComputed(variants, unpack))
  unpacked.delete(variants)
  unpacked.set(variants, text)
  let bytes = unpacked.values().reduce((total, { size }) => total + size, 0)
  for (const [oldest, { size }] of unpacked) {
    if (bytes <= UNPACKED_MAX_BYTES) break
    unpacked.delete(oldest)
    bytes -= size
  }
  return text
}

async function unpack(variants: EncodedVariants): Promise<Blob> {
  try {
    return new Blob([new Uint8Array(await unzip(await variants.gzip.body.bytes()))])
  } finally {
    unpacking.delete(variants)
  }
}

/** The end of the ETag of a body in the best quality. */
const SMALLEST = '-11"'

/**
 * Recompresses with Brotli at the best quality: a tenth smaller, in 60 to 110 ms of a background thread. The ETag changes with the
 * bytes.
 */
export async function recompressBest(variants: EncodedVariants): Promise<void> {
  const headers = new Headers(variants.br.unchanged.headers)
  const etag = headers.get('etag') ?? ''
  if (etag.endsWith(SMALLEST)) return
  const body = await brotli(await (await unpack(variants)).bytes(), BEST)
  headers.set('etag', etag.replace(/"$/, SMALLEST))
  variants.br = { body: new Blob([body]), ...createHead('br', body, headers) }
}

/** Responds with the encoding that the client prefers, or 304 if it has exactly that one; then `unchanged` is called. */
export function respond(
  request: Request,
  variants: EncodedVariants,
  status = 200,
  unchanged?: () => void,
): Response | Promise<Response> {
  const ours = variants.zstd ? BUILD_ENCODINGS : ENCODINGS
  const variant = variants[bestEncoding(request.headers.get('accept-encoding'), ours)] ?? variants.identity
  const { headers } = variant
  if (status === 200 && isFresh(request.headers, headers)) {
    unchanged?.()
    return new Response(null, variant.unchanged)
  }
  if (variant.body) return new Response(variant.body, { status, headers })
  return plainText(variants).then((text) => new Response(text, { status, headers }))
}

/** Memory of the compressed bodies, without headers. */
export const bytesOf = ({ br, gzip }: EncodedVariants) => br.body.size + gzip.body.size
