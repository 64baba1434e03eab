import { describe, expect, test } from 'bun:test'
import { createPageCache } from '#server/pages/page-cache.ts'
import { aPost } from '#tests/helpers/cards.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aWorld } from './test-pages.ts'

/** Pages with a word as content; each depends on the record of the same name. `draws` records renders, `hold` delays one. */
function aCache({
  maxBytes = 1_000,
  hold = async (_: string) => {},
  isDeferred = (_: string): boolean => false,
  debounceMs = 0,
} = {}) {
  const renders: string[] = []
  const errors: string[] = []
  const hot: string[] = []
  const cache = createPageCache({
    render: async (key, uses) => {
      const text = `${key} ${renders.push(key)}`
      uses(key)
      await hold(key)
      if (key === 'bad') throw new Error('bad')
      return { cacheKey: key, bytes: 10, text }
    },
    maxBytes,
    isDeferred,
    debounceMs,
    onHot: (key) => hot.push(key),
    onError: (_, key) => errors.push(key),
  })
  return { ...cache, draws: renders, errors, hot }
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `page-${index}`)

describe('the page cache', () => {
  test('renders a page once for all concurrent requests', async () => {
    const { open, draws } = aCache()
    await Promise.all([open('a'), open('a'), open('a')])
    expect(draws).toEqual(['a'])
  })

  test('renders a page again only when a record that it used has changed', async () => {
    const { open, refresh, draws } = aCache()
    await open('a')
    await open('b')
    await refresh(['b', 'c'])
    expect(draws).toEqual(['a', 'b', 'b'])
  })

  test('evicts pages of lower priority at once and re-renders them later, without delaying requests', async () => {
    const { open, refresh, get, draws } = aCache({ isDeferred: (record) => record === 'b' })
    await Promise.all([open('a'), open('b')])
    await refresh(['a', 'b'])
    expect([get('a')?.text, get('b'), draws]).toEqual(['a 3', undefined, ['a', 'b', 'a']])
    await eventually(
      () => get('b')?.text,
      (text) => text === 'b 4',
    )
  })

  test('re-renders pages of lower priority once after a series of changes', async () => {
    const { open, refresh, get, draws } = aCache({ isDeferred: (record) => record === 'b', debounceMs: 50 })
    await Promise.all([open('a'), open('b')])
    for (let change = 0; change < 20; change++) await refresh(['a', 'b'])
    expect(draws.filter((key) => key === 'b')).toEqual(['b'])
    await eventually(
      () => get('b'),
      (page) => page !== undefined,
    )
    expect(draws.filter((key) => key === 'b')).toEqual(['b', 'b'])
  })

  test('renders nothing ahead after it is closed', async () => {
    const { open, refresh, close, draws } = aCache({ isDeferred: () => true })
    await open('a')
    await refresh(['a'])
    close()
    await open('a')
    await refresh(['a'])
    await Bun.sleep(1)
    await new Promise(setImmediate)
    expect(draws).toEqual(['a', 'a'])
  })

  test('returns a render that began before a change to its request, and does not cache it', async () => {
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

  test('recompresses pages that were pre-rendered or requested again, not those requested once', async () => {
    const { open, get, refresh, hot } = aCache()
    await Promise.all([open('a'), open('b'), open('c')])
    expect(hot).toEqual([])
    await open('a')
    get('a')
    expect(hot).toEqual(['a'])
    await refresh(['b'])
    expect(hot).toEqual(['a', 'b'])
  })

  test('evicts the least recently used pages first', async () => {
    const { open, get } = aCache({ maxBytes: 35 })
    for (const key of ['a', 'b', 'c', 'd']) await open(key)
    expect(['a', 'b', 'c', 'd'].map((key) => get(key) !== undefined)).toEqual([false, true, true, true])
  })

  test('re-renders the 24 most visited pages before a change completes, and the others afterwards', async () => {
    const rendered = Promise.withResolvers<void>()
    let count = 0
    const { open, get, refresh } = createPageCache({
      render: async (key, uses) => {
        uses('all')
        if (++count === 60) rendered.resolve()
        return { cacheKey: key, bytes: 1 }
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

  test('is not blocked by a page that fails to render', async () => {
    const { open, refresh, errors, get } = aCache()
    await expect(open('bad')).rejects.toThrow('bad')
    await open('a')
    await refresh(['a', 'bad'])
    expect(get('a')?.text).toBe('a 3')
    expect(errors).toEqual([])
  })
})

describe('a content change', () => {
  const posts = [aPost(), aPost({ id: 'other', title: 'Another post' })]

  test('updates its post and the lists at once, and no other page', async () => {
    const { get, text, state, refresh, asked } = await aWorld({ posts })
    for (const path of ['/', '/blog', '/blog/plan-a-bake', '/blog/other']) await get(path)
    state.posts = [aPost({ title: 'A new title' }), posts[1] ?? aPost()]
    asked.length = 0
    await refresh(['post:plan-a-bake', 'card:plan-a-bake'])
    expect(asked.sort()).toEqual(['list', 'list', 'plan-a-bake'])
    for (const path of ['/', '/blog', '/blog/plan-a-bake']) expect(await text(path)).toContain('A new title')
    expect(asked).not.toContain('other')
  })

  test('updates every page for a changed site.yml, the 404 page included', async () => {
    const { text, state, refresh } = await aWorld()
    for (const path of ['/blog', '/nowhere']) await text(path)
    state.site = { ...state.site, name: 'Renamed' }
    await refresh(['site'])
    for (const path of ['/blog', '/nowhere']) expect(await text(path)).toContain('Renamed')
  })

  test('startup pre-renders pages without parameters, then the newest posts', async () => {
    const { prerender, asked } = await aWorld({ posts })
    await prerender()
    const lists = () => asked.filter((one) => one === 'list').length
    // In the background: the test waits up to the runner's limit.
    while (lists() < 3) await new Promise(setImmediate)
    expect(lists()).toBe(3)
  })
})
