import { describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { BlogSchedule } from '#contract/post-times.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const blogApp = blogApps()
const NOW = '2026-05-01T12:00:00Z'
const FILE = plainPost({ title: 'Crates' }).replace('date: "2026-01-02"', 'date: 2026-01-02 # first')
const crates = (text = FILE, now = NOW) => blogApp({ files: { 'posts/crates.html': text }, now: () => new Date(now) })
const same = { title: 'Crates', content: 'Text.' }

describe('date and expiry in the form (decision 9)', () => {
  test('are stored as ISO in UTC, whatever the zone they were sent with, and nothing else changes', async () => {
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

  test('stay as they are where the form does not have them, and a cleared expiry takes its key away', async () => {
    const { update, file } = await crates(FILE.replace('\n---\n', '\nexpires: 2027-01-01\n---\n'))
    await update('crates', { ...same, title: 'Boxes' })
    expect(await file('posts/crates.html')).toContain('expires: 2027-01-01\n')
    await update('crates', { ...same, expires: '' })
    expect(await file('posts/crates.html')).not.toContain('expires')
  })

  test('a date may only be cleared where the name of the file has one', async () => {
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

  test('a new post has the date of now, unless it says another one', async () => {
    const { create } = await crates()
    expect((await (await create({ title: 'Now', date: '' })).json()).date).toBe('2026-05-01T12:00:00.000Z')
    expect(await (await create({ title: 'Later', date: '2026-05-04T08:00Z' })).json()).toMatchObject({
      date: '2026-05-04T08:00:00.000Z',
      state: 'scheduled',
    })
  })

  test('an expiry before the date is refused at its field, also where the file has one of the two; nothing is written', async () => {
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

  test('what is no moment, or has no zone, is refused without being repeated', async () => {
    const { update } = await crates()
    for (const wrong of ['zebra', '2026-05-04', '2026-05-04T08:00', '2026-02-30T08:00Z', '2026-05-04T25:00Z']) {
      const answer = await update('crates', { ...same, date: wrong })
      const text = await answer.text()
      expect([wrong, answer.status, Object.keys(JSON.parse(text).errors)]).toEqual([wrong, 422, ['date']])
      expect(text).not.toContain(wrong)
    }
  })
})

describe('a scheduled post, on the running site (decision 9)', () => {
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

  test('is in the list and at its address on the second, and gone when it expires', async () => {
    const { clock, seen, until } = await site(scheduled.replace('date:', 'expires: 2026-05-05\ndate:'))
    expect(await seen()).toEqual(hidden)
    clock.goTo('2026-05-04T07:59:59.999Z')
    expect(await seen()).toEqual(hidden)
    clock.goTo('2026-05-04T08:00:00Z')
    expect(await until(200)).toEqual(shown)
    clock.goTo('2026-05-05T00:00:00Z')
    expect(await until(404)).toEqual(hidden)
  })

  test('appears at the new moment after a save, and after its file changed', async () => {
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

  test('a moment that nobody was there for is caught up at the next start', async () => {
    const first = await site()
    expect(await first.seen()).toEqual(hidden)
    await first.stop()
    const next = await blogApp({ dir: first.dir, now: () => new Date('2026-05-04T08:00:01Z') })
    expect((await next.list()).map(({ id }) => id)).toContain('spring')
    expect((await next.get(pagePaths.post('spring'))).status).toBe(200)
  })
})

describe(`GET ${apiPaths.schedule}`, () => {
  const files = {
    'posts/live.html': plainPost(),
    'posts/going.html': plainPost({ title: 'Going', expires: '2026-05-03' }),
    'posts/soon.html': plainPost({ title: 'Soon', date: '2026-05-02' }),
    'posts/later.html': plainPost({ date: '2026-06-02' }),
    'posts/draft.html': plainPost({ date: '2026-05-01T13:00:00Z', draft: true }),
    'posts/gone.html': plainPost({ expires: '2026-02-02' }),
  }

  test('says what is due next, and how many posts are in which state', async () => {
    const clock = testClock(NOW)
    const { send, login } = await blogApp({ files, now: clock.now, timers: clock.timers })
    const ask = async (): Promise<BlogSchedule> =>
      (await send('GET', apiPaths.schedule, { token: await login() })).json()
    expect(await ask()).toEqual({
      next: { id: 'soon', title: 'Soon', at: '2026-05-02T00:00:00.000Z', what: 'appears' },
      counts: { live: 2, draft: 1, scheduled: 2, expired: 1 },
    })
    clock.goTo('2026-05-02T00:00:00Z')
    expect((await ask()).next).toEqual({ id: 'going', title: 'Going', at: '2026-05-03T00:00:00.000Z', what: 'expires' })
    clock.goTo('2026-07-01T00:00:00Z')
    expect((await ask()).next).toBeNull()
  })

  test('is for the administrator alone, and so is a list by state', async () => {
    const { get, send, token } = await blogApp({ files, now: () => new Date(NOW) })
    expect((await get(apiPaths.schedule)).status).toBe(401)
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
