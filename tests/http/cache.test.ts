import { describe, expect, test } from 'bun:test'
import { createBackgroundQueue, createPageCache } from '#server/http/page-cache.ts'
import { aPost } from '#tests/helpers/cards.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aWorld } from '#tests/pages/test-pages.ts'

/** Pages with a word as content; each depends on the record of the same name. `renders` records renders, `hold` delays one. */
function aCache({ maxBytes = 1_000, hold = async (_: string) => {} } = {}) {
  const renders: string[] = []
  const hits: string[] = []
  const cache = createPageCache({
    render: async (key, uses) => {
      const text = `${key} ${renders.push(key)}`
      uses(key)
      await hold(key)
      if (key === 'bad') throw new Error('bad')
      return { cacheKey: key, bytes: 10, text }
    },
    maxBytes,
    onHit: (key) => hits.push(key),
  })
  return { ...cache, renders, hits }
}

describe('the page cache', () => {
  test('renders a page once for all concurrent requests', async () => {
    const { open, renders } = aCache()
    await Promise.all([open('a'), open('a'), open('a')])
    expect(renders).toEqual(['a'])
  })

  test('drops at once the pages that used a changed record, and no others, the most visited first', async () => {
    const { open, get, invalidate } = aCache()
    for (const key of ['a', 'b', 'c']) await open(key)
    get('b')
    expect(invalidate(new Set(['a', 'b', 'd']))).toEqual(['b', 'a'])
    expect(['a', 'b', 'c'].map((key) => get(key)?.text)).toEqual([undefined, undefined, 'c 3'])
  })

  test('returns a render that began before a change to its request, and does not cache it', async () => {
    const gate = Promise.withResolvers<void>()
    const { open, invalidate, get, renders } = aCache({ hold: () => gate.promise })
    const early = open('a')
    invalidate(new Set(['a']))
    const late = open('a')
    gate.resolve()
    expect((await early).text).toBe('a 1')
    expect((await late).text).toBe('a 2')
    expect(get('a')?.text).toBe('a 2')
    expect(renders).toEqual(['a', 'a'])
  })

  test('tells when a cached page is requested for the first time', async () => {
    const { open, get, hits } = aCache()
    await Promise.all([open('a'), open('b')])
    expect(hits).toEqual([])
    await open('a')
    get('a')
    expect(hits).toEqual(['a'])
  })

  test('counts neither a hit nor a miss for a page that is rendered in the background', async () => {
    const { load, metrics } = aCache()
    await load('a')
    await load('a')
    expect(metrics()).toEqual({ hits: 0, misses: 0, renders: 1, entries: 1, bytes: 10 })
  })

  test('evicts the least recently used pages first', async () => {
    const { open, get } = aCache({ maxBytes: 35 })
    for (const key of ['a', 'b', 'c']) await open(key)
    get('a')
    await open('d')
    expect(['a', 'b', 'c', 'd'].map((key) => get(key) !== undefined)).toEqual([true, false, true, true])
  })

  test('does not cache a page that fails to render', async () => {
    const { open, get } = aCache()
    await expect(open('bad')).rejects.toThrow('bad')
    expect(get('bad')).toBeUndefined()
    await expect(open('bad')).rejects.toThrow('bad')
  })
})

describe('a background queue', () => {
  test('works on one key at a time, in their order', async () => {
    const log: string[] = []
    const { add } = createBackgroundQueue(async (key) => {
      log.push(`${key} begins`)
      await new Promise(setImmediate)
      log.push(`${key} ends`)
    }, 0)
    add(['a', 'b'])
    await eventually(
      () => log,
      (lines) => lines.length === 4,
    )
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('works once on a key that was added many times', async () => {
    const done: string[] = []
    const { add } = createBackgroundQueue(async (key) => void done.push(key), 20)
    for (let change = 0; change < 20; change++) add(['a'])
    add(['end'])
    await eventually(
      () => done,
      (keys) => keys.includes('end'),
    )
    expect(done).toEqual(['a', 'end'])
  })

  test('stops when it is closed', async () => {
    const done: string[] = []
    const { add, close } = createBackgroundQueue(async (key) => void done.push(key), 20)
    add(['a'])
    close()
    add(['b'])
    await eventually(
      () => done,
      (keys) => keys.includes('b'),
    )
    expect(done).toEqual(['b'])
  })
})

describe('a content change', () => {
  const posts = [aPost(), aPost({ id: 'other', title: 'Another post' })]

  test('updates its post and the lists at once, and no other page', async () => {
    const { get, text, state, invalidate, asked } = await aWorld({ posts })
    for (const path of ['/', '/blog', '/blog/plan-a-bake', '/blog/other']) await get(path)
    state.posts = [aPost({ title: 'A new title' }), posts[1] ?? aPost()]
    asked.length = 0
    invalidate(new Set(['post:plan-a-bake', 'card:plan-a-bake']))
    for (const path of ['/', '/blog', '/blog/plan-a-bake']) expect(await text(path)).toContain('A new title')
    await get('/blog/other')
    expect(asked.sort()).toEqual(['list', 'list', 'plan-a-bake'])
  })

  test('updates every page for a changed site.yml, the 404 page included', async () => {
    const { text, state, invalidate } = await aWorld()
    for (const path of ['/blog', '/nowhere']) await text(path)
    state.site = { ...state.site, name: 'Renamed' }
    invalidate(new Set(['site']))
    for (const path of ['/blog', '/nowhere']) expect(await text(path)).toContain('Renamed')
  })

  test('renders the dropped pages again in the background', async () => {
    const { get, state, invalidate, findCached } = await aWorld({ posts })
    await get('/blog/plan-a-bake')
    state.posts = [aPost({ title: 'A new title' })]
    invalidate(new Set(['post:plan-a-bake']))
    expect(findCached('/blog/plan-a-bake')).toBeUndefined()
    const send = await eventually(() => findCached('/blog/plan-a-bake'), Boolean)
    expect(await send?.(new Request('http://localhost/')).text()).toContain('A new title')
  })

  test('startup pre-renders pages without parameters, then the newest posts', async () => {
    const { prerender, findCached } = await aWorld({ posts })
    prerender()
    await eventually(() => findCached('/blog/other'), Boolean)
    expect(['/', '/blog', '/pricing', '/blog/plan-a-bake'].filter((path) => !findCached(path))).toEqual([])
  })
})
