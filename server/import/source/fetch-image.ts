import { lookup } from 'node:dns/promises'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { sniff } from '#server/storage/image-format.ts'
import { isPublicAddress } from './public-address.ts'

/** One import fetches at most this much; a second run continues. */
export type FetchLimits = {
  images: number
  totalBytes: number
  totalMs: number
  imageMs: number
  redirects: number
}
export const FETCH_LIMITS: FetchLimits = {
  images: 10_000,
  totalBytes: 2_000_000_000,
  totalMs: 60 * 60_000,
  imageMs: 20_000,
  redirects: 5,
}

/** Tests replace these; the server and the command never do. */
export type Network = {
  /** The IP addresses of a host. */
  resolve(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
}
export const publicNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

/** Why an image was not fetched; the report groups by it. */
export class ImageNotFetchedError extends Error {}

/** Fetches images of other sites: http and https, public addresses, within the limits. */
export function createImageFetcher({
  network = publicNetwork,
  limits = FETCH_LIMITS,
  nowMs = () => performance.now(),
} = {}) {
  const startMs = nowMs()
  let images = 0
  let bytesLeft = limits.totalBytes

  /** Returns a JPEG, PNG, WebP or GIF. Throws `ImageNotFetchedError`. */
  async function fetchImage(url: string): Promise<Uint8Array> {
    if (++images > limits.images || bytesLeft <= 0 || nowMs() - startMs > limits.totalMs)
      throw new ImageNotFetchedError('the limits of one import were reached: run it again to fetch the rest')
    const signal = AbortSignal.timeout(limits.imageMs)
    let place = parsed(url)
    for (let hop = 0; hop <= limits.redirects; hop++) {
      const response = await request(place, signal)
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        place = parsed(location, place)
        continue
      }
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new ImageNotFetchedError(`the other site answered ${response.status}`)
      }
      return checkedImage(await readBody(response))
    }
    throw new ImageNotFetchedError('the other site redirects too often')
  }

  /** Resolves the name once and connects to that very address, so that a second answer cannot be another one. */
  async function request(url: URL, signal: AbortSignal): Promise<Response> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = await network.resolve(host).catch(() => [])
    const [address] = addresses
    if (address === undefined) throw new ImageNotFetchedError('the other site does not exist any more')
    if (!addresses.every(network.isAllowed)) throw new ImageNotFetchedError('the URL is in a private network')
    const target = new URL(url)
    target.hostname = address.includes(':') ? `[${address}]` : address
    try {
      return await fetch(target, {
        signal,
        redirect: 'manual',
        keepalive: false,
        headers: { Host: url.host, Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'image import' },
        // The certificate must be that of the host.
        ...(url.protocol === 'https:' && { tls: { serverName: host } }),
      })
    } catch {
      throw new ImageNotFetchedError('the other site did not answer')
    }
  }

  async function readBody({ body }: Response): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of body ?? []) {
        size += chunk.length
        bytesLeft -= chunk.length
        if (size > IMAGE_MAX_BYTES) throw new ImageNotFetchedError('it is larger than 10 MB')
        if (bytesLeft < 0)
          throw new ImageNotFetchedError('the limits of one import were reached: run it again to fetch the rest')
        chunks.push(chunk)
      }
    } catch (error) {
      if (error instanceof ImageNotFetchedError) throw error
      throw new ImageNotFetchedError('the other site did not answer')
    }
    return Buffer.concat(chunks)
  }

  return fetchImage
}
export type FetchImage = ReturnType<typeof createImageFetcher>

function parsed(url: string, base?: URL): URL {
  const found = URL.parse(url.startsWith('//') ? `https:${url}` : url, base?.href)
  if (!found || (found.protocol !== 'http:' && found.protocol !== 'https:'))
    throw new ImageNotFetchedError('its URL is not one of the web')
  found.username = ''
  found.password = ''
  return found
}

function checkedImage(bytes: Uint8Array): Uint8Array {
  if (sniff(bytes)) return bytes
  throw new ImageNotFetchedError(notAnImage(bytes))
}

/** Why bytes are no image that the site shows. */
export function notAnImage(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (/<svg[\s/>]/i.test(start)) return 'SVG images are not shown: convert them to PNG'
  if (/^.{4}ftyp(?:avi[fs])/s.test(start)) return 'AVIF images are not shown: convert them to WebP or JPEG'
  return 'it is not a JPEG, PNG, WebP or GIF'
}
