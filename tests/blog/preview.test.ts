import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { PreviewLink } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const SECRET = 'Nobody knows of this yet.'
const files = {
  'posts/draft.md': plainPost({ title: 'The draft', draft: true, body: `**${SECRET}**` }),
  'posts/soon.md': plainPost({ title: 'Soon', date: '2026-06-01T08:00Z' }),
  'posts/gone.md': plainPost({ title: 'Gone', expires: '2026-02-01' }),
  'posts/live.md': plainPost({ title: 'Live' }),
}

async function site(start = '2026-05-01T12:00:00Z') {
  let now = new Date(start)
  const app = await blogApp({ files, now: () => now })
  const ask = (id: string, token: string | undefined = app.token) =>
    app.send('POST', adminPaths.previews(id), { ...(token !== undefined && { token }) })
  const linkTo = async (id: string): Promise<PreviewLink> => (await ask(id)).json()
  return {
    ...app,
    ask,
    linkTo,
    goTo: (moment: string) => {
      now = new Date(moment)
    },
    async open(path: string) {
      const answer = await app.get(path)
      return { status: answer.status, headers: answer.headers, html: await answer.text() }
    },
  }
}

describe('a preview link', () => {
  test('shows a draft as visitors would see it, with a notice of its end, and runs no script', async () => {
    const { linkTo, open } = await site()
    const { path, until } = await linkTo('draft')
    expect(until).toBe('2026-05-08T12:00:00.000Z')
    const { status, html } = await open(path)
    expect(status).toBe(200)
    expect(html).toContain(`<strong>${SECRET}</strong>`)
    expect(html).toContain('<h1>The draft</h1>')
    expect(html).toContain('Preview, not public.')
    expect(html).toContain('May 8, 2026, 12:00 PM UTC')
    expect(html).not.toContain('<script')
  })

  test('is laid out as a whole, because no script ends the deferred layout', async () => {
    const { linkTo, open } = await site()
    expect((await open('/blog/live')).html).toContain('main section~section{content-visibility:auto')
    expect((await open((await linkTo('draft')).path)).html).not.toContain('content-visibility:auto')
  })

  test('is not cached, not indexed and not sent as referrer', async () => {
    const { linkTo, open } = await site()
    const { headers, html } = await open((await linkTo('draft')).path)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox (?!.*allow-scripts)/)
  })

  test('shows the current state of a scheduled or expired post', async () => {
    const { linkTo, open, update } = await site()
    expect((await open((await linkTo('soon')).path)).html).toContain('It appears on Jun 1, 2026, 8:00 AM UTC.')
    expect((await open((await linkTo('gone')).path)).html).toContain('It has expired.')
    const { path } = await linkTo('draft')
    await update('draft', { title: 'The second draft', format: 'md' })
    expect((await open(path)).html).toContain('The second draft')
  })

  test('does not make the draft visible in lists, pages or the API', async () => {
    const { linkTo, open, list, get } = await site()
    const { path } = await linkTo('draft')
    await open(path)
    expect((await list()).map(({ id }) => id)).toEqual(['live'])
    for (const other of [
      pagePaths.blog,
      pagePaths.post('draft'),
      pagePaths.post('live'),
      '/',
      apiPaths.post('draft'),
    ]) {
      const text = await (await get(other)).text()
      expect([other, text.includes(SECRET), text.includes('The draft')]).toEqual([other, false, false])
    }
  })

  test('redirects to the post once it is public, even under a new slug', async () => {
    const { linkTo, open, update, goTo } = await site()
    const draft = await linkTo('draft')
    await update('draft', { title: 'The draft', format: 'md', address: 'the-post' })
    expect((await open(draft.path)).status).toBe(200)
    await update('the-post', { title: 'The draft', format: 'md', draft: 'false' })
    const answer = await open(draft.path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/blog/the-post'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const { path } = await linkTo('soon')
    goTo('2026-05-02T12:00:00Z')
    expect((await open(path)).status).toBe(200)
  })

  test('expires after seven days, by "Log out everywhere" and with its post, and then says so', async () => {
    const { linkTo, open, goTo, send, token, remove } = await site()
    const { path } = await linkTo('draft')
    const soon = await linkTo('soon')
    await remove(apiPaths.post('soon'))
    const gone = await open(soon.path)
    expect([gone.status, gone.html.includes('This preview link does not work')]).toEqual([404, true])
    expect(gone.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(path)).status).toBe(200)
    goTo('2026-05-08T11:59:59Z')
    expect((await open(path)).status).toBe(200)
    goTo('2026-05-08T12:00:00Z')
    expect((await open(path)).status).toBe(404)
    goTo('2026-05-01T12:00:00Z')
    await send('DELETE', adminPaths.sessions, { token })
    expect((await open(path)).status).toBe(404)
  })

  test('is not accepted as an administrator token, nor the other way round', async () => {
    const { linkTo, send, get, token } = await site()
    const preview = (await linkTo('draft')).path.replace('/preview/', '')
    expect((await send('GET', `${apiPaths.posts}?state=all`, { token: preview })).status).toBe(401)
    for (const wrong of [token, 'x', 'a.b.c', `${preview}x`, 'x'.repeat(3000), '%00', preview.replace(/\.[^.]*$/, '.')])
      expect([wrong, (await get(pagePaths.preview(wrong))).status]).toEqual([wrong, 404])
  })
})

describe('POST /api/blog-posts/{id}/preview', () => {
  test('requires the administrator and an existing post that is not public', async () => {
    const { ask, send } = await site()
    expect((await send('POST', adminPaths.previews('draft'))).status).toBe(401)
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask('live')).status).toBe(409)
    expect((await ask('draft')).status).toBe(201)
    expect((await send('GET', adminPaths.previews('draft'))).status).toBe(405)
  })
})
