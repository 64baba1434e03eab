import { readdirSync } from 'node:fs'
import { UnavailableError } from '#server/lib/errors.ts'
import { errorResponse } from './error-handler.ts'
import { BadRequestError, UriTooLongError } from './errors.ts'

/** Checks of every request before routing, and the limit of open connections. */

/**
 * A request must arrive, and its response be made, within this time (Bun checks every four seconds, so after twelve at the
 * latest). A route may extend it.
 */
export const IDLE_SECONDS = 10

/** A list of 500 posts that were never rendered takes five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180

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
