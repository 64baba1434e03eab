import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { apiHeaders } from './headers.ts'

/** A JSON response with the API's headers; `headers` add to them or replace them. Never compressed: see `publicJson`. */
export const json = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...apiHeaders, ...Object.fromEntries(new Headers(headers)) },
  })

/** Shorter bodies fit into one packet. */
const COMPRESSED_MIN_CHARACTERS = 1_024

/**
 * A public JSON response: revalidated each time, 304 if unchanged, in the best encoding, each with its own strong ETag. `vary`:
 * request headers besides Accept-Encoding that select the response. Only for public data. Logins and responses that require a token
 * use `json`, which never compresses: the length of a compressed body reveals what secrets and attacker-chosen input have in common
 * (BREACH).
 */
export async function publicJson(request: Request, body: unknown, vary: readonly string[] = []): Promise<Response> {
  const text = JSON.stringify(body)
  const wanted = bestEncoding(request.headers.get('accept-encoding'))
  const encoding = text.length < COMPRESSED_MIN_CHARACTERS ? 'identity' : wanted
  const etag = `"${Bun.hash(text).toString(36)}-${encoding}"`
  const headers = { ...apiHeaders, 'cache-control': 'no-cache', etag, vary: [...vary, 'Accept-Encoding'].join(', ') }
  if (isFresh(request.headers, { etag })) return new Response(null, { status: 304, headers })
  return new Response(await encodeText(text, encoding), {
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
  })
}

/** The validators of a response: a strong ETag, and the time of the last modification. */
export type Validator = { etag: string; modified?: Date }

/** Whether the client's cached response is current: 304. The date counts only without an ETag (RFC 9110, 13.2). */
export function isFresh(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-none-match')
  if (known !== null)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return modified !== undefined && wholeSeconds(modified) <= since
}

/** Whether a range of this version may be sent; a changed file is sent in full (If-Range). */
export function ifRangeMatches(headers: Headers, { etag, modified }: Validator): boolean {
  const known = headers.get('if-range')?.trim()
  return (
    known === undefined || known === etag || (modified !== undefined && Date.parse(known) === wholeSeconds(modified))
  )
}

/** HTTP dates have no milliseconds. */
const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000

type Body = Uint8Array<ArrayBuffer>
type Head = { etag: string; headers: Headers; unchanged: { status: 304; headers: Headers } }
/** A body in one encoding, and the headers of its responses. */
type Variant = Head & { readonly body: Body }
export type EncodedVariants = Record<Encoding, Variant> & { zstd?: Variant }
type Bodies = Record<Encoding, Body> & { zstd?: Body }

/** For text rendered at run time: within 3 % of the size of quality 11, and twenty times as fast. */
const QUICK = 5
const BEST = 11
const WINDOW_MIN_BITS = 16
const WINDOW_MAX_BITS = 22
/** A window of n bits reaches back 2ⁿ - 16 bytes. */
const WINDOW_UNUSED_BYTES = 16
const compress = promisify(brotliCompress)
const zip = promisify(gzip)

/** A window no larger than the text gives the same bytes and lowers the peak memory of twenty texts from 160 to 110 MB. */
async function brotli(text: Body, quality: number): Promise<Body> {
  const bits = Math.min(
    WINDOW_MAX_BITS,
    Math.max(WINDOW_MIN_BITS, Math.ceil(Math.log2(text.byteLength + WINDOW_UNUSED_BYTES))),
  )
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: bits }
  return new Uint8Array(await compress(text, { params }))
}

/** Encodes a text in a background thread. */
export async function encodeText(text: string, encoding: Encoding): Promise<Body> {
  const identity = new TextEncoder().encode(text)
  if (encoding === 'br') return brotli(identity, QUICK)
  return encoding === 'gzip' ? new Uint8Array(await zip(identity)) : identity
}

/** Compresses a text in background threads and prepares its responses. `headers` include the content type. */
export async function precompress(text: string, headers: Record<string, string>): Promise<EncodedVariants> {
  const identity = new TextEncoder().encode(text)
  const [br, gz] = await Promise.all([brotli(identity, QUICK), zip(identity)])
  return encodedVariants({ identity, br, gzip: new Uint8Array(gz) }, headers)
}

/** The same for bodies that are compressed already. Each encoding has its own strong ETag. */
export function encodedVariants(
  { identity, br, gzip, zstd }: Bodies,
  headers: Record<string, string>,
): EncodedVariants {
  const version = new Bun.CryptoHasher('sha256').update(identity).digest('base64url').slice(0, 22)
  const head = (encoding: StaticEncoding, { byteLength }: Body) =>
    createHead(byteLength, encoding, `"${version}-${encoding}"`, headers)
  return {
    br: { ...head('br', br), body: br },
    gzip: { ...head('gzip', gzip), body: gzip },
    // Unpacked on demand: it is rarely requested, and storing it would triple memory.
    identity: {
      ...head('identity', identity),
      get body() {
        return Bun.gunzipSync(gzip)
      },
    },
    ...(zstd && { zstd: { ...head('zstd', zstd), body: zstd } }),
  }
}

function createHead(length: number, encoding: StaticEncoding, etag: string, headers: Record<string, string>): Head {
  const unchanged = new Headers({ ...headers, etag, vary: 'Accept-Encoding' })
  const sent = new Headers(unchanged)
  sent.set('content-length', String(length))
  if (encoding !== 'identity') sent.set('content-encoding', encoding)
  return { etag, headers: sent, unchanged: { status: 304, headers: unchanged } }
}

/** The end of the ETag of a body in the best quality. */
const SMALLEST = '-11"'

/**
 * Recompresses with Brotli at the best quality: a tenth smaller, in 60 to 110 ms of a background thread. The ETag changes with the
 * bytes.
 */
export async function recompressBest(variants: EncodedVariants): Promise<void> {
  const { br, identity } = variants
  if (br.etag.endsWith(SMALLEST)) return
  const body = await brotli(identity.body, BEST)
  const etag = br.etag.replace(/"$/, SMALLEST)
  variants.br = { body, ...createHead(body.byteLength, 'br', etag, Object.fromEntries(br.unchanged.headers)) }
}

/** Responds with the encoding that the client prefers, or 304 if it has exactly that one; then `unchanged` is called. */
export function respond(request: Request, variants: EncodedVariants, status = 200, unchanged?: () => void): Response {
  const accepted = request.headers.get('accept-encoding')
  const variant = (variants.zstd && variants[bestStaticEncoding(accepted)]) ?? variants[bestEncoding(accepted)]
  const known = status === 200 ? request.headers.get('if-none-match') : null
  // Browsers send one tag verbatim, so the full parser is rarely needed.
  if (known !== null && (known === variant.etag || isFresh(request.headers, variant))) {
    unchanged?.()
    return new Response(null, variant.unchanged)
  }
  return new Response(variant.body, { status, headers: variant.headers })
}

/** Memory of the compressed bodies, without headers. */
export const bytesOf = ({ br, gzip }: EncodedVariants) => br.body.byteLength + gzip.body.byteLength

/** The encodings of every text. */
export type Encoding = 'br' | 'gzip' | 'identity'
/** The encodings of files of the build. */
export type StaticEncoding = Encoding | 'zstd'

/** Browsers send a handful of different headers; the cap bounds memory for all others. */
const REMEMBERED_MAX = 100

/** Chooses the encoding that the client prefers (RFC 9110, 12.5.3), with q-values, `*` and `q=0`. `ours` is in our order of preference. */
function negotiator<One extends string>(ours: readonly One[], plain: One) {
  const remembered = new Map<string, One>()
  return (acceptEncoding: string | null): One => {
    if (acceptEncoding === null) return plain
    const known = remembered.get(acceptEncoding)
    if (known) return known
    const best = choose(weightsIn(acceptEncoding), ours, plain)
    if (remembered.size < REMEMBERED_MAX) remembered.set(acceptEncoding, best)
    return best
  }
}

export const bestEncoding = negotiator<Encoding>(['br', 'gzip', 'identity'], 'identity')
/** Brotli is the smallest; zstd is for clients without it. */
export const bestStaticEncoding = negotiator<StaticEncoding>(['br', 'zstd', 'gzip', 'identity'], 'identity')

/** If no encoding is acceptable, the plain text is sent anyway. */
function choose<One extends string>(weights: ReadonlyMap<string, number>, ours: readonly One[], plain: One): One {
  const others = weights.get('*') ?? 0
  const weight = (one: One) => weights.get(one) ?? others
  const best = ours.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 ? best : plain
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((one) => /^q\s*=/.test(one))
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, q === undefined ? 1 : weight(q))
  }
  return weights
}

/** An invalid weight counts as 0, because plain text is always acceptable. */
function weight(parameter: string): number {
  const value = Number(parameter.slice(parameter.indexOf('=') + 1))
  return value >= 0 && value <= 1 ? value : 0
}
