import { Elysia } from 'elysia'
import { createAccessLog, type Log } from '#server/http/log.ts'
import type { RequestTools } from '#server/http/request.ts'
import type { TrustedProxies } from '#server/lib/ip.ts'
import { createMetrics, type MetricsSources } from './metrics.ts'
import { type MetricsSettings, metricsRoutes } from './metrics-routes.ts'
import { type StatusDeps, statusRoutes } from './status-routes.ts'

type OpsOptions = Omit<MetricsSources & StatusDeps, 'inFlight' | 'requireAdmin'> & {
  /** `undefined`: metrics are off. */
  metricsSettings: MetricsSettings | undefined
  trustedProxies: TrustedProxies
  tls: boolean
  log: Log
}

/** Access log, health checks, metrics, content status, and the OpenAPI document. */
export async function createOps({ metricsSettings, trustedProxies, tls, log, ...sources }: OpsOptions) {
  const accessLog = createAccessLog(log, trustedProxies, tls)
  const metrics = metricsSettings && (await createMetrics({ ...sources, inFlight: accessLog.inFlight }))
  if (metrics) accessLog.onFinished(metrics.count)
  return {
    observe: accessLog.observe,
    metrics,
    metricsSettings,
    routes: ({ requireAdmin }: RequestTools) =>
      new Elysia({ name: 'ops' })
        .use(metricsRoutes(metrics, metricsSettings))
        .use(statusRoutes({ ...sources, requireAdmin })),
    close: () => metrics?.close(),
  }
}
