import { readdirSync } from 'node:fs'
import { apiPaths } from '#contract/paths.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { Observe } from './access-log.ts'
import { errorResponse, HttpError, internalError } from './errors.ts'
import { IDLE_SECONDS } from './identity.ts'
import { type Tls, withStrictTransport } from './strict-transport.ts'

/**
 * Bun would reject a body above its own limit with an empty 413, so that limit is disabled: `readBytes` reads every body,
 * rejects with a message and stops reading. A port in use by another process is an error, not shared.
 */
const options = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, reusePort: false, development: false }

/** How long responses announce the end of their connection before new connections are rejected. */
const DRAIN_MS = 300
/** Limit for requests in flight after that; both together stay under the ten seconds that a container gets. */
const FINISH_MS = 7_000
const CONNECTION_CHECK_INTERVAL_MS = 1_000

type App = { fetch(request: Request): Response | Promise<Response>; server: Bun.Server<undefined> | null }
type Dependencies = {
  pages: { findCached(target: string): ((request: Request) => Response | Promise<Response>) | undefined }
  observe: Observe
  /** The site's public URL is https. */
  tls: Tls
  log: Log
}
type ListenOptions = { port: number; hostname: string; maxConnections?: number; idleSeconds?: number }

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

  const route = (target: string) => (request: Request) =>
    rejectEarly(request, target, server.pendingRequests, maxConnections) ?? app.fetch(request)
  function holdOpen(request: Request, ms: number): () => void {
    server.timeout(request, Math.ceil(ms / 1_000) + idleSeconds)
    return () => server.timeout(request, idleSeconds)
  }
  const rejectHost = () => withConnectionClose(errorResponse(invalidHost()))

  const server: Bun.Server<undefined> = Bun.serve({
    ...options,
    ...address,
    idleTimeout: idleSeconds,
    // The runtime answers trailers of a chunked body with a second response, a 400. Clients that know that the connection closes
    // ignore it, instead of taking it for the response to their next request.
    fetch(request) {
      const isAddressed = isValidHost(request)
      const target = request.url.slice(request.url.indexOf('/', 8))
      // The route of the plans decides whether they are a page or data.
      const isPage = isAddressed && request.method === 'GET' && target !== apiPaths.plans
      const sendCached = isPage ? pages.findCached(target) : undefined
      const response = sendCached
        ? sendCached(request)
        : observe(
            request,
            isAddressed ? route(target) : rejectHost,
            () => server.requestIP(request)?.address ?? '',
            (ms) => holdOpen(request, ms),
          )
      if (!isClosing && !request.headers.has('transfer-encoding')) return response
      return response instanceof Promise ? response.then(withConnectionClose) : withConnectionClose(response)
    },
    error: (error) => withStrictTransport(internalError(log, error), tls),
  })
  app.server = server
  // So that the process does not run out of file descriptors. Connections that never sent a whole request are closed by the
  // idle timeout instead.
  const connectionCheck = setInterval(() => {
    if (openFiles() > maxConnections) server.closeIdleConnections()
  }, CONNECTION_CHECK_INTERVAL_MS).unref()
  const port = server.port ?? address.port

  return {
    port,
    /** For this machine: its browser, and other processes. */
    url: localUrl(address.hostname, port),
    /**
     * Closes gracefully: responses announce the end of their connection first, because a client that does not know would send
     * its next request into a closing connection; then no connection is accepted, and requests in flight are awaited.
     */
    async end() {
      isClosing = true
      clearInterval(connectionCheck)
      await Bun.sleep(DRAIN_MS)
      await Promise.race([server.stop(), Bun.sleep(FINISH_MS)])
      await server.stop(true)
    },
  }
}

/** The number of open file descriptors: connections and a few dozen files. 0 where the system does not report it. */
function openFiles(): number {
  try {
    return readdirSync('/dev/fd').length
  } catch {
    return 0
  }
}

const ALL_INTERFACES = ['0.0.0.0', '::']
const localUrl = (host: string, port: number) =>
  `http://${ALL_INTERFACES.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Far longer than any URL of the site; trackers append some hundred characters. */
export const URL_MAX_CHARACTERS = 4_096

/**
 * Rejects a request before routing: 414 for URLs that are too long, 503 for requests with a body while more than `max` are in
 * flight. GET and HEAD are never shed: pages are cheap, and /healthz must always respond.
 */
export function rejectEarly(request: Request, target: string, inFlight: number, max: number): Response | undefined {
  if (target.length > URL_MAX_CHARACTERS)
    return withConnectionClose(errorResponse(new HttpError(414, 'This URL is too long.')))
  if (inFlight <= max || request.method === 'GET' || request.method === 'HEAD') return
  const message = 'Too much is being sent to us right now. Please try again in a moment.'
  return withConnectionClose(errorResponse(new UnavailableError(message, 5)))
}

function withConnectionClose(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}

/** A DNS name of at most 253 characters, a trailing dot, and a port. */
const HOST_MAX_CHARACTERS = 260
/** A DNS name or an IPv4 address, or an IPv6 address without a zone in brackets; then an optional port. Repeated headers arrive joined by commas. */
const HOST = /^(?:(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Whether the Host header names exactly one host. The URL parser also rejects ports and IP addresses that are out of range. Bun
 * builds `request.url` from this header, so nothing may read that URL before this check.
 */
export function isValidHost({ headers }: Request): boolean {
  const host = headers.get('host')
  return host !== null && host.length <= HOST_MAX_CHARACTERS && HOST.test(host) && URL.canParse(`http://${host}`)
}

export const invalidHost = () =>
  new HttpError(400, 'The Host header is missing or not valid. Send exactly one, with a host name and perhaps a port.')
