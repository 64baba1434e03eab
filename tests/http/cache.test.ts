import { describe, expect, test } from 'bun:test'
import { createBackgroundQueue } from '#server/http/background-queue.ts'
import { type CachedResponse, createResponseCache, ENTRY_BYTES } from '#server/http/response-cache.ts'
import { aPost } from '#tests/helpers/cards.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aWorld } from '#tests/pages/test-pages.ts'

/**
 * Responses with a word as content; each depends on the record of the same name. `renders` records renders, `hold` delays one.
 * `room`: how many of them the cache can hold.
 */
function aCache({ room = 100, hold = async (_: string) => {} } = {}) {
  const renders: string[] = []
  const hits: string[] = []
  const cache = createResponseCache(room * (ENTRY_BYTES + 1_000))
  const render = (key: string) => async (uses: (record: string) => void) => {
    const text = `${key} ${renders.push(key)}`
    uses(key)
    await hold(key)
    if (key === 'bad') throw new Error('bad')
    return { cacheKey: key, bytes: 500, send: () => new Response(text), onHit: (one: string) => void hits.push(one) }
  }
  const textOf = async (response: CachedResponse | undefined) =>
    (await response?.send(new Request('http://localhost/')))?.text()
  return {
    ...cache,
    open: (key: string) => cache.open(key, render(key)),
    load: (key: string) => cache.load(key, render(key)),
    text: async (key: string) => textOf(cache.get(key)),
    opened: async (key: string) => textOf(await cache.open(key, render(key))),
    isCached: (key: string) => cache.peek(key) !== undefined,
    renders,
    hits,
  }
}

describe('the response cache', () => {
  test('renders a page once for all concurrent requests', async () => {
    const { open, renders } = aCache()
    await Promise.all([open('a'), open('a'), open('a')])
    expect(renders).toEqual(['a'])
  })

  test('drops at once the pages that used a changed record, and no others, the most visited first', async () => {
    const { open, get, text, invalidate } = aCache()
    for (const key of ['a', 'b', 'c']) await open(key)
    get('b')
    expect(invalidate(new Set(['a', 'b', 'd']))).toEqual(['b', 'a'])
    expect(await Promise.all(['a', 'b', 'c'].map(text))).toEqual([undefined, undefined, 'c 3'])
  })

  test('returns a render that began before a change to its request, and does not cache it', async () => {
    const gate = Promise.withResolvers<void>()
    const { opened, invalidate, text, renders } = aCache({ hold: () => gate.promise })
    const early = opened('a')
    invalidate(new Set(['a']))
    const late = opened('a')
    gate.resolve()
    expect(await early).toBe('a 1')
    expect(await late).toBe('a 2')
    expect(await text('a')).toBe('a 2')
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
    expect(metrics()).toMatchObject({ hits: 0, misses: 0, renders: 1, entries: 1 })
  })

  test('evicts the least recently used responses first', async () => {
    const { open, isCached, get } = aCache({ room: 3 })
    for (const key of ['a', 'b', 'c']) await open(key)
    get('a')
    await open('d')
    expect(['a', 'b', 'c', 'd'].map(isCached)).toEqual([true, false, true, true])
  })

  test('keeps what is read often while something else is read, once or twice each, six times its capacity', async () => {
    const { open, isCached, get, metrics } = aCache({ room: 20 })
    for (const key of ['home', 'list']) await open(key)
    for (let visit = 0; visit < 1_000; visit++) for (const key of ['home', 'list']) get(key)
    for (let page = 0; page < 60; page++) {
      await open(`once ${page}`)
      await open(`twice ${page}`)
      get(`twice ${page}`)
    }
    expect(['home', 'list'].map(isCached)).toEqual([true, true])
    expect(metrics().entries).toBeLessThanOrEqual(22)
  })

  test('evicts what was read often once nobody reads it any more', async () => {
    const { open, isCached, get } = aCache({ room: 20 })
    await open('old')
    for (let visit = 0; visit < 1_000; visit++) get('old')
    for (let page = 0; page < 1_000; page++) await open(`new ${page}`)
    expect(isCached('old')).toBe(false)
  })

  test('counts each entry, its key and its records, however small its body is', async () => {
    const cache = createResponseCache(100 * ENTRY_BYTES)
    const empty = (cacheKey: string, records: number) =>
      cache.open(cacheKey, async (uses) => {
        for (let record = 0; record < records; record++) uses(`record ${record}`)
        return { cacheKey, bytes: 0, send: () => new Response() }
      })
    for (let number = 0; number < 1_000; number++) await empty(`/?${number}`, 0)
    expect(cache.metrics().entries).toBeLessThan(100)
    await empty(`/?${'x'.repeat(ENTRY_BYTES)}`, 0)
    expect(cache.metrics().entries).toBeLessThan(99)
    await empty('/many', 1_000_000)
    expect(cache.peek('/many')).toBeUndefined()
    expect(cache.metrics().bytes).toBeLessThanOrEqual(100 * ENTRY_BYTES)
  })

  test('does not cache a page that fails to render', async () => {
    const { open, get } = aCache()
    await expect(open('bad')).rejects.toThrow('bad')
    expect(get('bad')).toBeUndefined()
    await expect(open('bad')).rejects.toThrow('bad')
  })
})

describe('a background queue', () => {
  const unexpected = (error: unknown) => {
    throw error
  }

  test('works on one key at a time, in their order', async () => {
    const log: string[] = []
    const { add } = createBackgroundQueue(
      async (key) => {
        log.push(`${key} begins`)
        await new Promise(setImmediate)
        log.push(`${key} ends`)
      },
      0,
      unexpected,
    )
    add(['a', 'b'])
    await eventually(
      () => log,
      (lines) => lines.length === 4,
    )
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('works once on a key that was added many times', async () => {
    const done: string[] = []
    const { add } = createBackgroundQueue(async (key) => void done.push(key), 20, unexpected)
    for (let change = 0; change < 20; change++) add(['a'])
    add(['end'])
    await eventually(
      () => done,
      (keys) => keys.includes('end'),
    )
    expect(done).toEqual(['a', 'end'])
  })

  test('reports a job that fails and goes on with the next one, also later', async () => {
    const done: string[] = []
    const job = async (key: string) => {
      if (key.startsWith('bad')) throw new Error('No.')
      done.push(key)
    }
    const { add } = createBackgroundQueue(job, 0, (_, key) => done.push(`failed: ${key}`))
    add(['bad', 'a', 'bad too'])
    await eventually(
      () => done,
      (keys) => keys.length === 3,
    )
    add(['b'])
    await eventually(
      () => done,
      (keys) => keys.includes('b'),
    )
    expect(done).toEqual(['failed: bad', 'a', 'failed: bad too', 'b'])
  })

  test('stops when it is closed', async () => {
    const done: string[] = []
    const { add, close } = createBackgroundQueue(async (key) => void done.push(key), 20, unexpected)
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
    expect(await (await send?.(new Request('http://localhost/')))?.text()).toContain('A new title')
  })

  test('startup pre-renders pages without parameters, then the newest posts', async () => {
    const { prerender, findCached } = await aWorld({ posts })
    prerender()
    await eventually(() => findCached('/blog/other'), Boolean)
    expect(['/', '/blog', '/pricing', '/blog/plan-a-bake'].filter((path) => !findCached(path))).toEqual([])
  })
})
