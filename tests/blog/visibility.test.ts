import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { everyState } from '#tests/blog/every-state.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')
const siteWithPosts = (now = () => NOW) => blogApp({ files: everyState, now })
const ids = (posts: { id: string }[]) => posts.map(({ id }) => id)

describe('hidden posts', () => {
  test('are listed for the administrator with ?state=all and their state', async () => {
    const { send, token } = await siteWithPosts()
    const answer = await send('GET', `${apiPaths.posts}?state=all&fields=card`, { token })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const states = (await answer.json()).map(({ id, state }: { id: string; state: string }) => [id, state])
    expect(Object.fromEntries(states)).toMatchObject({
      later: 'scheduled',
      hidden: 'draft',
      over: 'expired',
      dough: 'live',
    })
  })

  test('are 401 with ?state=all and no token, before anything else is checked', async () => {
    const { get, send } = await siteWithPosts()
    for (const path of [`${apiPaths.posts}?state=all&page=x`, `${apiPaths.post('nothing')}?state=all`]) {
      expect((await get(path)).status).toBe(401)
      expect((await send('GET', path, { token: 'stale' })).status).toBe(401)
    }
  })

  test('stay hidden, and a public read works, with a stale token', async () => {
    const { send } = await siteWithPosts()
    expect((await send('GET', apiPaths.posts, { token: 'stale' })).status).toBe(200)
    expect((await send('GET', apiPaths.post('dough'), { token: 'stale' })).status).toBe(200)
    expect((await send('GET', apiPaths.post('hidden'), { token: 'stale' })).status).toBe(404)
  })

  test('appear and disappear by the clock alone when scheduled or expiring', async () => {
    let now = new Date('2026-05-31T23:59:59Z')
    const { list } = await siteWithPosts(() => now)
    expect(ids(await list())).toContain('over')
    now = new Date('2026-06-01T12:00:01Z')
    expect(ids(await list())).toContain('later')
    expect(ids(await list())).not.toContain('over')
  })
})
