import { Elysia } from 'elysia'
import type { Content } from '#server/content/content.ts'
import { type Checkout, describeCheckout, gitSummary } from '#server/git/checkout.ts'
import { createAccessLog, type Log } from '#server/http/log.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'
import type { TrustedProxies } from '#server/lib/ip.ts'
import { createMetrics, type MetricsSources, readBuildInfo } from './metrics.ts'
import { type MetricsSettings, metricsRoutes } from './metrics-routes.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { contentRoutes, healthRoutes, type Storage } from './status-routes.ts'

export type OpsOptions = Pick<MetricsSources, 'pages' | 'logs'> & {
  content: Content
  checkout: Checkout
  notifications: Notifications
  /** The logs that must be writable. */
  storage: readonly Storage[]
  /** `undefined`: metrics are off. */
  metricsSettings: MetricsSettings | undefined
  dist: string
  trustedProxies: TrustedProxies
  tls: boolean
  log: Log
}

/** Access log, health checks, metrics, content status, and the OpenAPI document. */
export async function createOps({ metricsSettings, dist, storage, trustedProxies, tls, log, ...sources }: OpsOptions) {
  const { content, checkout, notifications } = sources
  const { observe, inFlight } = createAccessLog({
    log,
    trustedProxies,
    tls,
    count: (request) => metrics?.count(request),
  })
  const metrics = metricsSettings && (await createMetrics({ ...sources, inFlight, build: await readBuildInfo(dist) }))
  return {
    observe,
    metrics,
    metricsSettings,
    routes: ({ requireAdmin }: RequestTools) =>
      new Elysia({ name: 'ops' })
        .use(healthRoutes(content, storage, notifications, () => gitSummary(checkout)))
        .use(metricsRoutes(metrics, metricsSettings))
        .use(contentRoutes({ content, describeGit: () => describeCheckout(checkout), notifications, requireAdmin }))
        .use(openApiRoutes()),
    close: () => metrics?.close(),
  }
}
