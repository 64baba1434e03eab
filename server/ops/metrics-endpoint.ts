import { METRICS_PATH } from '#contract/paths.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { errorResponse, UnauthorizedError } from '#server/http/errors.ts'
import { bearerOf } from '#server/http/identity.ts'
import { apiHeaders } from '#server/http/responses.ts'
import { invalidHost, isValidHost } from '#server/http/server.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Metrics } from './metrics.ts'

export type MetricsSettings = {
  /** Required from clients; `undefined`: none, only on a separate port. */
  token: string | undefined
  /** `undefined`: the site's own port. */
  port: number | undefined
  host: string
}

const TOKEN = /^[\w.~+/=-]{16,256}$/

/** The settings of /metrics; `undefined` if it is off; a sentence if a setting is invalid. */
export function metricsSettings(
  token: string | undefined,
  port: string | undefined,
  host: string | undefined,
  sitePort: number,
): MetricsSettings | string | undefined {
  if (token !== undefined && !TOKEN.test(token)) return 'METRICS_TOKEN must have 16 to 256 letters, digits or -._~+/=.'
  if (port === undefined)
    return host !== undefined
      ? 'METRICS_HOST is where METRICS_PORT listens: set both, or neither.'
      : token && { token, port: undefined, host: '' }
  const number = Number(port)
  if (!/^\d{1,5}$/.test(port) || number > 65_535) return 'METRICS_PORT must be a number from 0 to 65535.'
  if (number !== 0 && number === sitePort) return 'METRICS_PORT must be another one than PORT.'
  return { token, port: number, host: host ?? '127.0.0.1' }
}

/** GET /metrics on the site's own port, with a token. Without metrics or a token the path does not exist. */
export function metricsEndpoint(metrics: Metrics | undefined, settings: MetricsSettings | undefined) {
  const token = settings?.port === undefined ? settings?.token : undefined
  return endpoint({
    id: 'readMetrics',
    summary: 'Returns metrics for Prometheus',
    description: 'Only with METRICS_TOKEN, which it requires. With METRICS_PORT, metrics are on that port instead.',
    method: 'GET',
    path: METRICS_PATH,
    access: 'metrics',
    isOff: !metrics || token === undefined,
    response: { description: 'The Prometheus text format.', type: 'text/plain' },
    handle({ request }) {
      if (!metrics || token === undefined) throw new NotFoundError()
      return respond(request, metrics, token)
    },
  })
}

/** Serves the metrics on a separate port. Throws if the port is not available. */
export function serveMetrics(metrics: Metrics, { token, host, port }: MetricsSettings): Bun.Server<undefined> {
  return Bun.serve({
    hostname: host,
    port: port ?? 0,
    development: false,
    reusePort: false,
    fetch(request) {
      if (!isValidHost(request)) return errorResponse(invalidHost())
      const isKnown = request.method === 'GET' && new URL(request.url).pathname === METRICS_PATH
      return isKnown ? respond(request, metrics, token) : errorResponse(new NotFoundError())
    },
  })
}

/** 401 for a missing or wrong token, where one is required. */
async function respond(request: Request, metrics: Metrics, token: string | undefined): Promise<Response> {
  if (token !== undefined && !isSame(bearerOf(request) ?? '', token)) return errorResponse(new UnauthorizedError())
  return new Response(await metrics.text(), { headers: { ...apiHeaders, 'content-type': metrics.contentType } })
}

/** Compares hashes, which have equal lengths, in constant time. */
function isSame(sent: string, token: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return crypto.timingSafeEqual(hash(sent), hash(token))
}
