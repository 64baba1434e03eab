import type { CheckoutState } from '#server/git/checkout.ts'
import type { PageMetrics } from '#server/pages/page-cache.ts'
import type { Collectors } from './collectors.ts'

/** What the metrics are read from on each scrape. */
export type MetricsSources = {
  pages: { metrics(): PageMetrics }
  content: {
    snapshot(): {
      posts: { size: number }
      problems: readonly { severity: 'error' | 'warning' }[]
    }
  }
  /** The logs of leads and their events. */
  logs: readonly { name: string; lines: { end(): number; appended(): number; isHealthy(): boolean } }[]
  notifications: { backlog(): readonly { channel: string; log: string; bytes: number; attempts: number }[] }
  /** `undefined`: saves are not committed. */
  checkout: { state(): CheckoutState; times(): { pushed?: Date | undefined; inStep?: Date | undefined } } | undefined
  /** The number of requests in flight. */
  inFlight(): number
  build: { version: string; buildId: string }
}

export function collectSiteMetrics({ gauge, counter }: Collectors, sources: MetricsSources): void {
  const { pages, content, logs, notifications, checkout, inFlight, build } = sources
  gauge('site_build_info', 'Versions of the running build: always 1.', () => [
    [1, { version: build.version, client: build.buildId, bun: Bun.version }],
  ])
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

  counter('site_log_appended_total', 'Records fsynced since the start.', () =>
    logs.map(({ name, lines }) => [lines.appended(), { log: name }]),
  )
  gauge('site_log_bytes', 'Size of a log.', () => logs.map(({ name, lines }) => [lines.end(), { log: name }]))
  gauge('site_log_healthy', '0: the last write failed, and submissions are rejected.', () =>
    logs.map(({ name, lines }) => [Number(lines.isHealthy()), { log: name }]),
  )
  gauge('site_notification_backlog_bytes', 'Part of a log not yet delivered to a channel.', () =>
    notifications.backlog().map(({ channel, log, bytes }) => [bytes, { channel, log }]),
  )
  gauge('site_notification_failed_attempts', 'Failed attempts of the next notification.', () =>
    notifications.backlog().map(({ channel, log, attempts }) => [attempts, { channel, log }]),
  )

  if (!checkout) return
  const isRemote = (state: string) => Number(checkout.state().remote?.state === state)
  gauge(
    'site_git_commits_pending',
    'Saves that are live and not yet committed.',
    () => checkout.state().commits.waiting,
  )
  gauge('site_git_diverged', '1: a manual merge is required.', () => isRemote('diverged'))
  gauge('site_git_remote_rejected', '1: the remote changes files that the site does not accept.', () =>
    isRemote('rejected'),
  )
  gauge('site_git_remote_waiting', '1: the remote is unreachable or rejects.', () => isRemote('waiting'))
  gauge('site_git_last_push_timestamp_seconds', 'Last push; 0: not since the start.', () =>
    toSeconds(checkout.times().pushed),
  )
  gauge('site_git_last_sync_timestamp_seconds', 'Last time that the checkout and its remote were equal.', () =>
    toSeconds(checkout.times().inStep),
  )
}

const toSeconds = (date: Date | undefined) => (date?.getTime() ?? 0) / 1000
