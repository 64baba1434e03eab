import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ files: { 'posts/long.html': plainPost({ body: 'Crates. '.repeat(5_000) }) } })
  url = app.listen()
})
afterAll(() => app.close())

const plain = { 'accept-encoding': 'identity' }

test.each([
  pagePaths.home,
  pagePaths.post('long'),
  apiPaths.posts,
  '/feed.xml',
  '/sitemap.xml',
  '/api/openapi.json',
  '/site.webmanifest',
])('the plain text of %s is what the compressed bodies contain, also for many at the same time', async (path) => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: 12 }, async () => (await fetch(url + path, { headers: plain })).text()),
  )
  expect(new Set(others)).toEqual(new Set([first ?? '']))
  for (const encoding of ['br', 'gzip'])
    expect(await (await fetch(url + path, { headers: { 'accept-encoding': encoding } })).text()).toBe(first ?? '')
})

test.each([pagePaths.home, apiPaths.posts])('HEAD of %s has the length of the plain text and no body', async (path) => {
  const body = await (await fetch(url + path, { headers: plain })).bytes()
  const head = await fetch(url + path, { method: 'HEAD', headers: plain })
  expect([Number(head.headers.get('content-length')), await head.text()]).toEqual([body.byteLength, ''])
})
