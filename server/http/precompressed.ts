import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isFresh } from './conditional.ts'

type Body = Uint8Array<ArrayBuffer>
/** A body in one encoding, with everything that its responses need; only `identity` is computed on demand. */
type Variant = {
  readonly body: Body
  etag: string
  headers: Headers
  /** The init of a 200 response, and of a 304. */
  whole: ResponseInit
  unchanged: { status: 304; headers: Headers }
}
export type EncodedVariants = Record<Encoding, Variant> & { zstd?: Variant }
export type Bodies = Record<Encoding, Body> & { zstd?: Body }

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
  const { byteLength } = identity
  const head = (encoding: StaticEncoding, length: number) =>
    headOf(length, encoding, `"${version}-${encoding}"`, headers)
  let zipped: Variant | undefined
  return {
    br: { body: br, ...head('br', br.byteLength) },
    // Both are rare: gzip headers are built lazily, and the identity body is unpacked on demand, because storing it would triple
    // memory.
    get gzip() {
      zipped ??= { body: gzip, ...head('gzip', gzip.byteLength) }
      return zipped
    },
    get identity() {
      return unpacked(gzip, head('identity', byteLength))
    },
    ...(zstd && { zstd: { body: zstd, ...head('zstd', zstd.byteLength) } }),
  }
}

const unpacked = (gzip: Body, head: ReturnType<typeof headOf>): Variant => ({
  ...head,
  get body() {
    return Bun.gunzipSync(gzip)
  },
})

function headOf(length: number, encoding: StaticEncoding, etag: string, headers: Record<string, string>) {
  const unchanged = new Headers({ ...headers, etag, vary: 'Accept-Encoding' })
  const sent = new Headers(unchanged)
  sent.set('content-length', String(length))
  if (encoding !== 'identity') sent.set('content-encoding', encoding)
  return { etag, headers: sent, whole: { headers: sent }, unchanged: { status: 304, headers: unchanged } as const }
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
  variants.br = { body, ...headOf(body.byteLength, 'br', etag, Object.fromEntries(br.unchanged.headers)) }
}

/** Responds with the encoding that the client prefers, or 304 if it has exactly that one; then `unchanged` is called. */
export function respond(request: Request, variants: EncodedVariants, status = 200, unchanged?: () => void): Response {
  const accepted = request.headers.get('accept-encoding')
  const variant = (variants.zstd && variants[bestStaticEncoding(accepted)]) ?? variants[bestEncoding(accepted)]
  if (status !== 200) return new Response(variant.body, { status, headers: variant.headers })
  const known = request.headers.get('if-none-match')
  // Browsers send one tag verbatim, so the full parser is rarely needed.
  if (known !== null && (known === variant.etag || isFresh(request.headers, variant))) {
    unchanged?.()
    return new Response(null, variant.unchanged)
  }
  return new Response(variant.body, variant.whole)
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
