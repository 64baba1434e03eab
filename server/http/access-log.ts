import { randomBytes } from 'node:crypto'
import { Elysia } from 'elysia'
import type { TrustedProxies } from './client-ip.ts'
import { withStrictTransport } from './headers.ts'
import type { Log, LogLevel } from './log.ts'
import { currentRequest, duringRequest, type RequestContext } from './request-context.ts'

/** A request that was answered. `route` is the pattern of its address; `method` may be any word that somebody sent. */
export type Answered = { method: string; route: string; status: number; ms: number }

export type ObserveOptions = {
  log: Log
  /** Whose `x-request-id` counts. */
  trustedProxies: TrustedProxies
  /** The public address is https. */
  tls?: boolean
  /** Told of each request that was answered. */
  count?: ((answered: Answered) => void) | undefined
}

export type Handle = (request: Request) => Response | Promise<Response>
/** Answers a request with `handle`; `peer` gives the address at the other end of the socket. */
export type Observe = (request: Request, handle: Handle, peer: () => string) => Promise<Response>

export const REQUEST_ID = 'x-request-id'
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
/** The pages' own pattern: what is asked for before the router has found anything. */
const UNROUTED = '/*'

/** Gives every request an id that its answer and its lines of the log carry, writes the line of the access log, and counts. */
export function createObserve({ log, trustedProxies, tls = false, count }: ObserveOptions) {
  let underWay = 0

  /** A proxy of ours may have given one: then its log and ours say the same. */
  function idOf({ headers }: Request, peer: () => string): string {
    const sent = headers.get(REQUEST_ID)
    const known = sent !== null && ID_PATTERN.test(sent) && trustedProxies.includes(peer())
    return known ? sent : freshId()
  }

  const observe: Observe = (request, handle, peer) => {
    const context = { id: idOf(request, peer), route: UNROUTED, answered: false }
    const begun = performance.now()
    underWay++
    return duringRequest(context, async () => {
      try {
        return finished(context, request.method, begun, await handle(request))
      } finally {
        underWay--
      }
    })
  }

  function finished(context: RequestContext, method: string, begun: number, response: Response): Response {
    const { status, headers } = response
    const answered = { method, route: context.route, status, ms: since(begun) }
    headers.set(REQUEST_ID, context.id)
    log[levelOf(answered)]('request', answered)
    count?.(answered)
    context.answered = true
    return withStrictTransport(response, tls)
  }

  /** `underWay`: how many requests wait for their answer. */
  return { observe, underWay: () => underWay }
}

/** Twelve digits that nobody minds to read out: some hundred thousand of them are all different. */
const freshId = () => randomBytes(6).toString('hex')

/** To a tenth of a millisecond. */
const since = (begun: number) => Math.round((performance.now() - begun) * 10) / 10

/** Who was not let in, and what we could not do, is worth a look; calls and refusals are the access log; the rest is noise. */
function levelOf({ route, status }: Answered): LogLevel {
  if (status === 503 || status === 507) return 'warn'
  if (status >= 500) return 'error'
  if ([401, 403, 429].includes(status)) return 'warn'
  return status >= 400 || isCall(route) ? 'info' : 'debug'
}

const isCall = (route: string) => /^\/(?:api|company|pricing)(?:\/|$)/.test(route)

/** Notes which pattern of an address was found, for the log and the figures. */
export const noteRoute = new Elysia({ name: 'note-route' }).onBeforeHandle({ as: 'global' }, ({ route }) => {
  const request = currentRequest()
  if (request) request.route = route
})
