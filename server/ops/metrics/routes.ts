import { Elysia } from 'elysia'
import { InvalidHost, isValidHost } from '#server/http/admission.ts'
import { errorResponse } from '#server/http/error-handler.ts'
import { isExpectedError, UnauthorizedError } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { bearerOf } from '#server/http/require-admin.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Metrics } from './metrics.ts'
import type { MetricsSettings } from './settings.ts'

export const METRICS_PATH = '/metrics'
type MetricsSource = Pick<Metrics, 'text' | 'contentType'>

/** GET /metrics at the site's own address, for whoever has the token. Without figures or a token there is no such address. */
export function metricsRoutes(metrics: MetricsSource | undefined, settings: MetricsSettings | undefined) {
  const routes = new Elysia({ name: 'metrics' })
  if (!metrics || settings?.token === undefined || settings.port !== undefined) return routes
  const { token } = settings
  return routes
    .get(METRICS_PATH, ({ request }) => figuresFor(request, metrics, token))
    .use(rejectOtherMethods({ [METRICS_PATH]: ['GET'] }))
}

/** The same at a port of its own, which is nobody's but the monitoring's. Throws where the port cannot be had. */
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
        return await figuresFor(request, metrics, token)
      } catch (error) {
        if (isExpectedError(error)) return errorResponse(error)
        throw error
      }
    },
  })
}

/** Throws `UnauthorizedError` where a token is wanted and another one is sent. */
async function figuresFor(request: Request, metrics: MetricsSource, token: string | undefined): Promise<Response> {
  if (token !== undefined && !isSame(bearerOf(request) ?? '', token)) throw new UnauthorizedError()
  return new Response(await metrics.text(), { headers: { ...apiHeaders, 'content-type': metrics.contentType } })
}

/** Hashed first, so that both are of one length: the time says nothing of where they differ. */
function isSame(sent: string, token: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return crypto.timingSafeEqual(hash(sent), hash(token))
}
