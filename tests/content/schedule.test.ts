import { describe, expect, test } from 'bun:test'
import { createSchedule, livePosts, newestFirst, stateOf } from '#server/content/publication.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { aPost, contentWith } from './content-dir.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function scheduled(files: Record<string, string>) {
  const { content } = await contentWith(files)
  const clock = testClock('2024-01-01T00:00:00Z')
  const calls: string[][] = []
  const schedule = createSchedule({
    content,
    now: clock.now,
    timers: clock.timers,
    onDue: (keys) => calls.push([...keys]),
  })
  return { content, clock, calls, schedule }
}
const dated = (date: string, head = '') => aPost(head).replace('2024-01-02', date)
const keysOf = (id: string) => [`post:${id}`, `card:${id}`, 'any-card', 'list']

describe('the publication schedule', () => {
  test("derives a post's state from the file and the time only", () => {
    const post = { date: '2024-01-02T00:00:00.000Z', expires: '2024-02-01T00:00:00.000Z', draft: false }
    const states = ['2024-01-01', '2024-01-02', '2024-01-31', '2024-02-01'].map((day) => stateOf(post, new Date(day)))
    expect(states).toEqual(['scheduled', 'live', 'live', 'expired'])
    expect(stateOf({ ...post, draft: true }, new Date('2024-01-10'))).toBe('draft')
  })

  test('lists live posts, newest first', async () => {
    const { content } = await contentWith({
      'posts/old.md': dated('2024-01-01'),
      'posts/new.md': dated('2024-01-03'),
      'posts/next.md': dated('2024-01-05'),
      'posts/also.md': dated('2024-01-03'),
      'posts/draft.md': dated('2024-01-02', 'draft: true\n'),
    })
    const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
    expect(ids(livePosts(content.snapshot(), new Date('2024-01-04')))).toEqual(['also', 'new', 'old'])
    expect(ids(newestFirst(content.snapshot()))).toEqual(['next', 'also', 'new', 'draft', 'old'])
  })

  test('invalidates pages when a post is published and when it expires', async () => {
    const { clock, calls } = await scheduled({ 'posts/x.md': dated('2024-01-02', 'expires: 2024-01-03T12:00\n') })
    clock.goTo('2024-01-01T23:59:59Z')
    expect(calls).toEqual([])
    clock.goTo('2024-01-02T00:00:00Z')
    expect(calls).toEqual([keysOf('x')])
    clock.goTo('2024-01-04')
    expect(calls).toEqual([keysOf('x'), keysOf('x')])
    expect(clock.waiting()).toBe(false)
  })

  test('publishes the next post although invalidating the pages of the one before failed', async () => {
    const { content } = await contentWith({ 'posts/x.md': dated('2024-01-02'), 'posts/y.md': dated('2024-01-03') })
    const clock = testClock('2024-01-01T00:00:00Z')
    const due: string[] = []
    createSchedule({
      content,
      now: clock.now,
      timers: clock.timers,
      onDue(keys) {
        due.push([...keys][0] ?? '')
        if (due.length === 1) throw new Error('Not today.')
      },
    })
    expect(() => clock.goTo('2024-01-02T00:00:00Z')).toThrow('Not today.')
    clock.goTo('2024-01-03T00:00:00Z')
    expect(due).toEqual(['post:x', 'post:y'])
  })

  test('supports times beyond the longest timer', async () => {
    const { clock, calls } = await scheduled({ 'posts/x.md': dated('2024-06-01') })
    clock.goTo('2024-05-31T23:59:59Z')
    expect(calls).toEqual([])
    clock.goTo('2024-06-01T00:00:00Z')
    expect(calls).toEqual([keysOf('x')])
  })

  test('follows a save, and does not repeat events for a post that is already live', async () => {
    const { content, clock, calls, schedule } = await scheduled({ 'posts/x.md': dated('2024-03-01') })
    await content.change(async (tx) => tx.write('posts/x.md', dated('2024-01-10')))
    clock.goTo(new Date(Date.UTC(2024, 0, 10)).toISOString())
    expect(calls).toEqual([keysOf('x')])
    await content.change(async (tx) => tx.write('posts/y.md', dated('2024-01-09')))
    clock.goTo(new Date(Date.UTC(2024, 0, 10) + DAY_MS).toISOString())
    expect(calls).toHaveLength(1)
    schedule.close()
    await content.change(async (tx) => tx.write('posts/z.md', dated('2024-04-01')))
    expect(clock.waiting()).toBe(false)
  })
})
