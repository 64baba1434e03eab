import type { Log } from '#server/lib/log.ts'
import { HttpError } from './errors.ts'

const FOREIGN_ORIGIN_MESSAGE = 'Writes from another website are refused.'
/** Of a header in the log. */
const LOGGED_MAX_CHARACTERS = 200

type Options = {
  /** The origin of PUBLIC_URL; `undefined` if it is not set. */
  publicUrl: string | undefined
  log: Log
}

/** `expectedOrigin` is empty without PUBLIC_URL. Clients add their own origin: responses never contain what was sent. */
class ForeignOriginError extends HttpError {
  constructor(publicUrl = '') {
    super(403, FOREIGN_ORIGIN_MESSAGE, {}, { expectedOrigin: publicUrl })
  }
}

/**
 * Returns a check that rejects a browser's write from another origin with 403. The origins of this site are those of
 * PUBLIC_URL, of the request's `Host`, which a proxy may replace by that of its upstream, and of this machine. Clients
 * other than browsers send neither `Origin` nor `Sec-Fetch-Site`.
 */
export function createOriginCheck({ publicUrl, log }: Options): (request: Request) => void {
  return ({ headers }) => {
    const origin = headers.get('origin')
    const host = headers.get('host')
    const site = headers.get('sec-fetch-site')
    if (isFromHere({ origin, host, site, publicUrl })) return
    log.warn('write from another origin rejected', {
      origin: shortened(origin),
      host: shortened(host),
      site: shortened(site),
      expected: publicUrl,
      hint: 'If this is your site, set PUBLIC_URL to the URL that visitors use, or let the proxy pass the header Host.',
    })
    throw new ForeignOriginError(publicUrl)
  }
}

const shortened = (header: string | null) => header?.slice(0, LOGGED_MAX_CHARACTERS)

type Sender = { origin: string | null; host: string | null; site: string | null; publicUrl: string | undefined }

function isFromHere({ origin, host, site, publicUrl }: Sender): boolean {
  if (site === 'cross-site' || site === 'same-site') return false
  if (origin === null) return true
  // Without a referrer, browsers hide the origin of a form.
  if (origin === 'null') return site === 'same-origin' || site === 'none'
  const sender = URL.parse(origin)
  if (!sender) return false
  return sender.origin === publicUrl || sender.host === host?.toLowerCase() || isThisMachine(sender.hostname)
}

const isThisMachine = (hostname: string) => /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
