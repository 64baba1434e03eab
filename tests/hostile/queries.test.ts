import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let token = ''
beforeAll(async () => {
  app = await testApp({
    files: {
      'posts/bread.md': plainPost({ title: 'Bread', body: 'Rye and salt.' }),
      'posts/milk.md': plainPost({ title: 'Milk', body: 'Cold routes.' }),
      'posts/secret.md': plainPost({ title: 'Acquisition', body: 'Nobody knows.', draft: true }),
    },
  })
  token = await app.session()
  for (const name of ['Ann', 'Bob'])
    await app.post('/api/contact-messages', { name, email: `${name}@bakery.example`, message: `${name} writes.` })
})
afterAll(() => app.close())

/** What SQL and the query language of FTS5 would understand. */
const injections = [
  `' OR '1'='1`,
  `' OR 1=1 --`,
  `'; DROP TABLE lead; --`,
  `" OR ""="`,
  `x' UNION SELECT name, sql FROM sqlite_master --`,
  `zzz*`,
  `* `,
  `"acquisition`,
  `acquisition" OR "bread`,
  `title:acquisition`,
  `body : acquisition OR bread`,
  `{title body}: acquisition`,
  `NEAR(acquisition nobody, 5)`,
  `acquisition AND NOT bread`,
  `^acquisition`,
  `zzz OR bread`,
  `(((`,
  `zzz\u0000' OR 1=1`,
  `%`,
  `_____`,
  `\\`,
]

describe('a search is words, never a query', () => {
  test.each(injections)('of visitors: %j', async (q) => {
    const search = async (query: string) => {
      const answer = await app.get(`${apiPaths.posts}?${new URLSearchParams({ q: query, fields: 'card' })}`)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as PostCard[]).map(({ id }) => id)
    }
    const found = await search(q)
    // The same as its words alone: operators and quotes mean nothing.
    const words = q.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
    expect(found).toEqual(words === '' ? [] : await search(words))
    expect(found).not.toContain('secret')
    expect(await search('rye')).toEqual(['bread'])
  })

  test.each(injections)('of administrators in leads: %j', async (text) => {
    const list = (query: Record<string, string>) =>
      app.send('GET', `${adminPaths.leads}?${new URLSearchParams(query)}`, { token })
    const answer = await list({ q: text })
    const isBlank = text.trim() === ''
    expect(answer.status).toBe(200)
    expect((await answer.json()).leads).toHaveLength(isBlank ? 2 : 0)
    for (const name of ['kind', 'state', 'before', 'limit']) expect((await list({ [name]: text })).status).toBe(422)
    expect((await app.send('GET', adminPaths.lead(text), { token })).status).toBe(404)
    expect((await app.send('DELETE', adminPaths.lead(text), { token })).status).toBe(404)
    expect((await (await list({})).json()).leads).toHaveLength(2)
  })
})
