import type { RequestSummary } from '#server/http/access-log.ts'
import { readManifest } from '#server/http/build-manifest.ts'
import { collectProcessMetrics } from './process-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { collectSiteMetrics, type FigureSources } from './site-metrics.ts'

/** What runs: the version of the code, and what the client was built as. */
export async function buildIn(dist: string): Promise<FigureSources['build']> {
  const { version } = await Bun.file('package.json').json()
  const { buildId } = await readManifest(dist)
  return { version: String(version), buildId }
}

export type Metrics = {
  /** Counts a request that was answered. */
  count(answered: RequestSummary): void
  /** All figures at this moment, as Prometheus reads them. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** Figures of the site. The library is loaded here and not before: whoever wants no figures does without its six megabytes. */
export async function createMetrics(sources: FigureSources): Promise<Metrics> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const count = createRequestMetrics(client, registry)
  collectSiteMetrics(client, registry, sources)
  const close = collectProcessMetrics(client, registry)
  return { count, text: () => registry.metrics(), contentType: registry.contentType, close }
}
