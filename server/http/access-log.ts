import { randomBytes } from 'node:crypto'
import { Elysia } from 'elysia'
import { withStrictTransport } from './headers.ts'
import type { TrustedProxies } from './ip.ts'
import type { Log, LogLevel } from './log.ts'
import { currentRequest, type RequestContext, runInRequest } from './request-context.ts'

/** A finished request. `route` is the pattern of its path; `method` is whatever the client sent. */
export type RequestSummary = { method: string; route: string; status: number; ms: number }

export type AccessLogOptions = {
  log: Log
  /** Proxies whose `x-request-id` is kept. */
  trustedProxies: TrustedProxies
  /** The site's public URL is https. */
  tls?: boolean
  /** Called for each finished request. */
  count?: ((summary: RequestSummary) => void) | undefined
}

export type Handle = (request: Request) => Response | Promise<Response>
/** Responds to a request with `handle`; `peer` returns the IP address at the other end of the socket. */
export type Observe = (request: Request, handle: Handle, peer: () => string) => Promise<Response>

export const REQUEST_ID = 'x-request-id'
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
/** The route before the router has matched one: that of the pages. */
const UNROUTED = '/*'

/** Gives every request an id for its response and its log lines, writes the access log, and counts requests. */
export function createAccessLog({ log, trustedProxies, tls = false, count }: AccessLogOptions) {
  let inFlight = 0

  const observe: Observe = (request, handle, peer) => {
    const context = { id: idOf(request, peer), route: UNROUTED, isFinished: false }
    const startedMs = performance.now()
    inFlight++
    return runInRequest(context, async () => {
      try {
        return finish(context, request.method, startedMs, await handle(request))
      } finally {
        inFlight--
      }
    })
  }

  /** Keeps the id that a trusted proxy set, so that its log and ours agree. */
  function idOf({ headers }: Request, peer: () => string): string {
    const sent = headers.get(REQUEST_ID)
    const isTrusted = sent !== null && ID_PATTERN.test(sent) && trustedProxies.includes(peer())
    return isTrusted ? sent : randomBytes(6).toString('hex')
  }

  function finish(context: RequestContext, method: string, startedMs: number, response: Response): Response {
    const { status, headers } = response
    const summary = { method, route: context.route, status, ms: toTenths(performance.now() - startedMs) }
    headers.set(REQUEST_ID, context.id)
    log[levelOf(summary)]('request', summary)
    count?.(summary)
    context.isFinished = true
    return withStrictTransport(response, tls)
  }

  return { observe, inFlight: () => inFlight }
}

const toTenths = (ms: number) => Math.round(ms * 10) / 10

/** Rejected clients and server errors need attention; API requests and client errors are the access log; pages are noise. */
function levelOf({ route, status }: RequestSummary): LogLevel {
  if (status === 503 || status === 507) return 'warn'
  if (status >= 500) return 'error'
  if ([401, 403, 429].includes(status)) return 'warn'
  return status >= 400 || isApi(route) ? 'info' : 'debug'
}

const isApi = (route: string) => /^\/(?:api|company|pricing)(?:\/|$)/.test(route)

/** Records the matched route for log and metrics. */
export const recordRoute = new Elysia({ name: 'record-route' }).onBeforeHandle({ as: 'global' }, ({ route }) => {
  const request = currentRequest()
  if (request) request.route = route
})
