import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pagePaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

/** About ten pages. */
const CAPACITY_BYTES = 300_000
const POSTS = 24
const METRICS_TOKEN = 'sixteen-letters-or-more'

let app: TestApp
let url: string
beforeAll(async () => {
  const files = Object.fromEntries(
    Array.from({ length: POSTS }, (_, number) => [`posts/post-${number}.html`, aPost({ title: `Post ${number}` })]),
  )
  app = await testApp({ files, pageCacheBytes: CAPACITY_BYTES, env: { METRICS_TOKEN } })
  url = app.listen()
})
afterAll(() => app.close())

/** A cached page is sent before the request gets an id. */
async function isCached(path: string): Promise<boolean> {
  const response = await fetch(url + path)
  expect(response.status).toBe(200)
  await response.bytes()
  return !response.headers.has('x-request-id')
}
const post = (number: number) => pagePaths.post(`post-${number}`)
const crawl = async (from: number, to: number, visited?: string) => {
  for (let number = from; number < to; number++) {
    await isCached(post(number))
    if (visited) expect(await isCached(visited)).toBe(true)
  }
}

test('keeps visited pages when a crawler fills the page cache', async () => {
  await isCached(pagePaths.home)
  await crawl(0, 12, pagePaths.home)
  expect(await isCached(post(0))).toBe(false)
})

test('evicts the least recently used page first', async () => {
  await isCached(post(0))
  await isCached(post(1))
  await crawl(12, POSTS, post(0))
  expect(await isCached(post(0))).toBe(true)
  expect(await isCached(post(1))).toBe(false)
})

test('stays within its capacity', async () => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const metrics = await response.text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1])
  expect(metric('site_page_cache_bytes')).toBeLessThanOrEqual(CAPACITY_BYTES)
  expect(metric('site_page_cache_entries')).toBeGreaterThan(4)
})
