import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const POSTS = 240

let app: TestApp
let url: string
beforeAll(async () => {
  const numbers = Array.from({ length: POSTS }, (_, number) => String(number).padStart(3, '0'))
  const files = Object.fromEntries(
    numbers.map((number) => [
      `posts/post-${number}.html`,
      plainPost({ title: `Crate ${number}`, date: `2026-0${1 + (Number(number) % 6)}-01` }),
    ]),
  )
  app = await testApp({ files, now: () => new Date('2026-10-01T12:00:00Z') })
  url = app.listen()
}, 60_000)
afterAll(() => app.close())

const list = (query: string, init?: RequestInit) => app.get(apiPaths.posts + query, init)
const head = (query: string, headers = {}) => fetch(url + apiPaths.posts + query, { method: 'HEAD', headers })
const ids = async (response: Response) => (await response.json()).map(({ id }: Post) => id)
const counted = ({ headers }: Response) => [headers.get('x-total-count'), headers.get('link')]
const renders = () => app.services.pages.metrics().renders
const entries = () => app.services.pages.metrics().entries
const cursor = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url')

describe('every list of posts', () => {
  test('is rejected with 503 and Retry-After when a hundred others wait, like searches, posts, HEAD, and lists of administrators', async () => {
    const token = await app.login()
    const admin = { headers: { authorization: `Bearer ${token}` } }
    for (const ask of [
      (number: number) => list(`?per_page=${1 + (number % 100)}&page=${1 + Math.floor(number / 100)}`),
      (number: number) => head(`?after=${cursor('2026-09-01T00:00:00.000Z', `post-${number}`)}&per=${number}`),
      (number: number) => list(`?q=crate+${number}+crate&per_page=${1 + (number % 100)}`),
      (number: number) => app.get(`/blog?q=crate${number}`),
      (number: number) => app.get(`${apiPaths.post(`post-${String(number).padStart(3, '0')}`)}?_=${number}`),
      (number: number) => list(`?state=all&per_page=${1 + (number % 100)}`, admin),
    ]) {
      const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => ask(number)))
      const rejected = answers.filter(({ status }) => status !== 200)
      expect(answers.length - rejected.length).toBeGreaterThanOrEqual(100)
      for (const { status, headers } of rejected) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    }
  })
})

describe('HEAD of a list', () => {
  test.each([
    '?page=2&per_page=9',
    '?per_page=100',
    '?fields=card',
    '',
    '?category=production&page=3',
    '?q=crate&page=2',
    '?page=99',
    '?tag=unknown',
  ])('has no body and the counts and links of GET: %s', async (query) => {
    const before = entries()
    const asked = await head(query)
    expect([asked.status, await asked.text(), entries()]).toEqual([200, '', before])
    expect(counted(asked)).toEqual(counted(await list(query)))
    expect(counted(await head(query, { 'accept-encoding': 'br' }))).toEqual(counted(asked))
  })

  test('rejects what GET rejects', async () => {
    for (const query of ['?after=zebra', '?page=0', '?per_page=101', '?page=1&after=abc'])
      expect([query, (await head(query)).status]).toEqual([query, 422])
  })
})

describe('the cache of lists', () => {
  test('has one entry for all spellings of a query', async () => {
    await list('?per_page=11&page=1')
    const before = renders()
    for (const query of [
      '?per_page=11',
      '?page=01&per_page=011',
      '?x=1&per_page=11&page=000001',
      '?per_page=5&per_page=11',
    ])
      expect((await ids(await list(query))).length).toBe(11)
    expect(renders()).toBe(before)
  })

  test('stores no empty list, unknown term or page beyond the end, in the API, in pages and in feeds', async () => {
    await app.get('/blog/tag/unknown-0')
    await app.get('/blog?page=9000')
    await app.get('/blog/no-such-post')
    await app.get('/blog/author/nobody')
    const before = entries()
    for (let number = 1; number < 60; number++) {
      for (const query of [
        `?category=none-${number}`,
        `?tag=none-${number}&per_page=${number}`,
        `?author=none-${number}`,
        `?page=${number + 900}`,
        `?fields=card&tag=${number}`,
      ])
        expect([query, await ids(await list(query))]).toEqual([query, []])
      for (const path of [
        `/blog/tag/none-${number}`,
        `/blog?page=${number + 900}`,
        `/blog/no-${number}`,
        `/blog/author/no-${number}`,
        `/blog/tag/none-${number}/feed.xml`,
        `/blog/category/none-${number}/feed.json`,
      ])
        expect([path, (await app.get(path)).status]).toEqual([path, 404])
    }
    expect(entries()).toBe(before)
  })

  test('keeps the home page while every post and every list is read once', async () => {
    const small = await testApp({
      files: Object.fromEntries(
        Array.from({ length: 60 }, (_, number) => [`posts/p-${number}.html`, plainPost({ title: `P ${number}` })]),
      ),
      pageCacheBytes: 800_000,
    })
    try {
      const { findCached } = small.services.pages
      for (let visit = 0; visit < 40; visit++) await small.get(pagePaths.home)
      for (let number = 0; number < 60; number++) {
        for (const path of [
          pagePaths.post(`p-${number}`),
          `${apiPaths.posts}?per_page=${number + 1}`,
          `${apiPaths.posts}?after=${cursor('2026-01-01T00:00:00.000Z', `p-${number}`)}`,
        ])
          await (await small.get(path)).bytes()
      }
      expect(findCached(pagePaths.home)).toBeDefined()
      expect(small.services.pages.metrics().entries).toBeLessThan(60)
      expect(small.services.pages.metrics().bytes).toBeLessThanOrEqual(800_000)
    } finally {
      await small.close()
    }
  }, 60_000)

  test('is current after a change of a post, a term, an author and the site', async () => {
    const query = '?per_page=2&fields=card'
    await list(query)
    const token = await app.login()
    const form = { title: 'Newest', summary: 'In short.', content: 'Text.', category_id: 'production' }
    const created = await (await app.send('POST', apiPaths.posts, { form, token })).json()
    expect((await ids(await list(query)))[0]).toBe('newest')
    await app.send('DELETE', apiPaths.post(created.id), { token })
    expect(await ids(await list(query))).not.toContain('newest')
  })
})

describe('a cursor', () => {
  test('is a position: made-up ones before the same post share one cached list, also that of a deleted post', async () => {
    const first = await list(`?after=${cursor('2026-03-01T00:00:00.000Z', 'post-002')}`)
    const rest = await ids(first)
    const before = renders()
    const made = Array.from({ length: 30 }, (_, number) => cursor('2026-03-01T00:00:00.000Z', `post-002-${number}`))
    for (const after of made) expect(await ids(await list(`?after=${after}`))).toEqual(rest)
    expect(renders()).toBe(before)
  })

  test.each([
    ['2030-01-01T00:00:00.000Z', 'a', 0],
    ['2026-06-01T00:00:00.000Z', 'post-004', 0],
    ['2026-06-01T00:00:00.000Z', 'post-005', 1],
    ['2026-06-01T00:00:00.000Z', 'zzz', 40],
    ['2026-01-15T00:00:00.000Z', 'a', 200],
    ['2026-01-01T00:00:00.000Z', 'post-228', 239],
    ['2026-01-01T00:00:00.000Z', 'post-234', 240],
    ['1999-01-01T00:00:00.000Z', 'a', 240],
  ])('continues with the first post after %s and %s', async (date, id, skipped) => {
    const all = await ids(await list(''))
    expect(await ids(await list(`?after=${cursor(date, id)}`))).toEqual(all.slice(skipped))
  })
})

test('a page of long posts has at most 5 MB, and a link to the rest of the list, in HEAD as well', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, number) => [
      `posts/long-${String(number).padStart(2, '0')}.html`,
      plainPost({ title: `Long ${number}`, date: '2026-02-01', body: `${number} ${'Ünïcode. '.repeat(20_000)}` }),
    ]),
  )
  const heavy = await testApp({ files })
  try {
    const path = `${apiPaths.posts}?per_page=28`
    const asked = await heavy.get(path, { method: 'HEAD' })
    const response = await heavy.get(path)
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000_000)
    const sent: Post[] = JSON.parse(text)
    const next = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    expect(asked.headers.get('link')).toBe(response.headers.get('link'))
    const rest: Post[] = await (await heavy.get(next)).json()
    expect([...sent, ...rest].map(({ id }) => id)).toEqual(
      Object.keys(files).map((file) => file.slice('posts/'.length, -'.html'.length)),
    )
    expect((await heavy.get(`${apiPaths.posts}?per_page=3`)).headers.has('link')).toBe(false)
  } finally {
    await heavy.close()
  }
}, 60_000)
