import { apiPaths } from '#contract/paths.ts'
import type { createApp } from './app.ts'
import type { Observe } from './http/access-log.ts'
import { IDLE_SECONDS, last, turnedAway } from './http/admission.ts'
import { limitConnections } from './http/connection-limit.ts'
import { errorResponse, failed } from './http/error-handler.ts'
import { withStrictTransport } from './http/headers.ts'
import { createHostCheck, InvalidHost } from './http/host.ts'
import type { Log } from './http/log.ts'

/** Addresses that are a page only for those who ask for HTML (decision 4): their own route decides. */
const NEGOTIATED: ReadonlySet<string> = new Set([apiPaths.plans])

/**
 * Bun would refuse a body over its own limit with an empty 413, so that limit is out of the way: every body is read by
 * `readBytes`, which refuses by a message and stops reading. A port that another process has is an error, not shared.
 */
const options = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, reusePort: false, development: false }

/** How long open connections are told that they end, before no new ones are accepted. */
const LAST_CALL_MS = 300
/** What is in flight then may take so long: together under the ten seconds that a container is given. */
const FINISH_MS = 7_000

type Sources = {
  pages: { ready(target: string): ((request: Request) => Response) | undefined }
  observe: Observe
  /** The public address is https. */
  tls: boolean
  log: Log
}

export type Place = { port: number; hostname: string; maxConnections?: number; idleSeconds?: number }

/**
 * Puts the app on a port. A page that lies ready is sent before the router is asked: that is most of what visitors want,
 * and the way around costs a tenth of the speed: so it has no id, and no line in the log. Throws where the port cannot be had.
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
    /** Where other processes of this machine reach it. */
    url: localUrl(place.hostname, server.port ?? place.port),
    /**
     * Ends politely: answers say that their connection ends, then nobody is let in any more, and what is in flight is
     * waited for. A connection that was never told cannot know, and may send into the closing door: it is told first.
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

/** Hosts that mean every address of this machine. */
const ANYWHERE = ['0.0.0.0', '::']
const localUrl = (host: string, port: number) =>
  `http://${ANYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

const lastOf = (answer: Response | Promise<Response>) => (answer instanceof Promise ? answer.then(last) : last(answer))
