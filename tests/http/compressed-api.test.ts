import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  const tags = Array.from({ length: 40 }, (_, number) => [`tags/tag-${number}.yml`, `name: The tag ${number}\n`])
  app = await testApp({
    files: {
      ...Object.fromEntries(tags),
      'posts/one.html': aPost({ title: 'One', body: '<p>Count the crates.</p>'.repeat(100) }),
      'landings/bakery-erp.yml': await Bun.file('content/landings/bakery-erp.yml').text(),
      'plans.yml': await Bun.file('content/plans.yml').text(),
    },
    env: { CAPTCHA: 'on' },
  })
  url = app.listen()
})
afterAll(() => app.close())

const ask = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, decompress: false })
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Uint8Array) => Buffer.from(body) }
const encodings = ['br', 'gzip', 'identity'] as const

/** Every public operation that returns JSON. */
const publicReads = [
  apiPaths.posts,
  `${apiPaths.posts}?fields=card`,
  `${apiPaths.posts}?q=one`,
  apiPaths.post('one'),
  apiPaths.tags,
  apiPaths.landing('bakery-erp'),
  '/api/openapi.json',
  '/feed.json',
]

describe('public JSON', () => {
  test.each(publicReads)('%s is compressed as the client likes best, and 304 while it is the same', async (path) => {
    const bodies = new Set<string>()
    const etags = new Set<string>()
    for (const encoding of encodings) {
      const asked = { 'accept-encoding': encoding }
      const response = await ask(path, asked)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      const etag = response.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      bodies.add(decoders[encoding](await response.bytes()).toString('utf8'))
      etags.add(etag)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await ask(path, { ...asked, 'if-none-match': known })
        expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.get('vary')).toBe(response.headers.get('vary') ?? '')
      }
      expect((await ask(path, { ...asked, 'if-none-match': '"other"' })).status).toBe(200)
    }
    expect([bodies.size, etags.size]).toEqual([1, encodings.length])
  })

  test('prefers Brotli and respects what a client rejects', async () => {
    const encodingOf = async (accepted: string) =>
      (await ask(apiPaths.posts, { 'accept-encoding': accepted })).headers.get('content-encoding')
    expect(await encodingOf('gzip, deflate, br, zstd')).toBe('br')
    expect(await encodingOf('gzip, br;q=0')).toBe('gzip')
    expect(await encodingOf('br;q=0, gzip;q=0')).toBeNull()
  })

  test('varies by Accept where the path is also a page', async () => {
    expect((await ask(apiPaths.plans, { 'accept-encoding': 'br' })).headers.get('vary')).toBe('Accept, Accept-Encoding')
  })

  test('is not compressed when it is short', async () => {
    for (const path of [apiPaths.categories, apiPaths.plans]) {
      const asked = { 'accept-encoding': 'br' }
      const response = await ask(path, asked)
      expect([response.headers.has('content-encoding'), (await response.json()).length > 0]).toEqual([false, true])
      const etag = response.headers.get('etag') ?? ''
      expect((await ask(path, { ...asked, 'if-none-match': etag })).status).toBe(304)
    }
  })

  test('has another ETag after the content changed', async () => {
    const asked = { 'accept-encoding': 'br' }
    const before = (await ask(apiPaths.posts, asked)).headers.get('etag') ?? ''
    const form = { title: 'Two', summary: 'In short.', content: 'Text.', category_id: 'production' }
    await app.send('POST', apiPaths.posts, { form, token: await app.login() })
    expect((await ask(apiPaths.posts, { ...asked, 'if-none-match': before })).status).toBe(200)
  })
})

describe('responses with secrets or personal data', () => {
  test('are never compressed or stored by a shared cache', async () => {
    const headers = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${await app.login()}` }
    const paths = [
      `${apiPaths.posts}?state=all`,
      `${apiPaths.post('one')}?state=all`,
      ...[
        adminPaths.schedule,
        adminPaths.leads,
        adminPaths.leadsCsv,
        adminPaths.contentProblems,
        adminPaths.contentState,
      ],
    ]
    const responses = await Promise.all([
      ...paths.map((path) => ask(path, headers)),
      ask('/api/captcha', headers),
      ask('/healthz', headers),
    ])
    const login = await fetch(url + adminPaths.login, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
      decompress: false,
    })
    for (const response of [...responses, login]) {
      expect([response.url, response.status]).toEqual([response.url, 200])
      expect([response.url, response.headers.get('content-encoding')]).toEqual([response.url, null])
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
  })
})
