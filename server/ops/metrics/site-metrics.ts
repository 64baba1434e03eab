import type { Registry } from 'prom-client'
import type { CheckoutState } from '#server/git/checkout.ts'
import type { PageMetrics } from '#server/pages/page-cache.ts'
import { figureMaker } from './collectors.ts'

/** What the figures are read from, each time that somebody asks for them. */
export type FigureSources = {
  pages: { metrics(): PageMetrics }
  content: {
    snapshot(): {
      posts: { size: number }
      problems: readonly { severity: 'error' | 'warning' }[]
    }
  }
  /** Of what visitors send, and what happens. */
  logs: readonly { name: string; lines: { end(): number; appended(): number; isHealthy(): boolean } }[]
  notifications: { backlog(): readonly { channel: string; log: string; bytes: number; attempts: number }[] }
  /** `undefined`: saves are no commits. */
  checkout: { state(): CheckoutState; times(): { pushed?: Date | undefined; inStep?: Date | undefined } } | undefined
  /** Requests that wait for their answer. */
  inFlight(): number
  build: { version: string; buildId: string }
}

type Client = Parameters<typeof figureMaker>[0]

/** What the site knows of itself. */
export function collectSiteMetrics(client: Client, registry: Registry, sources: FigureSources): void {
  const { gauge, counter } = figureMaker(client, registry)
  const { pages, content, logs, notifications, checkout, inFlight, build } = sources
  gauge('site_build_info', 'What runs: always 1.', () => [
    [1, { version: build.version, client: build.buildId, bun: Bun.version }],
  ])
  gauge('site_requests_under_way', 'Requests that wait for their answer.', inFlight)

  counter(
    'site_pages_from_memory_total',
    'Pages sent that lay ready in memory, 304s among them.',
    () => pages.metrics().hits,
  )
  counter(
    'site_pages_not_modified_total',
    'Of these, how many browsers had already (304).',
    () => pages.metrics().unchanged,
  )
  counter('site_page_cache_misses_total', 'Pages that a visitor had to wait for.', () => pages.metrics().misses)
  counter('site_page_renders_total', 'Pages drawn, for visitors and ahead of them.', () => pages.metrics().renders)
  gauge('site_page_cache_entries', 'Pages that lie ready.', () => pages.metrics().entries)
  gauge('site_page_cache_bytes', 'What they take in memory.', () => pages.metrics().bytes)

  gauge('site_content_posts', 'Posts, whatever their state.', () => content.snapshot().posts.size)
  gauge('site_content_problems', 'What is wrong with content files.', () =>
    (['error', 'warning'] as const).map((severity) => [
      content.snapshot().problems.filter((one) => one.severity === severity).length,
      { severity },
    ]),
  )

  counter(
    'site_log_appended_total',
    'Records that are on the disk for good since the start: each was acknowledged.',
    () => logs.map(({ name, lines }) => [lines.appended(), { log: name }]),
  )
  gauge('site_log_bytes', 'Size of a log.', () => logs.map(({ name, lines }) => [lines.end(), { log: name }]))
  gauge('site_log_healthy', '0: the last attempt to write failed, and what visitors send is refused.', () =>
    logs.map(({ name, lines }) => [Number(lines.isHealthy()), { log: name }]),
  )
  gauge('site_notification_backlog_bytes', 'How much of a log a channel has not been told of yet.', () =>
    notifications.backlog().map(({ channel, log, bytes }) => [bytes, { channel, log }]),
  )
  gauge('site_notification_failed_attempts', 'How often the next notification was tried in vain.', () =>
    notifications.backlog().map(({ channel, log, attempts }) => [attempts, { channel, log }]),
  )
  if (checkout) collectGitMetrics(client, registry, checkout)
}

function collectGitMetrics(client: Client, registry: Registry, checkout: NonNullable<FigureSources['checkout']>): void {
  const { gauge } = figureMaker(client, registry)
  gauge('site_git_commits_waiting', 'Saves that are live and in no commit yet.', () => checkout.state().commits.waiting)
  gauge('site_git_diverged', '1: somebody has to merge by hand.', () =>
    Number(checkout.state().remote?.state === 'diverged'),
  )
  gauge('site_git_remote_rejected', '1: the remote changes files that the site does not take over.', () =>
    Number(checkout.state().remote?.state === 'rejected'),
  )
  gauge('site_git_remote_waiting', '1: the remote was not reached, or it refused.', () =>
    Number(checkout.state().remote?.state === 'waiting'),
  )
  gauge('site_git_last_push_timestamp_seconds', 'When something was pushed last; 0: not since the start.', () =>
    seconds(checkout.times().pushed),
  )
  gauge('site_git_last_in_step_timestamp_seconds', 'When the checkout and its remote were the same last.', () =>
    seconds(checkout.times().inStep),
  )
}

const seconds = (date: Date | undefined) => (date?.getTime() ?? 0) / 1000
