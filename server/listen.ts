import { apiPaths } from '#contract/paths.ts'
import type { createApp } from './app.ts'
import type { Observe } from './http/access-log.ts'
import { IDLE_SECONDS, last, turnedAway } from './http/admission.ts'
import { limitConnections } from './http/connection-limit.ts'
import { errorResponse, failed } from './http/error-handler.ts'
import { withStrictTransport } from './http/headers.ts'
import { createHostCheck, InvalidHost } from './http/host.ts'
import type { Log } from './http/log.ts'

/** Paths that are a page or data, depending on the Accept header: their route decides. */
const NEGOTIATED: ReadonlySet<string> = new Set([apiPaths.plans])

/**
 * Bun would reject a body over its own limit with an empty 413 response. `readBytes` limits bodies instead, with a
 * message. A port in use is an error, not shared.
 */
const options = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, reusePort: false, development: false }

/** For this long, responses on open connections announce that the connection ends. */
const LAST_CALL_MS = 300
/** Requests in flight may take this long; both together are below the ten seconds that a container is given. */
const FINISH_MS = 7_000

type Sources = {
  pages: { ready(target: string): ((request: Request) => Response) | undefined }
  observe: Observe
  /** Whether the public URL is https. */
  tls: boolean
  log: Log
}

export type Place = { port: number; hostname: string; maxConnections?: number; idleSeconds?: number }

/**
 * Serves the app on a port. Cached pages are sent before routing, without request id and access log, which saves a
 * tenth of the time of most requests. Throws when the port is not available.
 */
export function listen(
  app: ReturnType<typeof createApp>,
  { pages, observe, tls, log }: Sources,
  { maxConnections = 1_000, idleSeconds = IDLE_SECONDS, ...place }: Place,
) {
  let ending = false
  const hasValidHost = createHostCheck()

  const route = (request: Request, target: string) =>
    turnedAway(request, target, server.pendingRequests, maxConnections) ?? app.fetch(request)
  const reject = () => last(errorResponse(new InvalidHost()))

  const server: Bun.Server<undefined> = Bun.serve({
    ...options,
    ...place,
    idleTimeout: idleSeconds,
    fetch(request) {
      const isAddressed = hasValidHost(request)
      const target = request.url.slice(request.url.indexOf('/', 8))
      const isPage = isAddressed && request.method === 'GET' && !NEGOTIATED.has(target)
      const send = isPage ? pages.ready(target) : undefined
      const answer = send
        ? send(request)
        : observe(
            request,
            isAddressed ? (asked) => route(asked, target) : reject,
            () => server.requestIP(request)?.address ?? '',
          )
      return ending ? lastOf(answer) : answer
    },
    error: (error) => withStrictTransport(failed(log, error), tls),
  })
  app.server = server
  const limit = limitConnections(server, maxConnections)

  return {
    port: server.port ?? place.port,
    /** The URL for other processes of this machine. */
    url: localUrl(place.hostname, server.port ?? place.port),
    /**
     * Shuts down gracefully: responses first announce that their connection ends, so that clients send nothing into a
     * closing connection; then new connections are rejected, and requests in flight are finished.
     */
    async end() {
      ending = true
      clearInterval(limit)
      await Bun.sleep(LAST_CALL_MS)
      await Promise.race([server.stop(), Bun.sleep(FINISH_MS)])
      await server.stop(true)
    },
  }
}

/** Hosts that stand for all network interfaces. */
const ANYWHERE = ['0.0.0.0', '::']
const localUrl = (host: string, port: number) =>
  `http://${ANYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

const lastOf = (answer: Response | Promise<Response>) => (answer instanceof Promise ? answer.then(last) : last(answer))
