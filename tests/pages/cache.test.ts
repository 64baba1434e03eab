import { describe, expect, test } from 'bun:test'
import { createPageCache } from '#server/pages/page-cache.ts'
import { aPost } from '#tests/helpers/cards.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aWorld } from './test-pages.ts'

/** Pages that are words; each depends on the record of its own name. `draws` counts, `hold` keeps a draw from ending. */
function aCache({
  maxBytes = 1_000,
  hold = async (_: string) => {},
  canWait = (_: string): boolean => false,
  calmMs = 0,
} = {}) {
  const renders: string[] = []
  const errors: string[] = []
  const worth: string[] = []
  const cache = createPageCache({
    draw: async (key, uses) => {
      const text = `${key} ${renders.push(key)}`
      uses(key)
      await hold(key)
      if (key === 'bad') throw new Error('bad')
      return { keepAs: key, bytes: 10, text }
    },
    maxBytes,
    canWait,
    calmMs,
    onWorth: (key) => worth.push(key),
    onError: (_, key) => errors.push(key),
  })
  return { ...cache, draws: renders, errors, worth }
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `page-${index}`)

describe('pages that are kept', () => {
  test('a page is drawn once for all who ask for it at the same time', async () => {
    const { open, draws } = aCache()
    await Promise.all([open('a'), open('a'), open('a')])
    expect(draws).toEqual(['a'])
  })

  test('a page is drawn again only when something that it used has changed', async () => {
    const { open, refresh, draws } = aCache()
    await open('a')
    await open('b')
    await refresh(['b', 'c'])
    expect(draws).toEqual(['a', 'b', 'b'])
  })

  test('what can wait is dropped at once with the rest, and drawn again after it, without keeping anybody waiting', async () => {
    const { open, refresh, get, draws } = aCache({ canWait: (record) => record === 'b' })
    await Promise.all([open('a'), open('b')])
    await refresh(['a', 'b'])
    expect([get('a')?.text, get('b'), draws]).toEqual(['a 3', undefined, ['a', 'b', 'a']])
    await eventually(
      () => get('b')?.text,
      (text) => text === 'b 4',
    )
  })

  test('of changes that follow each other, what can wait is drawn once, when they are over', async () => {
    const { open, refresh, get, draws } = aCache({ canWait: (record) => record === 'b', calmMs: 50 })
    await Promise.all([open('a'), open('b')])
    for (let change = 0; change < 20; change++) await refresh(['a', 'b'])
    expect(draws.filter((key) => key === 'b')).toEqual(['b'])
    await eventually(
      () => get('b'),
      (page) => page !== undefined,
    )
    expect(draws.filter((key) => key === 'b')).toEqual(['b', 'b'])
  })

  test('once closed, nothing is drawn that nobody asks for', async () => {
    const { open, refresh, close, draws } = aCache({ canWait: () => true })
    await open('a')
    await refresh(['a'])
    close()
    await open('a')
    await refresh(['a'])
    await Bun.sleep(1)
    await new Promise(setImmediate)
    expect(draws).toEqual(['a', 'a'])
  })

  test('a draw that began before a change is given to who asked, and never kept', async () => {
    const gate = Promise.withResolvers<void>()
    const { open, refresh, get, draws } = aCache({ hold: () => gate.promise })
    const early = open('a')
    await refresh(['a'])
    const late = open('a')
    gate.resolve()
    expect((await early).text).toBe('a 1')
    expect((await late).text).toBe('a 2')
    expect(get('a')?.text).toBe('a 2')
    expect(draws).toEqual(['a', 'a'])
  })

  test('what is asked for again or drawn ahead is worth more work, not what one visitor asked for once', async () => {
    const { open, get, refresh, worth } = aCache()
    await Promise.all([open('a'), open('b'), open('c')])
    expect(worth).toEqual([])
    await open('a')
    get('a')
    expect(worth).toEqual(['a'])
    await refresh(['b'])
    expect(worth).toEqual(['a', 'b'])
  })

  test('the least recently used go first when there are too many', async () => {
    const { open, get } = aCache({ maxBytes: 35 })
    for (const key of ['a', 'b', 'c', 'd']) await open(key)
    expect(['a', 'b', 'c', 'd'].map((key) => get(key) !== undefined)).toEqual([false, true, true, true])
  })

  test('the 24 most visited are there again when a change is done; the others follow by themselves', async () => {
    const rendered = Promise.withResolvers<void>()
    let count = 0
    const { open, get, refresh } = createPageCache({
      draw: async (key, uses) => {
        uses('all')
        if (++count === 60) rendered.resolve()
        return { keepAs: key, bytes: 1 }
      },
      maxBytes: 1_000,
      onError: () => {},
    })
    for (const key of numbered(30)) await open(key)
    for (const key of numbered(30).slice(6)) get(key)
    await refresh(['all'])
    expect(numbered(30).filter((key) => get(key)).length).toBeGreaterThanOrEqual(24)
    expect(
      numbered(30)
        .slice(6)
        .every((key) => get(key)),
    ).toBe(true)
    await rendered.promise
  })

  test('a page that cannot be drawn again holds up nothing', async () => {
    const { open, refresh, errors, get } = aCache()
    await expect(open('bad')).rejects.toThrow('bad')
    await open('a')
    await refresh(['a', 'bad'])
    expect(get('a')?.text).toBe('a 3')
    expect(errors).toEqual([])
  })
})

describe('content changes (architecture)', () => {
  const posts = [aPost(), aPost({ id: 'other', title: 'Another post' })]

  test('a changed post is on its page and in the list at once; pages that do not show it stay as they are', async () => {
    const { get, text, state, refresh, asked } = await aWorld({ posts })
    for (const path of ['/', '/blog', '/blog/plan-a-bake', '/blog/other']) await get(path)
    state.posts = [aPost({ title: 'A new title' }), posts[1] ?? aPost()]
    asked.length = 0
    await refresh(['post:plan-a-bake', 'card:plan-a-bake'])
    expect(asked.sort()).toEqual(['list', 'list', 'plan-a-bake'])
    for (const path of ['/', '/blog', '/blog/plan-a-bake']) expect(await text(path)).toContain('A new title')
    expect(asked).not.toContain('other')
  })

  test('changed facts of the site are on every page, the unknown one too', async () => {
    const { text, state, refresh } = await aWorld()
    for (const path of ['/blog', '/nowhere']) await text(path)
    state.site = { ...state.site, name: 'Renamed' }
    await refresh(['site'])
    for (const path of ['/blog', '/nowhere']) expect(await text(path)).toContain('Renamed')
  })

  test('at the start the pages without parameters are drawn, then the newest posts', async () => {
    const { warm, asked } = await aWorld({ posts })
    await warm()
    const lists = () => asked.filter((one) => one === 'list').length
    // In the background: the test waits for as long as the runner lets it.
    while (lists() < 3) await new Promise(setImmediate)
    expect(lists()).toBe(3)
  })
})
