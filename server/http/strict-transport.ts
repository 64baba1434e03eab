/** Of a site whose public URL is https; otherwise `undefined`. */
export type Tls = { strictTransport: string } | undefined

const DAY_SECONDS = 86_400

/** How long browsers remember to use https only, and whether for all subdomains, too. */
export type StrictTransportSettings = { days: number; subdomains: boolean }

export const tlsOf = (publicUrl: string | undefined, { days, subdomains }: StrictTransportSettings): Tls =>
  publicUrl?.startsWith('https:')
    ? { strictTransport: `max-age=${days * DAY_SECONDS}${subdomains ? '; includeSubDomains' : ''}` }
    : undefined

export const STRICT_TRANSPORT = 'strict-transport-security'

/** Returns the same response, with HSTS if the site's public URL is https. Errors and files carry it, too. */
export function withStrictTransport(response: Response, tls: Tls): Response {
  if (tls) response.headers.set(STRICT_TRANSPORT, tls.strictTransport)
  return response
}
