import { beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
let app: Awaited<ReturnType<typeof blogApp>>

beforeAll(async () => {
  const post = (title: string, date: string, more = {}) => plainPost({ title, date, ...more })
  app = await blogApp({
    now: () => new Date('2026-06-01T12:00:00Z'),
    files: {
      'authors/ann-lee.yml': 'name: Ann Lee\n',
      'authors/ann.yml': 'name: Ann\n',
      'posts/rye.html': post('Rye bread', '2026-03-01', {
        author: 'ann-lee',
        tags: ['bakery'],
        updated: '2026-03-02',
        body: '<p>One <b>two</b> three.</p>',
      }),
      'posts/milk.html': post('10 ways to chill milk', '2026-03-02T23:30:00Z', {
        author: 'ann',
        category: 'shipping',
        body: '<p>One</p><p>two</p>',
      }),
      'posts/crates.html': post('9 ways to stack crates', '2026-03-03', {
        author: 'Leander Çelik Berg',
        updated: '2026-05-01',
      }),
      'posts/later.html': post('bread of the future', '2026-08-01', { author: 'ann-lee' }),
      'posts/idea.html': plainPost({ title: 'An idea for bread', draft: true, date: null }),
    },
  })
})

const ask = (query: string) => app.send('GET', `${apiPaths.posts}?${query}`, { token: app.token })

async function idsOf(query: string): Promise<string[]> {
  const posts: PostCard[] = await (await ask(`state=all&fields=card&page=1&per_page=50&${query}`)).json()
  return posts.map(({ id }) => id)
}

describe('the list of all posts for administrators', () => {
  test.each([
    ['', 'idea later crates milk rye'],
    ['sort=date&order=asc', 'rye milk crates later idea'],
    ['order=asc', 'rye milk crates later idea'],
    ['sort=title', 'crates milk idea later rye'],
    ['sort=title&order=desc', 'rye later idea milk crates'],
    ['sort=updated', 'idea later crates milk rye'],
    ['sort=updated&order=asc', 'rye milk crates later idea'],
    ['sort=author', 'idea milk later rye crates'],
    ['sort=author&order=desc', 'crates rye later milk idea'],
    ['sort=state', 'idea later crates milk rye'],
    ['sort=state&order=desc', 'rye milk crates later idea'],
    ['sort=words', 'rye milk idea later crates'],
    ['sort=words&order=asc', 'crates later idea milk rye'],
  ])('is sorted by "%s", numbers in titles by value', async (query, ids) => {
    expect((await idsOf(query)).join(' ')).toBe(ids)
  })

  test.each([
    ['from=2026-03-02', 'later crates milk'],
    ['to=2026-03-02', 'milk rye'],
    ['from=2026-03-02&to=2026-03-02', 'milk'],
    ['from=2026-03-03&to=2026-03-02', ''],
    ['author=ann-lee', 'later rye'],
    ['author=ann', 'milk'],
    ['author=le', 'later crates rye'],
    ['author=LEANDER', 'crates'],
    ['author=celik', 'crates'],
    ['author=Çelık', 'crates'],
    ['category=shipping', 'milk'],
    ['tag=bakery', 'rye'],
    ['state=draft', 'idea'],
    ['state=scheduled&author=ann-lee', 'later'],
    ['q=bread&sort=title', 'idea later rye'],
    ['q=bread&state=live&from=2026-01-01&author=Ann+Lee&tag=bakery', 'rye'],
  ])('is filtered by "%s", days in UTC', async (query, ids) => {
    expect((await idsOf(query)).join(' ')).toBe(ids)
  })

  test('has the number of words of each post, which public lists do not have', async () => {
    const wordsIn = async (query: string) =>
      (await (await ask(query)).json()).map(({ id, words }: PostCard) => `${id} ${words}`)
    const all = ['idea 1', 'later 1', 'crates 1', 'milk 2', 'rye 3']
    expect(await wordsIn('state=all&fields=card')).toEqual(all)
    expect(await wordsIn('state=all')).toEqual(all)
    expect(await wordsIn('fields=card')).toEqual(['crates undefined', 'milk undefined', 'rye undefined'])
  })

  test('counts all matches, whatever page is shown', async () => {
    const answer = await ask('state=all&fields=card&page=2&per_page=2&sort=title&order=desc')
    const posts: PostCard[] = await answer.json()
    expect(posts.map(({ id }) => id)).toEqual(['idea', 'milk'])
    expect(answer.headers.get('x-total-count')).toBe('5')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each([
    ['from=yesterday', 'from'],
    ['to=2026-13-40', 'to'],
    ['sort=__proto__', 'sort'],
    ['order=sideways', 'order'],
    ['sort=title', 'sort'],
    [`author=${'x'.repeat(101)}`, 'author'],
    ['category=../../etc', 'category'],
    ['page=0', 'page'],
  ])('rejects "%s" without repeating it', async (query, field) => {
    const answer = await ask(`state=all&${query}`)
    expect(answer.status).toBe(422)
    const body: { errors: Record<string, { message: string }> } = await answer.json()
    expect(Object.keys(body.errors)).toEqual([field])
    const [sent = ''] = query.split('=').slice(1)
    if (sent.length > 5) expect(JSON.stringify(body)).not.toContain(sent)
  })

  test('finds nothing for an author with letters that mean something in patterns', async () => {
    for (const author of ['%25', '.*', '(', "'%20OR%201=1"]) expect(await idsOf(`author=${author}`)).toEqual([])
  })

  test('requires a token, and is unknown to visitors, whose list stays as it is', async () => {
    expect((await app.get(`${apiPaths.posts}?state=all&sort=title`)).status).toBe(401)
    const [plain, sorted] = await Promise.all(
      ['page=1', 'page=1&sort=title&order=asc&from=2026-03-03&to=x'].map((query) =>
        app.get(`${apiPaths.posts}?${query}`),
      ),
    )
    expect(sorted?.status).toBe(200)
    expect(sorted?.headers.get('etag')).toBe(plain?.headers.get('etag') ?? '')
    expect(await sorted?.json()).toEqual(await plain?.json())
    expect((await app.get(`${apiPaths.posts}?author=le`)).headers.get('x-total-count')).toBe('0')
  })
})
