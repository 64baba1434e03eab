import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files: { 'posts/shown.html': aPost({ title: 'Shown' }) }, env: { CDN_TTL: '60' } })
})
afterAll(() => app.close())

const caching = async (path: string) =>
  (await app.get(path, { headers: { accept: 'text/html' } })).headers.get('cache-control')

test.each(['/', '/blog', '/blog/shown', '/features', '/blog?q=shown'])(
  'a CDN may store %s for CDN_TTL, and ask for the next one meanwhile',
  async (path) => {
    expect(await caching(path)).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=60')
  },
)

test('a page that the browser has, has the same caching', async () => {
  const etag = (await app.get('/blog')).headers.get('etag') ?? ''
  const response = await app.get('/blog', { headers: { 'if-none-match': etag } })
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    304,
    'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
  ])
})

test.each(['/pricing', '/admin/blog', '/admin/login', '/blog/nothing', '/nothing', '/blog/', apiPaths.posts])(
  'no CDN stores %s',
  async (path) => {
    expect(await caching(path)).toMatch(/^(private, )?no-(cache|store)$/)
  },
)
