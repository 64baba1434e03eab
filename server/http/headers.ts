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

type PageCircumstances = {
  /** The site's public URL is https, so the policy upgrades all requests. */
  tls: boolean
  /** Where the page's form redirects to: the origin of another site must be allowed. */
  formLeadsTo?: string | undefined
}

const pagePolicy = ({ scripts, styles }: InlineHashes, { tls, formLeadsTo }: PageCircumstances) =>
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
    "frame-ancestors 'none'",
    ...(tls ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Headers of an HTML page. */
export const pageHeaders = (hashes: InlineHashes, circumstances: PageCircumstances): Record<string, string> => ({
  ...guards,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': pagePolicy(hashes, circumstances),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...(circumstances.tls && { [STRICT_TRANSPORT]: TWO_YEARS }),
})

const STRICT_TRANSPORT = 'strict-transport-security'
const TWO_YEARS = 'max-age=63072000; includeSubDomains'

/** Returns the same response, with HSTS if the site's public URL is https. Errors and files carry it, too. */
export function withStrictTransport(response: Response, tls: boolean): Response {
  if (tls) response.headers.set(STRICT_TRANSPORT, TWO_YEARS)
  return response
}

/** Headers of a JSON response. Lists that carry an ETag have `no-cache` instead of `no-store`. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...guards,
}

/** Headers of a feed or sitemap: sandboxed, so that no browser runs it as a page. */
export const feedHeaders = (type: string, modified: Date): Record<string, string> => ({
  'content-type': type,
  'cache-control': 'no-cache',
  'last-modified': modified.toUTCString(),
  'content-security-policy': "default-src 'none'; sandbox",
  ...guards,
})

/** A year: for names that contain the hash of the content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Headers of a file under /storage/, sandboxed: it never runs as a page, whatever its bytes. The handler adds type and caching. */
export const storageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  ...guards,
}

/** Headers of a file of the build, whose name is a hash. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'cache-control': IMMUTABLE,
  ...guards,
}
