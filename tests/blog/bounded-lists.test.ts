import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const POSTS = 1_203
const POSTS_MAX = 500
const BYTES_MAX = 5_000_000

let app: TestApp
let url: string
let token: string
/** Ids in list order: newest date first, equal dates by id. */
let ids: string[]
beforeAll(async () => {
  const numbers = Array.from({ length: POSTS }, (_, number) => String(number).padStart(4, '0'))
  const dateOf = (number: string) => `2026-01-0${1 + (Number(number) % 3)}`
  const files = Object.fromEntries(
    numbers.map((number) => [
      `posts/post-${number}.html`,
      plainPost({ title: `Crate ${number}`, date: dateOf(number) }),
    ]),
  )
  ids = numbers
    .toSorted((one, other) => dateOf(other).localeCompare(dateOf(one)) || one.localeCompare(other))
    .map((number) => `post-${number}`)
  app = await testApp({ files, now: () => new Date('2026-06-01T12:00:00Z') })
  url = app.listen()
  token = await app.login()
}, 60_000)
afterAll(() => app.close())

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  const posts: Post[] = JSON.parse(text)
  const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return { response, text, posts, next, ids: posts.map(({ id }) => id), total: response.headers.get('x-total-count') }
}

/** Follows the `next` links of the responses. */
async function readAll(path: string, headers: Record<string, string> = {}) {
  const responses: Awaited<ReturnType<typeof read>>[] = []
  for (let next: string | undefined = path; next !== undefined && responses.length < 20; )
    next = responses[responses.push(await read(next, headers)) - 1]?.next
  return responses
}

describe('GET /api/blog-posts without a page', () => {
  test('returns at most 500 posts and a link to the rest, until every post was sent exactly once', async () => {
    const responses = await readAll(apiPaths.posts)
    expect(responses.map(({ posts }) => posts.length)).toEqual([POSTS_MAX, POSTS_MAX, POSTS - 2 * POSTS_MAX])
    expect(responses.flatMap((response) => response.ids)).toEqual(ids)
    expect(responses.map(({ total }) => total)).toEqual(['1203', '1203', '1203'])
    for (const { posts } of responses) expect(posts[0]).toMatchObject({ content: 'Text.', state: 'live' })
  })

  test.each([
    ['?fields=card', POSTS],
    ['?category=production', POSTS],
    ['?q=crate', POSTS],
    ['?fields=card&q=crate+%26%3E%22', POSTS],
    ['?tag=bakery', 0],
  ])('bounds and continues %s as well, with its query', async (query, total) => {
    const responses = await readAll(apiPaths.posts + query)
    expect(responses.every(({ posts }) => posts.length <= POSTS_MAX)).toBe(true)
    expect(responses.flatMap((response) => response.ids)).toEqual(total === 0 ? [] : ids)
    expect(responses[0]?.total).toBe(String(total))
    const asked = new URLSearchParams(query)
    for (const { next } of responses.slice(0, -1))
      for (const [name, value] of asked) expect(new URL(url + next).searchParams.get(name)).toBe(value)
  })

  test('bounds what the administrator reads, and never compresses or stores it', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const responses = await readAll(`${apiPaths.posts}?state=all`, headers)
    expect(responses.flatMap((response) => response.ids)).toEqual(ids)
    expect(responses[0]?.posts).toHaveLength(POSTS_MAX)
    expect(Object.fromEntries(responses[0]?.response.headers ?? [])).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'Authorization',
    })
    expect(responses[0]?.response.headers.has('content-encoding')).toBe(false)
    expect((await fetch(url + (responses[0]?.next ?? ''))).status).toBe(401)
  })

  test('sends the same response to all clients that ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => read(`${apiPaths.posts}?_=1`)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 200))
  })

  test('does not change paged lists', async () => {
    const page = await read(`${apiPaths.posts}?per_page=100&page=2`)
    expect([page.ids, page.total, page.next]).toEqual([ids.slice(100, 200), '1203', undefined])
  })
})

test('answers 422 to a forged cursor without repeating it', async () => {
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const next = new URL(url + (await read(apiPaths.posts)).next).searchParams.get('after') ?? ''
  const date = '2026-01-01T00:00:00.000Z'
  const cursors = ['zebra', '', '!', 'ze%20bra', 'a'.repeat(500), '..%2fzebra', made({}), made([]), made('zebra')]
  const forged = [[date], [date, '../zebra'], ['zebra', 'post'], ['2026', 'post'], [date, 'post', 'zebra'], [1, 2]]
  const wrongList = [`${made([date, 'post', 3])}`, `${next}&q=crate`, `${next}&page=1`, `${next}&per_page=9`]
  for (const after of [...cursors, ...forged.map(made), ...wrongList]) {
    const response = await fetch(`${url}${apiPaths.posts}?after=${after}`)
    const text = await response.text()
    expect([after, response.status, Object.keys(JSON.parse(text).errors)]).toEqual([after, 422, ['after']])
    expect(text).not.toContain('zebra')
    expect(response.headers.has('link')).toBe(false)
  }
})

test('continues exactly after the last post sent when posts are added and that post is deleted in between', async () => {
  const first = await read(apiPaths.posts)
  const last = first.ids.at(-1) ?? ''
  await app.send('DELETE', apiPaths.post(last), { token })
  const form = { title: 'Newer', summary: 'In short.', content: 'Text.', category_id: 'production' }
  expect((await app.send('POST', apiPaths.posts, { form, token })).status).toBe(201)
  const second = await read(first.next ?? '')
  expect(second.ids).toEqual(ids.slice(POSTS_MAX, 2 * POSTS_MAX))
  expect((await read(apiPaths.posts)).ids[0]).toBe('newer')
})

test('returns at most 5 MB of long posts, and renders hardly any posts that it does not send', async () => {
  const long = (number: number) => plainPost({ date: '2026-02-01', body: `${number} ${'Ünïcode. '.repeat(18_000)}` })
  const short = (number: number) => plainPost({ date: '2026-01-01', body: `*Post ${number}*` })
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  const heavy = await testApp({
    files: Object.fromEntries([
      ...numbers.map((number) => [`posts/long-${number}.html`, long(number)]),
      ...numbers.map((number) => [`posts/short-${number}.md`, short(number)]),
    ]),
  })
  try {
    url = heavy.listen()
    const first = await read(apiPaths.posts)
    expect(Buffer.byteLength(first.text)).toBeLessThanOrEqual(BYTES_MAX)
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(0.9 * BYTES_MAX)
    expect(first.posts.length).toBeLessThan(numbers.length)
    const rendered = heavy.services.cacheDb.read((db) => db.query('select key from rendered_html').all())
    expect(rendered.length).toBeLessThan(16)
    const rest = await readAll(first.next ?? '')
    expect([...first.ids, ...rest.flatMap((response) => response.ids)]).toHaveLength(2 * numbers.length)
  } finally {
    await heavy.close()
  }
}, 60_000)
