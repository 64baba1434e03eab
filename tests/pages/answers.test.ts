import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { aPost } from '#tests/helpers/cards.ts'
import { aWorld } from './test-pages.ts'

const bytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const utf8 = (data: Uint8Array) => new TextDecoder().decode(data)

describe('the response of a cached page', () => {
  test('has the same text in every encoding, and one ETag per encoding', async () => {
    const { get } = await aWorld()
    const [plain, br, gzip] = await Promise.all([
      get('/blog'),
      get('/blog', { 'accept-encoding': 'br' }),
      get('/blog', { 'accept-encoding': 'gzip' }),
    ])
    const etags = [plain, br, gzip].map((answer) => answer.headers.get('etag'))
    expect(new Set(etags).size).toBe(3)
    expect([plain, br, gzip].map((answer) => answer.headers.get('content-encoding'))).toEqual([null, 'br', 'gzip'])
    expect([plain, br, gzip].map((answer) => answer.headers.get('vary'))).toEqual(Array(3).fill('Accept-Encoding'))
    const text = utf8(await bytes(plain))
    expect(text).toContain('Our Blog')
    expect(utf8(brotliDecompressSync(await bytes(br)))).toBe(text)
    expect(utf8(gunzipSync(await bytes(gzip)))).toBe(text)
  })

  test('is 304 for a matching ETag', async () => {
    const { get } = await aWorld()
    const etag = (await get('/', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/', { 'accept-encoding': 'br', 'if-none-match': known })
      expect([known, answer.status, await answer.text()]).toEqual([known, 304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  test('is 200 for the ETag of another encoding or page', async () => {
    const { get } = await aWorld()
    const etag = (await get('/', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
    expect((await get('/blog', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200)
  })
})

describe('each page has one URL', () => {
  test('which ignores unknown query keys and omits page 1', async () => {
    const { get, asked } = await aWorld()
    const etag = (await get('/blog')).headers.get('etag')
    for (const path of ['/blog?page=1', '/blog?utm_source=x', '/blog?a=1&page=1&b=2'])
      expect((await get(path)).headers.get('etag')).toBe(etag)
    expect(asked).toEqual(['list'])
  })

  test('with a page number for further pages of the list', async () => {
    const posts = Array.from({ length: 13 }, (_, index) => aPost({ id: `post-${index}`, title: `Post ${index}.` }))
    const { text } = await aWorld({ posts })
    expect(await text('/blog')).not.toContain('Post 12.')
    expect(await text('/blog?page=2&utm=1')).toContain('Post 12.')
  })

  test.each(['/blog?page=0', '/blog?page=01', '/blog?page=-1', '/blog?page=x', '/blog?page=1e3', '/blog?page=9999999'])(
    'so that %s is not a page',
    async (path) => {
      const { get } = await aWorld()
      expect((await get(path)).status).toBe(404)
    },
  )

  test('so that a page of the list without posts is 404', async () => {
    const { get } = await aWorld()
    expect((await get('/blog?page=2')).status).toBe(404)
  })

  test('without a trailing slash, which is redirected permanently', async () => {
    const { get } = await aWorld()
    const to = async (path: string) => {
      const answer = await get(path)
      return [answer.status, answer.headers.get('location')]
    }
    expect(await to('/blog/')).toEqual([301, '/blog'])
    expect(await to('/blog/plan-a-bake//?page=2')).toEqual([301, '/blog/plan-a-bake?page=2'])
    expect(await to('//')).toEqual([301, '/'])
  })

  test.each(['//evil.example/', '//evil.example', '/\\evil.example/', '//blog/', '/%2f%2fevil.example/'])(
    'and %s does not redirect elsewhere',
    async (path) => {
      const { get } = await aWorld()
      const answer = await get(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    },
  )
})
