import type { Registry } from 'prom-client'
import type { RequestSummary } from '#server/http/log.ts'
import { readManifest } from '#server/http/static-files.ts'
import { createCollectors } from './collectors.ts'
import { collectProcessMetrics } from './process-metrics.ts'
import { collectSiteMetrics, type MetricsSources } from './site-metrics.ts'

type Prometheus = Pick<typeof import('prom-client'), 'Counter' | 'Histogram'>

export type Metrics = {
  /** Counts a finished request. */
  count(request: RequestSummary): void
  /** The current values in the Prometheus text format. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** The versions of server and client. */
export async function readBuildInfo(dist: string): Promise<MetricsSources['build']> {
  const [{ version }, { buildId }] = await Promise.all([Bun.file('package.json').json(), readManifest(dist)])
  return { version: String(version), buildId }
}

/** prom-client is loaded on demand: it takes six megabytes of memory. */
export async function createMetrics(sources: MetricsSources): Promise<Metrics> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const collectors = createCollectors(client, registry)
  collectSiteMetrics(collectors, sources)
  const close = collectProcessMetrics(collectors)
  const count = createRequestMetrics(client, registry)
  return { count, text: () => registry.metrics(), contentType: registry.contentType, close }
}

/** Clients can send any method; unknown ones share a label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** From responses in memory to password hashes and image processing. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests per part of the site, so that the number of time series does not depend on client input. */
function createRequestMetrics({ Counter, Histogram }: Prometheus, registry: Registry): Metrics['count'] {
  const registers = [registry]
  const requests = new Counter({
    name: 'site_http_requests_total',
    help: 'Requests, without cached pages.',
    labelNames: ['group', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: 'Time to the first byte of the response, without cached pages.',
    labelNames: ['group'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  return ({ route, method, status, ms }) => {
    const group = groupOf(route)
    const known = METHODS.has(method) ? method : 'other'
    requests.inc({ group, method: known, status: `${Math.floor(status / 100)}xx` })
    seconds.observe({ group }, ms / 1000)
  }
}

/** `/api/blog-posts/:id/history` → `/api/blog-posts`, `/static/x.woff2` → `/static`, any page → `pages`. */
function groupOf(route: string): string {
  const [, first = '', second = ''] = route.split('/')
  if (first === '' || first === '*') return 'pages'
  if (first !== 'api') return `/${first}`
  return second === '' || second === '*' ? 'unknown' : `/api/${second}`
}
