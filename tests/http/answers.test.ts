import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    files: {
      'posts/shown.html': aPost({ title: 'Shown' }),
      'posts/hidden.html': aPost({ title: 'Hidden', draft: true }),
    },
    env: { PUBLIC_URL: 'https://www.testery.example' },
  })
  await Bun.write(join(app.dir, 'storage/public/documents/terms.pdf'), '%PDF-1.7')
})
afterAll(() => app.close())

const headersOf = async (path: string) => Object.fromEntries((await app.get(path)).headers)

describe('the headers of every response', () => {
  test('restrict framing, scripts and caching for a page', async () => {
    const headers = await headersOf('/blog')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
    expect(headers['content-security-policy']).toStartWith("default-src 'none'; script-src 'self' 'sha256-")
    expect(headers['content-security-policy']).not.toInclude('unsafe')
  })

  test('declare JSON for the API', async () => {
    for (const path of [apiPaths.posts, '/api/blog-posts/shown', '/api/blog-posts/nothing', '/api/nothing']) {
      expect(await headersOf(path)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  })

  test('sandbox a stored file', async () => {
    expect(await headersOf('/storage/documents/terms.pdf')).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('cache a build file for a year', async () => {
    const [script] = /\/code\/[\w.-]+\.js/.exec(await (await app.get('/blog')).text()) ?? []
    expect(await headersOf(script ?? '')).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('do not name the server software', async () => {
    for (const path of ['/', '/api/tags', '/storage/documents/terms.pdf', '/healthz']) {
      const names = Object.keys(await headersOf(path))
      expect(names.filter((name) => ['server', 'x-powered-by', 'x-xss-protection'].includes(name))).toEqual([])
    }
  })
})

describe('HEAD', () => {
  test.each([
    '/',
    '/blog',
    '/blog/nothing',
    apiPaths.posts,
    '/feed.xml',
    '/api/nothing',
    '/storage/documents/terms.pdf',
    '/healthz',
  ])('has the status of GET without a body: %s', async (path) => {
    const [get, head] = [await app.get(path), await app.send('HEAD', path)]
    expect(head.status).toBe(get.status)
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(await head.text()).toBe('')
  })
})

describe('a bearer token', () => {
  test('is required for drafts with ?state=all', async () => {
    const all = `${apiPaths.posts}?state=all`
    expect((await app.get(all)).status).toBe(401)
    expect((await app.send('GET', all, { token: 'guessed' })).status).toBe(401)
    const answer = await app.send('GET', all, { token: await app.login() })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveLength(2)
  })

  test('does not affect a public read when it is stale', async () => {
    const answer = await app.send('GET', apiPaths.posts, { token: 'stale' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveLength(1)
  })

  test('is checked before anything else in every write', async () => {
    const writes = [
      ['POST', apiPaths.posts],
      ['POST', '/api/blog-posts/nothing?_method=PUT'],
      ['POST', '/api/blog-posts/shown?_method=DROP'],
      ['DELETE', '/api/blog-posts/nothing'],
      ['DELETE', '/api/blog-posts/..%2f..%2fsite'],
      ['POST', apiPaths.categories],
      ['DELETE', '/api/categories/production'],
      ['POST', apiPaths.tags],
      ['DELETE', '/api/tags/bakery'],
      ['DELETE', adminPaths.sessions],
    ] as const
    for (const [method, path] of writes) {
      for (const sent of [{}, { json: { broken: true } }, { headers: { 'content-length': '99999999999' } }]) {
        const answer = await app.send(method, path, sent)
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 })
        expect(await answer.json()).toEqual({ message: 'Please log in.' })
      }
    }
    expect(app.content.snapshot().categories.size).toBe(2)
  })
})
