import { randomBytes } from 'node:crypto'
import { Elysia } from 'elysia'
import { HOUR_MS } from '#server/lib/clock.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { clientIp, isPrivateAddress, networkOf, type TrustedProxies } from '#server/lib/ip.ts'
import { currentRequest, type Log, type LogLevel, type RequestContext, runInRequest } from '#server/lib/log.ts'
import { type Tls, withStrictTransport } from './strict-transport.ts'

/** A finished request. `route` is the pattern of its path; `method` is whatever the client sent. */
export type RequestSummary = { method: string; route: string; status: number; ms: number }

/** Of requests with the same route and status. Further ones are counted: a flood must not fill the disk with its log. */
const LINES_PER_SECOND = 100
const SECOND_MS = 1_000

const UNTRUSTED_PROXY =
  'Requests have X-Forwarded-For and come from a private address that TRUSTED_PROXIES does not name: all visitors share one limit. Set TRUSTED_PROXIES to the address of the proxy.'

type Handle = (request: Request) => Response | Promise<Response>
/** Responds to a request with `handle`; `peer` returns the IP address at the other end of the socket; `holdOpen` is for its context. */
export type Observe = (
  request: Request,
  handle: Handle,
  peer: () => string,
  holdOpen?: RequestContext['holdOpen'],
) => Promise<Response>

const REQUEST_ID = 'x-request-id'
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
/** The route before the router has matched one: that of the pages. */
const UNROUTED = '/*'

/** Gives every request an id for its response and its log lines, and writes the access log. `tls`: the public URL is https. */
export function createAccessLog(log: Log, trustedProxies: TrustedProxies, tls: Tls) {
  let inFlight = 0
  let listener: ((summary: RequestSummary) => void) | undefined

  const observe: Observe = (request, handle, peer, holdOpen) => {
    const context: RequestContext = {
      id: idOf(request, peer),
      network: networkAt(request, peer),
      route: UNROUTED,
      isFinished: false,
      ...(holdOpen && { holdOpen }),
    }
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

  /** Of the last request through such a proxy. */
  let untrustedProxyMs: number | undefined
  function networkAt({ headers }: Request, peer: () => string): string {
    const forwardedFor = headers.get('x-forwarded-for')
    const address = clientIp(peer(), forwardedFor, trustedProxies)
    if (forwardedFor !== null && isPrivateAddress(peer()) && !trustedProxies.includes(peer())) {
      if (untrustedProxyMs === undefined) log.warn('proxy not trusted', { reason: UNTRUSTED_PROXY })
      untrustedProxyMs = performance.now()
    }
    return networkOf(address)
  }

  /** Keeps the id that a trusted proxy set, so that its log and ours agree. */
  function idOf({ headers }: Request, peer: () => string): string {
    const sent = headers.get(REQUEST_ID)
    const isTrusted = sent !== null && ID_PATTERN.test(sent) && trustedProxies.includes(peer())
    return isTrusted ? sent : randomBytes(6).toString('hex')
  }

  function finish(context: RequestContext, method: string, startedMs: number, response: Response): Response {
    const { status, headers } = response
    const ms = Math.round((performance.now() - startedMs) * 10) / 10
    const summary = { method, route: context.route, status, ms }
    headers.set(REQUEST_ID, context.id)
    logRequest(summary, context.reason)
    listener?.(summary)
    context.isFinished = true
    return withStrictTransport(response, tls)
  }

  /** The requests of the current second, by what their lines have in common. */
  const logged = new Map<string, { level: LogLevel; route: string; status: number; count: number }>()

  function logRequest(summary: RequestSummary, reason: string | undefined): void {
    const { route, status } = summary
    const level = levelOf(summary)
    if (logged.size === 0) setTimeout(summarize, SECOND_MS).unref()
    const key = `${route} ${status}`
    const same = logged.getOrInsertComputed(key, () => ({ level, route, status, count: 0 }))
    if (same.count++ < LINES_PER_SECOND) log[level]('request', { ...summary, ...(reason !== undefined && { reason }) })
  }

  function summarize(): void {
    for (const { level, route, status, count } of logged.values())
      if (count > LINES_PER_SECOND) log[level]('requests counted', { route, status, count: count - LINES_PER_SECOND })
    logged.clear()
  }

  return {
    observe,
    inFlight: () => inFlight,
    /** Whether a request of the last hour came through a proxy that TRUSTED_PROXIES does not name. */
    hasUntrustedProxy: () => untrustedProxyMs !== undefined && performance.now() - untrustedProxyMs < HOUR_MS,
    /** Sets the listener for each finished request. */
    onFinished(next: (summary: RequestSummary) => void) {
      listener = next
    },
  }
}

const API = /^\/(?:api|company|pricing)(?:\/|$)/

/** Rejected clients and server errors need attention; API requests and client errors are the access log; pages are noise. */
function levelOf({ route, status }: RequestSummary): LogLevel {
  if ([401, 403, 429, 503, 507].includes(status)) return 'warn'
  if (status >= 500) return 'error'
  return status >= 400 || API.test(route) ? 'info' : 'debug'
}

/** Records the matched route for log and metrics. Throws `NotFoundError` for ids that no resource has. */
export const recordRoute = new Elysia({ name: 'record-route' }).onBeforeHandle(
  { as: 'global' },
  ({ route, params }) => {
    const request = currentRequest()
    if (request) request.route = route
    // Elysia passes an id that cannot be decoded, like `%zz`, as `null`, against its types.
    const ids: Record<string, unknown> = params ?? {}
    if (Object.values(ids).includes(null)) throw new NotFoundError()
  },
)
