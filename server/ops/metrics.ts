import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { gitPauses, WarningSchema } from '#contract/content.ts'
import type { Content } from '#server/content/content.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { type Checkout, gitPause } from '#server/git/checkout.ts'
import type { RequestSummary } from '#server/http/access-log.ts'
import type { Manifest } from '#server/http/static-files.ts'
import type { Notifications } from '#server/leads/notify/follow-log.ts'
import { version } from '#server/lib/version.ts'
import type { PageMetrics } from '#server/pages/pages.ts'
import { type WarningSources, warningsOf } from './warnings.ts'

type Prometheus = Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'>

export type Metrics = Awaited<ReturnType<typeof createMetrics>>

/** prom-client is loaded on demand: it takes six megabytes of memory. */
export async function createMetrics(sources: MetricsSources) {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const read = createReaders(client, registry)
  await readSite(read, sources)
  readProcess(read)
  /** Counts a finished request. */
  const count = createRequestMetrics(client, registry)
  /** The current values in the Prometheus text format. */
  async function text(): Promise<string> {
    await sources.refresh?.()
    return registry.metrics()
  }
  return { count, text, contentType: registry.contentType }
}

/** Clients can send any method; unknown ones share a label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** From responses in memory to password hashes and image processing. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests per part of the site, so that the number of time series does not depend on client input. */
function createRequestMetrics({ Counter, Histogram }: Prometheus, registry: Registry) {
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
  return ({ route, method, status, ms }: RequestSummary) => {
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

/** Reads a value, or one for each set of labels. */
type Read = () => number | readonly (readonly [value: number, labels: Record<string, string>])[]
type Readers = Record<'gauge' | 'counter', (name: string, help: string, read: Read) => void>

/** Metrics whose values are read on each scrape. */
function createReaders({ Counter, Gauge }: Prometheus, registry: Registry): Readers {
  const reader = (Metric: typeof Counter | typeof Gauge) => (name: string, help: string, read: Read) => {
    const values = () => {
      const value = read()
      return typeof value === 'number' ? [[value, {}] as const] : value
    }
    new Metric({
      name,
      help,
      labelNames: Object.keys(values()[0]?.[1] ?? {}),
      registers: [registry],
      collect() {
        this.reset()
        for (const [value, labels] of values()) this.inc(labels, value)
      },
    })
  }
  return { gauge: reader(Gauge), counter: reader(Counter) }
}

const LAG_RESOLUTION_MS = 50
const NS_PER_SECOND = 1e9

/** Metrics of the process under their standard names. prom-client's own collector does not measure Bun's heap. */
function readProcess({ gauge, counter }: Readers): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'Start time of the process.', () => startedAt)
  counter('process_cpu_seconds_total', 'CPU time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed)
  gauge('process_open_fds', 'Open file descriptors.', () => openFiles().length)
  const isSocket = (target: string) => target.startsWith('socket:')
  gauge('process_open_sockets', 'Open sockets.', () => openFiles().filter(isSocket).length)
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  lag.enable()
  gauge('site_event_loop_lag_seconds', 'Timer delay since the last scrape.', () => {
    const values = [
      [lag.percentile(50) / NS_PER_SECOND, { percentile: '0.5' }],
      [lag.percentile(99) / NS_PER_SECOND, { percentile: '0.99' }],
      [lag.max / NS_PER_SECOND, { percentile: '1' }],
    ] as const
    lag.reset()
    return values
  })
}

const FD_FOLDER = '/proc/self/fd'

/** What the open file descriptors are: paths, and `socket:[123]`. Linux only; empty elsewhere. */
const openFiles = () => (existsSync(FD_FOLDER) ? readdirSync(FD_FOLDER).map(targetOf) : [])

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`${FD_FOLDER}/${descriptor}`)
  } catch {
    return 'closed since it was listed'
  }
}

/** What the metrics are read from. */
export type MetricsSources = WarningSources & {
  lastBackup: { at(): Date | undefined }
  pages: { metrics(): PageMetrics }
  content: Pick<Content, 'snapshot'>
  /** The number of co-located images that are not encoded yet. */
  waitingImages(): number
  /** The logs of leads and their events. */
  logs: readonly { name: string; lines: { end(): number; appended(): number; isHealthy(): boolean } }[]
  notifications: Pick<Notifications, 'backlog'>
  /** How often each of these events was audited, or only counted, since the start. */
  loginFailures(): ReadonlyMap<string, number>
  /** `undefined`: files. */
  database?: Pick<SiteDatabase, 'state' | 'failures' | 'clock' | 'store'> | undefined
  /** `undefined`: saves are not committed. */
  checkout: Pick<NonNullable<Checkout>, 'state' | 'times'> | undefined
  /** Called before each scrape. */
  refresh?: (() => Promise<void>) | undefined
  /** The number of requests in flight. */
  inFlight(): number
  manifest: Pick<Manifest, 'buildId' | 'commit'>
}

async function readSite({ gauge, counter }: Readers, sources: MetricsSources): Promise<void> {
  const { pages, content, logs, notifications, database, checkout, inFlight, manifest, loginFailures, lastBackup } =
    sources
  const { buildId: client, commit = 'unknown' } = manifest
  const build = { version, commit, client, bun: Bun.version }
  gauge('site_build_info', 'Versions of the running build: always 1.', () => [[1, build]])
  gauge('site_http_requests_in_flight', 'Requests in flight.', inFlight)

  const cache = pages.metrics
  counter('site_page_cache_hits_total', 'Pages sent from the cache, including 304s.', () => cache().hits)
  counter('site_page_cache_not_modified_total', 'Cached pages answered with 304.', () => cache().unchanged)
  counter('site_page_cache_misses_total', 'Pages rendered while a visitor waited.', () => cache().misses)
  counter('site_page_renders_total', 'Rendered pages, including pre-rendering.', () => cache().renders)
  gauge('site_page_cache_entries', 'Cached pages.', () => cache().entries)
  gauge('site_page_cache_bytes', 'Memory of the cached pages.', () => cache().bytes)

  gauge('site_content_posts', 'Posts in any state.', () => content.snapshot().posts.size)
  gauge('site_content_problems', 'Issues of content files.', () =>
    (['error', 'warning'] as const).map((severity) => [
      content.snapshot().problems.filter((one) => one.severity === severity).length,
      { severity },
    ]),
  )

  gauge('site_images_waiting', 'Images next to posts that are not encoded yet.', sources.waitingImages)

  const ofLogs = (read: 'appended' | 'end' | 'isHealthy') => () =>
    logs.map(({ name, lines }) => [Number(lines[read]()), { log: name }] as const)
  counter('site_log_appended_total', 'Records fsynced since the start.', ofLogs('appended'))
  gauge('site_log_bytes', 'Size of a log.', ofLogs('end'))
  gauge('site_log_healthy', '0: the last write failed, and submissions are rejected.', ofLogs('isHealthy'))
  const ofBacklog = (what: 'bytes' | 'attempts') => () =>
    notifications.backlog().map(({ channel, log, ...one }) => [one[what], { channel, log }] as const)
  gauge('site_notification_backlog_bytes', 'Part of a log not yet delivered to a channel.', ofBacklog('bytes'))
  gauge('site_notification_failed_attempts', 'Failed attempts of the next notification.', ofBacklog('attempts'))

  const failures = () => [...loginFailures()].map(([event, count]) => [count, { event }] as const)
  counter(
    'site_login_failures_total',
    'Logins and confirmations that failed or were rejected, by event of the audit log.',
    failures,
  )

  if (database) {
    gauge('site_database_up', '0: the last query did not reach PostgreSQL.', () => Number(database.state() === 'ok'))
    counter('site_database_failures_total', 'Queries that failed because PostgreSQL was away.', database.failures)
  }

  const offset = () => (database?.clock?.offsetMs() ?? 0) / 1000
  gauge('site_clock_offset_seconds', 'How far the clock is ahead of the database; 0 without one.', offset)
  const backup = () => (lastBackup.at()?.getTime() ?? 0) / 1000
  gauge('site_last_backup_timestamp_seconds', 'When a backup was stored last; 0: never.', backup)
  gauge('site_warning', '1: /readyz has this warning.', () =>
    WarningSchema.options.map((name) => [Number(warningsOf(sources).includes(name)), { name }] as const),
  )

  if (!checkout) return
  const remoteIs = (state: string) => () => Number(checkout.state().remote?.state === state)
  const at = (what: 'pushed' | 'inSync') => () => (checkout.times()[what]?.getTime() ?? 0) / 1000
  const waiting = () => checkout.state().commits.waiting
  gauge('site_stuck_saves', 'Saves that no replica could merge.', sources.stuckSaves.count)
  gauge('site_git_commits_pending', 'Saves that are live and not yet committed.', waiting)
  const pauses = () => gitPauses.map((state) => [Number(state === gitPause(checkout)), { state }] as const)
  gauge('site_git_waiting', '1: commits or pushes wait because of this state.', pauses)
  gauge('site_git_diverged', '1: a manual merge is required.', remoteIs('diverged'))
  gauge('site_git_remote_rejected', '1: the remote changes files that the site does not accept.', remoteIs('rejected'))
  gauge('site_git_remote_waiting', '1: the remote is unreachable or rejects.', remoteIs('waiting'))
  gauge('site_git_last_push_timestamp_seconds', 'Last push; 0: not since the start.', at('pushed'))
  gauge('site_git_last_sync_timestamp_seconds', 'Last time that the checkout and its remote were equal.', at('inSync'))
}
