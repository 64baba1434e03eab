import { Elysia } from 'elysia'
import { errorResponse, isExpectedError, rejectOtherMethods, UnauthorizedError } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { bearerOf } from '#server/http/request-tools.ts'
import { InvalidHost, isValidHost } from '#server/http/server.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Metrics } from './metrics.ts'
import type { MetricsSettings } from './settings.ts'

export const METRICS_PATH = '/metrics'
type MetricsSource = Pick<Metrics, 'text' | 'contentType'>

/** GET /metrics on the site's own port, with a token. Without metrics or a token the path does not exist. */
export function metricsRoutes(metrics: MetricsSource | undefined, settings: MetricsSettings | undefined) {
  const routes = new Elysia({ name: 'metrics' })
  if (!metrics || settings?.token === undefined || settings.port !== undefined) return routes
  const { token } = settings
  return routes
    .get(METRICS_PATH, ({ request }) => respond(request, metrics, token))
    .use(rejectOtherMethods({ [METRICS_PATH]: ['GET'] }))
}

/** Serves the metrics on a port of their own. Throws if the port is not available. */
export function serveMetrics(metrics: MetricsSource, { token, host, port }: MetricsSettings): Bun.Server<undefined> {
  return Bun.serve({
    hostname: host,
    port: port ?? 0,
    development: false,
    reusePort: false,
    async fetch(request) {
      try {
        if (!isValidHost(request.headers.get('host'))) throw new InvalidHost()
        if (request.method !== 'GET' || new URL(request.url).pathname !== METRICS_PATH) throw new NotFoundError()
        return await respond(request, metrics, token)
      } catch (error) {
        if (isExpectedError(error)) return errorResponse(error)
        throw error
      }
    },
  })
}

/** Throws `UnauthorizedError` for a missing or wrong token, where one is required. */
async function respond(request: Request, metrics: MetricsSource, token: string | undefined): Promise<Response> {
  if (token !== undefined && !isSame(bearerOf(request) ?? '', token)) throw new UnauthorizedError()
  return new Response(await metrics.text(), { headers: { ...apiHeaders, 'content-type': metrics.contentType } })
}

/** Compares hashes, which have equal lengths, in constant time. */
function isSame(sent: string, token: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return crypto.timingSafeEqual(hash(sent), hash(token))
}
