import { apiPaths } from '#contract/paths.ts'
import type { Observe } from './access-log.ts'
import {
  closeIdleAbove,
  createHostCheck,
  IDLE_SECONDS,
  InvalidHost,
  rejectEarly,
  withConnectionClose,
} from './admission.ts'
import { errorResponse, internalError } from './error-handler.ts'
import { withStrictTransport } from './headers.ts'
import type { Log } from './log.ts'

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
