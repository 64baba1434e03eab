import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  const files = { 'posts/a-post.md': aPost(), 'posts/moved.md': aPost({ aliases: ['old-address'] }) }
  app = await testApp({ files, env: { PUBLIC_URL: 'https://www.testery.example' } })
  url = app.listen()
})
afterAll(() => app.close())

/** Every header by which a client may claim another host. */
const claims = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '8080',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-prefix': '/evil.example',
  'x-host': 'evil.example',
  'x-original-url': '/evil.example',
  'x-rewrite-url': '/evil.example',
  'x-http-method-override': 'DELETE',
  forwarded: 'for=1.2.3.4;host=evil.example;proto=http',
  host: 'evil.example',
}
const DOCUMENT = 'text/html,*/*'
const paths = [
  ...[pagePaths.home, pagePaths.blog, pagePaths.post('a-post'), '/nothing', pagePaths.tryForFree, '/pricing'],
  ...[apiPaths.posts, '/robots.txt', '/sitemap.xml', '/feed.xml', '/feed.json', '/manifest.webmanifest'],
]

/** Status, headers that do not say when or which, and body. */
async function seen(path: string, headers: Record<string, string>) {
  const answer = await fetch(url + path, { headers: { accept: DOCUMENT, ...headers }, redirect: 'manual' })
  const own = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: answer.status, headers: own, body: await answer.text() }
}

describe('a response does not depend on a forged host', () => {
  test.each(paths)('%s', async (path) => {
    const first = await seen(path, claims)
    const next = await seen(path, {})
    expect(JSON.stringify(first)).not.toContain('evil.example')
    // A page's form has a random token, which is ignored here.
    expect({ ...first, body: first.body.length }).toEqual({ ...next, body: next.body.length })
  })
})

test('does not take a short host for a part of the path', async () => {
  for (const host of ['x', 'web', '[::1]']) {
    const ask = (path: string) => seen(path, { host, accept: 'application/json' })
    expect((await ask('/healthz')).body).toBe('{"status":"ok"}')
    expect((await ask('/ab/healthz')).status).toBe(404)
    expect((await ask(apiPaths.posts)).body).toStartWith('[{"id":')
  }
})

test('does not use a forged host in redirects of posts and sign-ups', async () => {
  const moved = await seen(pagePaths.post('old-address'), claims)
  expect(moved.status).toBe(301)
  expect(Object.fromEntries(moved.headers).location).toBe(pagePaths.post('moved'))
  const signedUp = await fetch(url + apiPaths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...claims, host: 'evil.example' },
    body: JSON.stringify(another(1)),
  })
  expect(signedUp.status).toBe(200)
  expect(await signedUp.text()).toBe('/welcome')
})

test('keeps authorized responses out of shared caches, and never mixes page and data of one URL', async () => {
  const withToken = await seen(apiPaths.posts, { authorization: `Bearer ${await app.login()}` })
  expect(Object.fromEntries(withToken.headers)['cache-control']).not.toContain('public')
  for (const accept of ['text/html', '*/*'])
    expect(Object.fromEntries((await seen('/pricing', { accept })).headers).vary).toMatch(/accept(?!-)/i)
})
