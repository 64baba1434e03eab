import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { createMetrics } from '#server/ops/metrics.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { recordsAt } from '#tests/helpers/stores.ts'
import { type TestApp, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'
import { another, aRegistration } from '#tests/registration/a-registration.ts'
import { metricsIn } from './exposition.ts'

const TOKEN = 'a-token-of-the-monitoring'
const bearer = { authorization: `Bearer ${TOKEN}` }

let app: TestApp
afterEach(() => app.close())

const start = async (options: TestAppOptions = {}) => {
  app = await testApp({ ...options, env: { METRICS_TOKEN: TOKEN, ...options.env } })
}
const metrics = async () => metricsIn(await (await app.get('/metrics', { headers: bearer })).text())

describe('GET /metrics', () => {
  test('returns metrics of the site and the process in the Prometheus text format', async () => {
    await start()
    const answer = await app.get('/metrics', { headers: bearer })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { of } = metricsIn(await answer.text())
    expect(of('site_build_info', { bun: Bun.version })).toBe(1)
    for (const name of ['process_resident_memory_bytes', 'process_start_time_seconds', 'process_heap_used_bytes'])
      expect(of(name), name).toBeGreaterThan(0)
    expect(of('site_event_loop_lag_seconds', { percentile: '0.99' })).toBeNumber()
  })

  test('counts requests by group, method and status class', async () => {
    await start({ files: { 'posts/a.html': aPost() } })
    for (const id of ['a', 'a', 'nothing']) await app.get(apiPaths.post(id))
    await app.post(apiPaths.tags, {})
    const { of } = await metrics()
    const posts = { group: '/api/blog-posts', method: 'GET' }
    expect(of('site_http_requests_total', { ...posts, status: '2xx' })).toBe(2)
    expect(of('site_http_requests_total', { ...posts, status: '4xx' })).toBe(1)
    expect(of('site_http_requests_total', { group: '/api/tags', method: 'POST', status: '4xx' })).toBe(1)
    expect(of('site_http_request_duration_seconds_count', { group: '/api/blog-posts' })).toBe(3)
    expect(of('site_http_request_duration_seconds_bucket', { group: '/api/blog-posts', le: '+Inf' })).toBe(3)
  })

  test('adds no time series for client input', async () => {
    await start()
    const strange = async (n: number) => {
      for (const path of [`/api/x${n}`, `/x${n}`, `/blog/x${n}`, `/storage/x${n}.png`, `/api/tags/x${n}`])
        await app.get(path)
      await app.get('/api/tags', { method: `WORD${n}` })
    }
    await strange(0)
    await metrics()
    const { samples } = await metrics()
    for (let n = 1; n < 20; n++) await strange(n)
    expect((await metrics()).samples.length).toBe(samples.length)
  })

  test('distinguishes cached pages, rendered pages and 304s', async () => {
    await start()
    const url = app.listen()
    const first = await fetch(`${url}/blog`)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    await fetch(`${url}/blog`)
    await fetch(`${url}/blog`, { headers })
    const { of } = await metrics()
    expect(of('site_page_cache_misses_total')).toBe(1)
    expect(of('site_page_renders_total')).toBe(1)
    expect(of('site_page_cache_hits_total')).toBe(2)
    expect(of('site_page_cache_not_modified_total')).toBe(1)
    expect(of('site_page_cache_entries')).toBe(1)
    expect(of('site_page_cache_bytes')).toBeGreaterThan(1000)
    expect(of('site_http_requests_total', { group: 'pages' })).toBe(1)
  })

  test('counts posts, content issues and submissions on disk', async () => {
    await start({ files: { 'posts/a.html': aPost(), 'posts/b.html': '---\ntitle: [\n---\n' } })
    await app.post(apiPaths.register, aRegistration())
    await app.post(apiPaths.register, aRegistration())
    await app.post(apiPaths.register, another(2))
    const { of } = await metrics()
    expect(of('site_content_posts')).toBe(1)
    expect(of('site_content_problems', { severity: 'error' })).toBe(1)
    expect(of('site_log_appended_total', { log: 'registrations' })).toBe(2)
    expect(of('site_log_appended_total', { log: 'contact-messages' })).toBe(0)
    const size = Buffer.byteLength(await recordsAt(join(app.dir, 'storage/private/registrations.jsonl')))
    expect(of('site_log_bytes', { log: 'registrations' })).toBe(size)
    expect(of('site_log_healthy')).toBe(2)
    expect(of('site_git_commits_pending')).toBeUndefined()
  })

  test('describes git when saves are committed', async () => {
    await start({ inGit: true })
    const { of } = await metrics()
    expect(of('site_git_commits_pending')).toBe(0)
    expect(of('site_git_last_push_timestamp_seconds')).toBe(0)
  })

  test('counts pending notifications', async () => {
    const env = { WEBHOOK_URL: 'http://127.0.0.1:1/', WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(32))}` }
    await start({ env })
    await app.post(apiPaths.register, aRegistration())
    const { of } = await metrics()
    const size = Buffer.byteLength(await recordsAt(join(app.dir, 'storage/private/registrations.jsonl')))
    expect(of('site_notification_backlog_bytes', { channel: 'webhook', log: 'registration' })).toBe(size)
    expect(of('site_notification_backlog_bytes', { channel: 'webhook', log: 'message' })).toBe(0)
  })
})

test('counts pushes, waiting commits and divergence from git', async () => {
  await start()
  const metrics = await createMetrics({
    ...app.services,
    ...app.services.leads,
    checkout: {
      state: () => ({
        commits: { waiting: 3, reason: 'locked', left: [] },
        remote: { state: 'diverged', reason: 'both changed it', files: [] },
      }),
      times: () => ({ pushed: new Date(60_000) }),
    },
    loginFailures: () => new Map(),
    lastBackup: app.services.ops.lastBackup,
    inFlight: () => 4,
    manifest: { buildId: 'x', commit: 'c0ffee' },
    waitingImages: () => 2,
  })
  const { of } = metricsIn(await metrics.text())
  expect(of('site_git_commits_pending')).toBe(3)
  expect(of('site_git_diverged')).toBe(1)
  expect(of('site_git_remote_waiting')).toBe(0)
  expect(of('site_git_last_push_timestamp_seconds')).toBe(60)
  expect(of('site_images_waiting')).toBe(2)
  expect(of('site_http_requests_in_flight')).toBe(4)
})
