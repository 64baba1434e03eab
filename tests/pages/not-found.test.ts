import { describe, expect, test } from 'bun:test'
import { aPost } from '#tests/helpers/cards.ts'
import { aWorld } from './test-pages.ts'

describe('an address without a page (§2, decision 5)', () => {
  test.each(['/nowhere', '/blog/a/b', '/Blog', '/blog/%70lan-a-bake', '/index.html', '/.env'])(
    '%s is not found, and the browser goes on to / without a script',
    async (path) => {
      const { get } = await aWorld()
      const answer = await get(path)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toContain('<meta http-equiv="refresh" content="0; url=/">')
      expect(html).toContain('<a href="/">')
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('<script')
    },
  )

  test('an unknown post says so on its own page, offers Back to Blog, and is kept out of search engines', async () => {
    const { get } = await aWorld()
    const answer = await get('/blog/no-such-post')
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    expect(answer.status).toBe(404)
    expect(html).toContain('This post could not be found')
    expect(html).toContain('Back to Blog')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('made-up addresses share one drawn page, which does not stand in the way of the post once it is there', async () => {
    const { get, state, refresh } = await aWorld()
    const first = await get('/blog/later')
    expect((await get('/blog/other')).headers.get('etag')).toBe(first.headers.get('etag'))
    state.posts = [...state.posts, aPost({ id: 'later', title: 'It is here now' })]
    await refresh(['post:later', 'list'])
    const now = await get('/blog/later')
    expect([now.status, (await now.text()).includes('It is here now')]).toEqual([200, true])
  })

  test('the old address of a renamed post leads to the new one for good', async () => {
    const { get, state } = await aWorld()
    state.moved.set('old-name', 'plan-a-bake')
    const answer = await get('/blog/old-name')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/plan-a-bake'])
  })
})

describe('a page that cannot be drawn', () => {
  test('answers 500 without a reason, is said in the log, and leaves the other pages alone', async () => {
    const { get, state, logged } = await aWorld()
    state.broken = true
    const answer = await get('/blog/plan-a-bake')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('renderer')
    expect(logged.join()).toContain('the renderer is ill')
    expect((await get('/blog')).status).toBe(200)
  })

  test('is drawn as soon as it can be', async () => {
    const { get, state } = await aWorld()
    state.broken = true
    await get('/blog/plan-a-bake')
    state.broken = false
    expect((await get('/blog/plan-a-bake')).status).toBe(200)
  })
})

test('a page that is still being prepared says so, asks again by itself, and is no trouble', async () => {
  const { state, get, logged } = await aWorld()
  state.busy = true
  const answer = await get('/blog')
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(await answer.text()).toMatch(/<meta http-equiv="refresh" content="5">.*<p>It is being prepared\.<\/p>/)
  expect(logged).toEqual([])
  state.busy = false
  expect((await get('/blog')).status).toBe(200)
})
