import { BadRequestError } from './errors.ts'

/** A DNS name of at most 253 characters, a trailing dot, and a port. */
const HOST_MAX_CHARACTERS = 260
/** A DNS name or an IPv4 address, or an IPv6 address without a zone in brackets; then perhaps a port. Repeated headers arrive joined by commas. */
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
