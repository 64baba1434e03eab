import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isFresh } from './conditional.ts'

type Body = Uint8Array<ArrayBuffer>
/** One form of a body, ready to be sent: nothing of it is computed when a request comes, unless it is wanted unpacked. */
type Variant = {
  readonly body: Body
  etag: string
  headers: Headers
  /** How a 200 and a 304 of it begin. */
  whole: ResponseInit
  unchanged: { status: 304; headers: Headers }
}
export type EncodedVariants = Record<Encoding, Variant> & { zstd?: Variant }
export type Bodies = Record<Encoding, Body> & { zstd?: Body }

/** For text made while the site runs: 5 is 97 % as small as 11 and twenty times as fast. */
const QUICK = 5
const BEST = 11
const WINDOW_MIN_BITS = 16
const WINDOW_MAX_BITS = 22
/** A window of n bits reaches back 2ⁿ - 16 bytes. */
const WINDOW_UNUSED_BYTES = 16
const compress = promisify(brotliCompress)
const zip = promisify(gzip)

/** With a window as large as the text the bytes are the same, and twenty texts at once take 110 MB, not 160. */
async function brotli(text: Body, quality: number): Promise<Body> {
  const bits = Math.min(
    WINDOW_MAX_BITS,
    Math.max(WINDOW_MIN_BITS, Math.ceil(Math.log2(text.byteLength + WINDOW_UNUSED_BYTES))),
  )
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: bits }
  return new Uint8Array(await compress(text, { params }))
}

/** A text in one encoding, compressed off the event loop. */
export async function encodeText(text: string, encoding: Encoding): Promise<Body> {
  const identity = new TextEncoder().encode(text)
  if (encoding === 'br') return brotli(identity, QUICK)
  return encoding === 'gzip' ? new Uint8Array(await zip(identity)) : identity
}

/** Compresses beside the loop, and prepares all answers. `headers` are those of the answer, its type among them. */
export async function precompress(text: string, headers: Record<string, string>): Promise<EncodedVariants> {
  const identity = new TextEncoder().encode(text)
  const [br, gz] = await Promise.all([brotli(identity, QUICK), zip(identity)])
  return encodedVariants({ identity, br, gzip: new Uint8Array(gz) }, headers)
}

/** The same for bodies that are compressed already. Each form has a strong ETag of its own. */
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
    // Hardly anybody takes these two: their headers are made for the first who does, and the text itself would fill two thirds of the memory.
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

/** Ends the ETag of what is as small as it gets. */
const SMALLEST = '-11"'

/** Compresses once more, as small as it gets: a tenth smaller, for 60 to 110 ms beside the loop. Other bytes, so another ETag. */
export async function recompressBest(variants: EncodedVariants): Promise<void> {
  const { br, identity } = variants
  if (br.etag.endsWith(SMALLEST)) return
  const body = await brotli(identity.body, BEST)
  const etag = br.etag.replace(/"$/, SMALLEST)
  variants.br = { body, ...headOf(body.byteLength, 'br', etag, Object.fromEntries(br.unchanged.headers)) }
}

/** The form that the client likes best; 304 without a body where it has exactly that one, and `unchanged` is told. */
export function respond(request: Request, variants: EncodedVariants, status = 200, unchanged?: () => void): Response {
  const accepted = request.headers.get('accept-encoding')
  const variant = (variants.zstd && variants[bestStaticEncoding(accepted)]) ?? variants[bestEncoding(accepted)]
  if (status !== 200) return new Response(variant.body, { status, headers: variant.headers })
  const known = request.headers.get('if-none-match')
  // What browsers send is one tag, word for word: nothing is taken apart for it.
  if (known !== null && (known === variant.etag || isFresh(request.headers, variant))) {
    unchanged?.()
    return new Response(null, variant.unchanged)
  }
  return new Response(variant.body, variant.whole)
}

/** What the forms take in memory, headers left out. */
export const bytesOf = ({ br, gzip }: EncodedVariants) => br.body.byteLength + gzip.body.byteLength

/** What every text of the site can be had in. */
export type Encoding = 'br' | 'gzip' | 'identity'
/** What was built before the start can be had in one more. */
export type StaticEncoding = Encoding | 'zstd'

/** Browsers send a handful of different headers, over and over; a stranger must not fill the memory with others. */
const REMEMBERED_MAX = 100

/**
 * The encoding that the client likes best of those we have (RFC 9110 §12.5.3): q-values, `*` and `q=0` are honoured. `ours`
 * stand in the order in which we would rather send them.
 */
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
/** Brotli is the smallest of them: zstd is for who cannot read that. */
export const bestStaticEncoding = negotiator<StaticEncoding>(['br', 'zstd', 'gzip', 'identity'], 'identity')

/** Where nothing of ours is acceptable, the plain text is sent all the same: readable by everyone. */
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

/** A weight that cannot be read counts as a refusal: plain text is never wrong. */
function weight(parameter: string): number {
  const value = Number(parameter.slice(parameter.indexOf('=') + 1))
  return value >= 0 && value <= 1 ? value : 0
}
