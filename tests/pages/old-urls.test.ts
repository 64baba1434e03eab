import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    now: () => new Date('2026-02-01'),
    files: {
      'site.yml': `${smallContent['site.yml']}old_permalinks: ["/:year/:month/:title/"]\n`,
      'posts/rye.md': aPost({
        aliases: ['/brød og æble/', '/features', '/api/old', '/storage/old'],
        permalink: '/news/rye.html',
        slug: 'Rye_Bread',
      }),
      'posts/hidden.md': aPost({ draft: true, permalink: '/hidden/' }),
      'posts/later.md': aPost({ date: '2026-03-01', permalink: '/later/' }),
      'posts/over.md': aPost({ expires: '2026-01-20', permalink: '/over/' }),
    },
  })
})
afterAll(() => app.close())

async function leadsTo(path: string, method = 'GET') {
  const answer = await app.get(path, { method })
  return [answer.status, answer.headers.get('location')]
}

describe('the URL that a post had in another system', () => {
  test.each([
    ['/2026/01/rye/', ''],
    ['/2026/01/rye', ''],
    ['/2026/01/rye.html', ''],
    ['/2026/01/rye/index.html', ''],
    ['/news/rye', ''],
    ['/News/Rye.html?utm_source=feed&page=2', '?utm_source=feed&page=2'],
    ['/br%C3%B8d%20og%20%C3%A6ble/', ''],
    ['/Rye_Bread', ''],
    ['/blog/Rye_Bread', ''],
    ['/blog/RYE', ''],
    ['/blog/rye.html', ''],
  ])('%s redirects permanently to the post', async (path, query) => {
    expect(await leadsTo(path)).toEqual([301, `/blog/rye-bread${query}`])
    expect(await leadsTo(path, 'HEAD')).toEqual([301, `/blog/rye-bread${query}`])
  })

  test.each(['/hidden/', '/later', '/over/', '/2026/01/hidden/', '/2026/03/later'])(
    '%s of a post that is not live is not found',
    async (path) => {
      expect(await leadsTo(path)).toEqual([404, null])
    },
  )

  test('never replaces a page, data or a file', async () => {
    expect(await leadsTo('/features')).toEqual([200, null])
    for (const path of ['/api/old', '/storage/old']) expect(await leadsTo(path)).toEqual([404, null])
  })

  test('accepts no other method', async () => {
    expect(await leadsTo('/news/rye', 'POST')).toEqual([405, null])
  })

  test.each(['//evil.example/', '/%0d%0alocation:%20//evil.example', '/%2f%2fevil.example', '/%', '/\\evil.example'])(
    '%s redirects nowhere',
    async (path) => {
      expect(await leadsTo(path)).toEqual([404, null])
    },
  )
})

test('the API answers for a former URL below /blog, so that a link in the app works', async () => {
  const answer = await app.get('/api/blog-posts/Rye_Bread')
  expect(await answer.json()).toMatchObject({ id: 'rye-bread' })
})
