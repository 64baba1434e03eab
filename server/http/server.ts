import { readdirSync } from 'node:fs'
import { apiPaths } from '#contract/paths.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { BadRequestError, errorResponse, internalError, UriTooLongError } from './errors.ts'
import { withStrictTransport } from './headers.ts'
import type { Log, Observe } from './log.ts'
import { IDLE_SECONDS } from './request-tools.ts'

/** Paths that are a page or data, depending on `accept`: their own route decides. */
const NEGOTIATED: ReadonlySet<string> = new Set([apiPaths.plans])

/**
 * Bun would reject a body above its own limit with an empty 413, so that limit is disabled: `readBytes` reads every body,
 * rejects with a message and stops reading. A port in use by another process is an error, not shared.
 */
const options = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, reusePort: false, development: false }

/** How long responses announce the end of their connection before new connections are rejected. */
const DRAIN_MS = 300
/** Limit for requests in flight after that; both together stay under the ten seconds that a container gets. */
const FINISH_MS = 7_000

type App = { fetch(request: Request): Response | Promise<Response>; server: Bun.Server<undefined> | null }
type Dependencies = {
  pages: { findCached(target: string): ((request: Request) => Response) | undefined }
  observe: Observe
  /** The site's public URL is https. */
  tls: boolean
  log: Log
}

export type ListenOptions = { port: number; hostname: string; maxConnections?: number; idleSeconds?: number }

/**
 * Listens on a port. Cached pages are sent before routing, which saves a tenth of the time of most requests; they have no
 * request id and no line in the access log. Throws if the port is not available.
 */
export function startServer(
  app: App,
  { pages, observe, tls, log }: Dependencies,
  { maxConnections = 1_000, idleSeconds = IDLE_SECONDS, ...address }: ListenOptions,
) {
  let isClosing = false
  const hasValidHost = createHostCheck()

  const route = (target: string) => (request: Request) =>
    rejectEarly(request, target, server.pendingRequests, maxConnections) ?? app.fetch(request)
  const rejectHost = () => withConnectionClose(errorResponse(new InvalidHost()))

  const server: Bun.Server<undefined> = Bun.serve({
    ...options,
    ...address,
    idleTimeout: idleSeconds,
    fetch(request) {
      const isAddressed = hasValidHost(request)
      const target = request.url.slice(request.url.indexOf('/', 8))
      const isPage = isAddressed && request.method === 'GET' && !NEGOTIATED.has(target)
      const sendCached = isPage ? pages.findCached(target) : undefined
      const response = sendCached
        ? sendCached(request)
        : observe(request, isAddressed ? route(target) : rejectHost, () => server.requestIP(request)?.address ?? '')
      if (!isClosing) return response
      return response instanceof Promise ? response.then(withConnectionClose) : withConnectionClose(response)
    },
    error: (error) => withStrictTransport(internalError(log, error), tls),
  })
  app.server = server
  const connectionLimit = closeIdleAbove(server, maxConnections)

  return {
    port: server.port ?? address.port,
    /** For other processes of this machine. */
    url: localUrl(address.hostname, server.port ?? address.port),
    /**
     * Closes gracefully: responses announce the end of their connection first, because a client that does not know would send
     * its next request into a closing connection; then no connection is accepted, and requests in flight are awaited.
     */
    async end() {
      isClosing = true
      clearInterval(connectionLimit)
      await Bun.sleep(DRAIN_MS)
      await Promise.race([server.stop(), Bun.sleep(FINISH_MS)])
      await server.stop(true)
    },
  }
}

const ALL_INTERFACES = ['0.0.0.0', '::']
const localUrl = (host: string, port: number) =>
  `http://${ALL_INTERFACES.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Checks of every request before routing, and the limit of open connections. */

/** Far longer than any URL of the site; trackers append some hundred characters. */
export const URL_MAX_CHARACTERS = 4_096

/**
 * Rejects a request before routing: 414 for URLs that are too long, 503 for requests with a body while more than `max` are in
 * flight. GET and HEAD are never shed: pages are cheap, and /healthz must always respond.
 */
export function rejectEarly(request: Request, target: string, inFlight: number, max: number): Response | undefined {
  if (target.length > URL_MAX_CHARACTERS) return withConnectionClose(errorResponse(new UriTooLongError()))
  if (inFlight <= max || request.method === 'GET' || request.method === 'HEAD') return
  const message = 'Too much is being sent to us right now. Please try again in a moment.'
  return withConnectionClose(errorResponse(new UnavailableError(message, 5)))
}

export function withConnectionClose(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}

/** A DNS name of at most 253 characters, a trailing dot, and a port. */
const HOST_MAX_CHARACTERS = 260
/** A DNS name or an IPv4 address, or an IPv6 address without a zone in brackets; then an optional port. Repeated headers arrive joined by commas. */
const HOST = /^(?:(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** The Host header is missing, repeated, empty or malformed. */
export class InvalidHost extends BadRequestError {
  constructor() {
    super('The Host header is missing or not valid. Send exactly one, with a host name and perhaps a port.')
  }
}

/** Whether a Host header names exactly one host. The URL parser also rejects ports and IP addresses that are out of range. */
export const isValidHost = (host: string | null): boolean =>
  host !== null && host.length <= HOST_MAX_CHARACTERS && HOST.test(host) && URL.canParse(`http://${host}`)

/**
 * Returns the same check for the path of every request: a host that equals the last valid one costs one comparison.
 * Bun builds `request.url` from the Host header, so nothing may read that URL before this check.
 */
export function createHostCheck(): (request: Request) => boolean {
  let lastValid: string | null = null
  return ({ headers }) => {
    const host = headers.get('host')
    if (host !== null && host === lastValid) return true
    if (!isValidHost(host)) return false
    lastValid = host
    return true
  }
}

const CONNECTION_CHECK_INTERVAL_MS = 1_000

/**
 * Closes idle keep-alive connections while more than `max` connections are open, so that the process does not run out of file
 * descriptors. Connections that never sent a whole request are closed by the server's idle timeout instead.
 */
export function closeIdleAbove(
  server: Pick<Bun.Server<undefined>, 'closeIdleConnections'>,
  max: number,
  count = openConnections,
): Timer {
  return setInterval(() => {
    if (count() > max) server.closeIdleConnections()
  }, CONNECTION_CHECK_INTERVAL_MS).unref()
}

/** The number of open file descriptors: connections and a few dozen files. 0 where the system does not report it. */
export function openConnections(): number {
  for (const folder of ['/proc/self/fd', '/dev/fd']) {
    try {
      return readdirSync(folder).length
    } catch {}
  }
  return 0
}
