import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { testClock } from '#tests/helpers/clock.ts'

const blogApp = blogApps()
const CREATED = '2026-05-01T12:00:00.000Z'
const EDITED = '2026-05-01T12:10:00.000Z'
const PUBLISHED = '2026-05-01T12:30:00.000Z'
const LATER = '2026-05-01T13:00:00.000Z'
const AUTHORS = '2026-04-20T10:00:00.000Z'

async function site(files: Record<string, string> = {}) {
  const clock = testClock(CREATED)
  const app = await blogApp({ files, now: clock.now, timers: clock.timers })
  const save = async (fields: Record<string, string>): Promise<Post> => {
    const answer = await app.update('a-day-of-baking', fields)
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const draft = (fields: Record<string, string> = {}) => app.create({ draft: 'true', ...fields })
  const text = () => app.file('posts/a-day-of-baking.html')
  return { ...app, clock, save, draft, text, source: async () => (await app.editable('a-day-of-baking')).source }
}

describe('the date of a post that starts as a draft', () => {
  test('is the moment of publication, not of creation', async () => {
    const { draft, save, clock, text, source } = await site()
    expect((await draft()).status).toBe(201)
    expect(await text()).not.toContain('date:')
    clock.goTo(EDITED)
    expect(await save({ title: 'A longer day', draft: 'true', date: (await source()).date })).toMatchObject({
      state: 'draft',
      updated: EDITED,
    })
    expect((await source()).date).toBe('')
    clock.goTo(PUBLISHED)
    const { date, revision } = await source()
    const published = await save({ title: 'A longer day', draft: 'false', date, revision })
    expect(published).toMatchObject({ state: 'live', date: PUBLISHED, updated: null })
    clock.goTo(LATER)
    expect(await save({ title: 'The longest day', draft: 'false', date: published.date })).toMatchObject({
      date: PUBLISHED,
      updated: LATER,
    })
  })

  test('is the moment of publication for a client that sends neither date nor revision', async () => {
    const { draft, save, clock } = await site()
    await draft()
    clock.goTo(PUBLISHED)
    expect(await save({ draft: 'false' })).toMatchObject({ state: 'live', date: PUBLISHED })
  })

  test.each([
    ['past', AUTHORS, 'live'],
    ['future', LATER, 'scheduled'],
  ])('is the one that the author set, in the %s', async (_, date, state) => {
    const { draft, save, clock } = await site()
    await draft({ date })
    clock.goTo(PUBLISHED)
    expect(await save({ draft: 'false' })).toMatchObject({ date, state })
  })

  test('is the one that the author sets at publication', async () => {
    const { draft, save, clock } = await site()
    await draft()
    clock.goTo(PUBLISHED)
    expect(await save({ draft: 'false', date: AUTHORS })).toMatchObject({ date: AUTHORS, state: 'live' })
  })

  test('is the one in its file or file name', async () => {
    const { clock, update } = await site({
      'posts/crates.html': plainPost({ date: '2026-04-02', draft: true }),
      'posts/2026-04-03-boxes.html': plainPost({ draft: true }).replace(/date: .*\n/, ''),
    })
    clock.goTo(PUBLISHED)
    for (const [id, date] of [
      ['crates', '2026-04-02T00:00:00.000Z'],
      ['2026-04-03-boxes', '2026-04-03T00:00:00.000Z'],
    ] as const) {
      expect(await (await update(id, { draft: 'false' })).json()).toMatchObject({ state: 'live', date })
    }
  })

  test('is the moment of publication when the author cleared it', async () => {
    const { draft, save, clock } = await site()
    await draft({ date: AUTHORS })
    clock.goTo(PUBLISHED)
    expect(await save({ draft: 'false', date: '' })).toMatchObject({ state: 'live', date: PUBLISHED })
  })

  test('stays the first one when the post is unpublished in between', async () => {
    const { create, save, clock, source } = await site()
    await create()
    clock.goTo(EDITED)
    await save({ draft: 'true', date: (await source()).date })
    clock.goTo(PUBLISHED)
    expect(await save({ draft: 'false', date: (await source()).date })).toMatchObject({ state: 'live', date: CREATED })
  })

  test('must be earlier than the expiry date', async () => {
    const { draft, update, clock } = await site()
    await draft({ expires: EDITED })
    clock.goTo(PUBLISHED)
    const answer = await update('a-day-of-baking', { draft: 'false' })
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['expires']])
  })
})

test('lists drafts without a date first in the dashboard, and never to visitors', async () => {
  const { draft, create, send, token, list } = await site()
  await create({ title: 'Live' })
  await draft()
  const all: Post[] = await (await send('GET', `${apiPaths.posts}?state=all`, { token })).json()
  expect(all.map(({ id, state, date }) => [id, state, date])).toEqual([
    ['a-day-of-baking', 'draft', CREATED],
    ['live', 'live', CREATED],
  ])
  expect((await list()).map(({ id }) => id)).toEqual(['live'])
})

test('requires a date in a file that is not a draft', async () => {
  const { content } = await site({ 'posts/crates.html': plainPost().replace(/date: .*\n/, '') })
  expect(content.snapshot().problems.map(({ reason }) => reason)).toEqual(['date: is missing (write 2023-04-19)'])
})
