import { describe, expect, test } from 'bun:test'
import { aPost } from '#tests/helpers/cards.ts'
import { aWorld } from './test-pages.ts'

describe('an unknown path', () => {
  test.each(['/nowhere', '/blog/a/b', '/Blog', '/blog/%70lan-a-bake', '/index.html', '/.env'])(
    '%s is 404 and redirects the browser to / without JavaScript',
    async (path) => {
      const { get } = await aWorld()
      const answer = await get(path)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toContain('<meta http-equiv="refresh" content="0; url=/#page-not-found">')
      expect(html).not.toContain(path)
      expect(html).toContain('<a href="/">')
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('<script')
    },
  )

  test('of a post answers 404 with its own page, Back to Blog and noindex', async () => {
    const { get } = await aWorld()
    const answer = await get('/blog/no-such-post')
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    expect(answer.status).toBe(404)
    expect(html).toContain('This post could not be found')
    expect(html).toContain('Back to Blog')
    expect(html).toMatch(/<form role="search"[^>]* action="\/blog"/)
    expect(html).toMatch(/Newest posts.*href="\/blog\/plan-a-bake"/)
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('shares one cached page with all others, which does not hide a post created later', async () => {
    const { get, state, invalidate } = await aWorld()
    const first = await get('/blog/later')
    expect((await get('/blog/other')).headers.get('etag')).toBe(first.headers.get('etag'))
    state.posts = [...state.posts, aPost({ id: 'later', title: 'It is here now' })]
    invalidate(new Set(['post:later', 'list']))
    const now = await get('/blog/later')
    expect([now.status, (await now.text()).includes('It is here now')]).toEqual([200, true])
  })

  test('that is a former URL of a post redirects permanently', async () => {
    const { get, state } = await aWorld()
    state.moved.set('old-name', 'plan-a-bake')
    const answer = await get('/blog/old-name')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/plan-a-bake'])
  })
})

describe('a page that fails to render', () => {
  test('is a 500 without a reason, logged, and affects no other page', async () => {
    const { get, state, logged } = await aWorld()
    state.broken = true
    const answer = await get('/blog/plan-a-bake')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('renderer')
    expect(logged.join()).toContain('the renderer is ill')
    expect((await get('/blog')).status).toBe(200)
  })

  test('is rendered as soon as rendering succeeds', async () => {
    const { get, state } = await aWorld()
    state.broken = true
    await get('/blog/plan-a-bake')
    state.broken = false
    expect((await get('/blog/plan-a-bake')).status).toBe(200)
  })
})

test('a page that is being prepared says so, refreshes itself, and is not an error', async () => {
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

test.each(['/admin', '/admin/', '/Admin'])('%s redirects to the dashboard, which asks for the login', async (path) => {
  const { get } = await aWorld()
  const answer = await get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/blog'])
})
