import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { BlogSchedule } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const blogApp = blogApps()
const NOW = '2026-05-01T12:00:00Z'
const FILE = plainPost({ title: 'Crates' }).replace('date: "2026-01-02"', 'date: 2026-01-02 # first')
const crates = (text = FILE, now = NOW) => blogApp({ files: { 'posts/crates.html': text }, now: () => new Date(now) })
const same = { title: 'Crates', content: 'Text.' }

describe('date and expiry of a post', () => {
  test('are stored as ISO 8601 in UTC from any time zone, and nothing else changes', async () => {
    const { update, file, editable } = await crates()
    const answer = await update('crates', { ...same, date: '2026-05-04T08:00+02:00', expires: '2026-06-01T00:00:00Z' })
    expect([answer.status, (await answer.json()).state]).toEqual([200, 'scheduled'])
    expect(await file('posts/crates.html')).toBe(
      FILE.replace('2026-01-02 #', '2026-05-04T06:00:00Z #').replace(
        '\n---\n',
        '\nexpires: 2026-06-01\nupdated: 2026-05-01T12:00:00Z\n---\n',
      ),
    )
    expect((await editable('crates')).source).toMatchObject({
      date: '2026-05-04T06:00:00.000Z',
      expires: '2026-06-01T00:00:00.000Z',
    })
  })

  test('stay when the form omits them, and a cleared expiry removes its key', async () => {
    const { update, file } = await crates(FILE.replace('\n---\n', '\nexpires: 2027-01-01\n---\n'))
    await update('crates', { ...same, title: 'Boxes' })
    expect(await file('posts/crates.html')).toContain('expires: 2027-01-01\n')
    await update('crates', { ...same, expires: '' })
    expect(await file('posts/crates.html')).not.toContain('expires')
  })

  test('can be cleared only when the file name contains a date', async () => {
    const { update, file } = await blogApp({
      files: { 'posts/crates.html': FILE, 'posts/2026-02-03-boxes.html': FILE },
      now: () => new Date(NOW),
    })
    const rejected = await update('crates', { ...same, date: '' })
    expect([rejected.status, (await rejected.json()).errors]).toEqual([422, { date: { message: 'Date is required.' } }])
    const answer = await update('2026-02-03-boxes', { ...same, date: '' })
    expect([answer.status, (await answer.json()).date]).toEqual([200, '2026-02-03T00:00:00.000Z'])
    expect(await file('posts/2026-02-03-boxes.html')).not.toContain('date:')
  })

  test('default to now for a new post', async () => {
    const { create } = await crates()
    expect((await (await create({ title: 'Now', date: '' })).json()).date).toBe('2026-05-01T12:00:00.000Z')
    expect(await (await create({ title: 'Later', date: '2026-05-04T08:00Z' })).json()).toMatchObject({
      date: '2026-05-04T08:00:00.000Z',
      state: 'scheduled',
    })
  })

  test('are rejected when the expiry is before the date, even if the file has one of them, and nothing is written', async () => {
    const { update, create, file } = await crates()
    const tooEarly = { expires: { message: 'Expiry date must be later than the date.' } }
    for (const answer of [
      await update('crates', { ...same, expires: '2026-01-01T00:00Z' }),
      await update('crates', { ...same, date: '2026-03-01T00:00Z', expires: '2026-03-01T00:00Z' }),
      await create({ date: '2026-03-01T00:00Z', expires: '2026-02-01T00:00Z' }),
      await create({ expires: '2026-02-01T00:00Z' }),
    ])
      expect([answer.status, (await answer.json()).errors]).toEqual([422, tooEarly])
    expect(await file('posts/crates.html')).toBe(FILE)
  })

  test('are rejected without a time zone or as invalid text, without being repeated', async () => {
    const { update } = await crates()
    for (const wrong of ['zebra', '2026-05-04', '2026-05-04T08:00', '2026-02-30T08:00Z', '2026-05-04T25:00Z']) {
      const answer = await update('crates', { ...same, date: wrong })
      const text = await answer.text()
      expect([wrong, answer.status, Object.keys(JSON.parse(text).errors)]).toEqual([wrong, 422, ['date']])
      expect(text).not.toContain(wrong)
    }
  })
})

describe('a scheduled post on the running site', () => {
  const scheduled = plainPost({ title: 'Spring menu', date: '2026-05-04T08:00:00Z' })
  async function site(text = scheduled) {
    const clock = testClock(NOW)
    const app = await blogApp({ files: { 'posts/spring.html': text }, now: clock.now, timers: clock.timers })
    const seen = async () => ({
      list: (await app.list()).map(({ id }) => id).includes('spring'),
      card: (await (await app.get(pagePaths.blog)).text()).includes('Spring menu'),
      page: (await app.get(pagePaths.post('spring'))).status,
    })
    const until = (page: number) => eventually(seen, (now) => now.page === page && now.card === (page === 200))
    return { ...app, clock, seen, until }
  }
  const hidden = { list: false, card: false, page: 404 }
  const shown = { list: true, card: true, page: 200 }

  test('appears in the list and at its URL on the second, and disappears when it expires', async () => {
    const { clock, seen, until } = await site(scheduled.replace('date:', 'expires: 2026-05-05\ndate:'))
    expect(await seen()).toEqual(hidden)
    clock.goTo('2026-05-04T07:59:59.999Z')
    expect(await seen()).toEqual(hidden)
    clock.goTo('2026-05-04T08:00:00Z')
    expect(await until(200)).toEqual(shown)
    clock.goTo('2026-05-05T00:00:00Z')
    expect(await until(404)).toEqual(hidden)
  })

  test('appears at the new time after a save or a change of its file', async () => {
    const { clock, seen, until, update, content, dir } = await site()
    await update('spring', { title: 'Spring menu', date: '2026-05-02T08:00Z' })
    clock.goTo('2026-05-02T08:00:00Z')
    expect(await until(200)).toEqual(shown)
    await Bun.write(`${dir}/content/posts/spring.html`, scheduled.replace('05-04', '05-03'))
    await content.reload(['posts/spring.html'])
    expect(await until(404)).toEqual(hidden)
    clock.goTo('2026-05-03T07:59:59Z')
    expect(await seen()).toEqual(hidden)
    clock.goTo('2026-05-03T08:00:00Z')
    expect(await until(200)).toEqual(shown)
  })

  test('is published at the next start when its time passed while the site was down', async () => {
    const first = await site()
    expect(await first.seen()).toEqual(hidden)
    await first.stop()
    const next = await blogApp({ dir: first.dir, now: () => new Date('2026-05-04T08:00:01Z') })
    expect((await next.list()).map(({ id }) => id)).toContain('spring')
    expect((await next.get(pagePaths.post('spring'))).status).toBe(200)
  })
})

describe(`GET ${adminPaths.schedule}`, () => {
  const files = {
    'posts/live.html': plainPost(),
    'posts/going.html': plainPost({ title: 'Going', expires: '2026-05-03' }),
    'posts/soon.html': plainPost({ title: 'Soon', date: '2026-05-02' }),
    'posts/later.html': plainPost({ date: '2026-06-02' }),
    'posts/draft.html': plainPost({ date: '2026-05-01T13:00:00Z', draft: true }),
    'posts/gone.html': plainPost({ expires: '2026-02-02' }),
  }

  test('returns what is due next and the number of posts per state', async () => {
    const clock = testClock(NOW)
    const { send, login } = await blogApp({ files, now: clock.now, timers: clock.timers })
    const ask = async (): Promise<BlogSchedule> =>
      (await send('GET', adminPaths.schedule, { token: await login() })).json()
    expect(await ask()).toEqual({
      next: { id: 'soon', title: 'Soon', at: '2026-05-02T00:00:00.000Z', what: 'appears' },
      counts: { live: 2, draft: 1, scheduled: 2, expired: 1 },
    })
    clock.goTo('2026-05-02T00:00:00Z')
    expect((await ask()).next).toEqual({ id: 'going', title: 'Going', at: '2026-05-03T00:00:00.000Z', what: 'expires' })
    clock.goTo('2026-07-01T00:00:00Z')
    expect((await ask()).next).toBeNull()
  })

  test('requires the administrator, and so does a list by state', async () => {
    const { get, send, token } = await blogApp({ files, now: () => new Date(NOW) })
    expect((await get(adminPaths.schedule)).status).toBe(401)
    expect((await get(`${apiPaths.posts}?state=draft`)).status).toBe(401)
    const ids = async (state: string) => {
      const answer = await send('GET', `${apiPaths.posts}?fields=card&state=${state}`, { token })
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
    }
    expect(await ids('draft')).toEqual(['draft'])
    expect(await ids('scheduled')).toEqual(['later', 'soon'])
    expect(await ids('expired')).toEqual(['gone'])
    expect(await ids('live')).toEqual(['going', 'live'])
    expect((await ids('all')).length).toBe(6)
  })
})
