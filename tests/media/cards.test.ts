import { afterEach, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/lib/log.ts'
import { type CardPost, cardSvg, cardText, fitTitle, truncate } from '#server/media/share-cards/card-svg.ts'
import { type CardRenderer, createCardRenderer, createCards } from '#server/media/share-cards/cards.ts'
import { coverOf, coverSvg } from '#server/media/share-cards/cover-svg.ts'
import { loadGlyphs } from '#server/media/share-cards/glyphs.ts'
import { createShareCards } from '#server/media/share-cards/share-cards.ts'

const dirs: string[] = []
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true, force: true })
})

const aPost = (changes: Partial<CardPost> = {}): CardPost => ({
  id: 'plan-a-bake',
  title: 'How to plan a bake',
  category: { name: 'Production' },
  date: '2026-11-20T23:30:00.000Z',
  ...changes,
})

/** Renders nothing and writes the title instead. */
const titleRenderer = (): CardRenderer => ({
  request: async (request) => new TextEncoder().encode('card' in request ? request.card.title : ''),
  close: () => {},
})

async function cardsIn(posts: CardPost[], { dir: old, ...real }: { dir?: string; renderer?: CardRenderer } = {}) {
  const dir = old ?? (await mkdtemp(join(tmpdir(), 'cards-')))
  if (!old) dirs.push(dir)
  const renderedIds: string[] = []
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  const cards = await createCards({
    dir,
    dist: 'client/static',
    mark: 'brand/mark.svg',
    log,
    renderer: titleRenderer(),
    ...real,
  })
  const shareCards = await createShareCards({
    cards,
    current: posts.map((post) => cardText(post, 'Acme')),
    onRendered: (id) => renderedIds.push(id),
    log,
  })
  const close = () => {
    shareCards.close()
    cards.close()
  }
  return { dir, renderedIds, logged, ...shareCards, close, files: () => readdir(join(dir, 'cards')).catch(() => []) }
}

describe('the share card of a post', () => {
  test('is a PNG of 1200 × 630 below 100 KB, named by the hash of its content', async () => {
    const { dir, renderedIds, find, idle, close } = await cardsIn([], { renderer: createCardRenderer() })
    expect(find(aPost(), 'Acme')).toBeUndefined()
    await idle()
    expect(renderedIds).toEqual(['plan-a-bake'])
    const path = find(aPost(), 'Acme') ?? ''
    expect(path).toMatch(/^cards\/[0-9a-f]{32}-1200x630\.png$/)
    const bytes = await Bun.file(join(dir, path)).bytes()
    expect(bytes.length).toBeLessThan(100_000)
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    await close()
  })

  test('changes with title, category, weekday and product name only', async () => {
    const { find, idle, close } = await cardsIn([])
    const others = [
      aPost({ title: 'Another' }),
      aPost({ category: null }),
      aPost({ date: '2026-11-21T01:00:00.000Z' }),
      aPost({ id: 'other', date: '2026-11-20T01:00:00.000Z' }),
    ]
    for (const post of [aPost(), ...others]) find(post, 'Acme')
    find(aPost(), 'Emca')
    await idle()
    const paths = [...[aPost(), ...others].map((post) => find(post, 'Acme')), find(aPost(), 'Emca')]
    expect(paths).not.toContain(undefined)
    expect(new Set(paths).size).toBe(5)
    expect(paths[0]).toBe(paths[4])
    await close()
  })

  test('is reused after a restart', async () => {
    const first = await cardsIn([])
    first.find(aPost(), 'Acme')
    await first.idle()
    await first.close()
    const next = await cardsIn([], { dir: first.dir })
    expect(next.find(aPost(), 'Acme')).toBeDefined()
    expect(await next.files()).toHaveLength(1)
    await next.close()
  })

  test('is omitted when the font lacks letters; emoji are left out', async () => {
    const { find, idle, renderedIds, logged, close } = await cardsIn([], { renderer: createCardRenderer() })
    for (const title of ['パンの焼き方', 'Bread 🍞', '🍞']) find(aPost({ id: title, title }), 'Acme')
    await idle()
    expect(renderedIds).toEqual(['Bread 🍞'])
    expect(find(aPost({ title: 'パンの焼き方' }), 'Acme')).toBeUndefined()
    expect(logged).toEqual([])
    await close()
  })

  test('is deleted a day after its post when there are many', async () => {
    const { dir, find, idle, files, close } = await cardsIn([aPost()])
    await close()
    await mkdir(join(dir, 'cards'))
    const old = new Date('2026-01-01')
    for (let count = 0; count < 110; count++) {
      const file = join(dir, `cards/${count.toString(16).padStart(32, '0')}-1200x630.png`)
      await Bun.write(file, 'old')
      if (count > 0) await utimes(file, old, old)
    }
    const next = await cardsIn([aPost()], { dir })
    next.find(aPost(), 'Acme')
    await next.idle()
    expect(await files()).toHaveLength(2)
    expect(next.find(aPost(), 'Acme')).toBeDefined()
    expect([find(aPost(), 'Acme'), await idle()]).toEqual([undefined, undefined])
    await next.close()
  })
})

describe('the drawing of a share card', () => {
  test('has the logo at the size of its place', async () => {
    const [glyphs, mark] = [await loadGlyphs(), await Bun.file('client/static/brand/mark.svg').text()]
    const [, ...inner] = cardSvg(cardText(aPost(), 'Acme'), glyphs, mark)?.split('<svg') ?? []
    const sizes = inner.slice(1).map((one) => Number(/^ width="([\d.]+)"/.exec(one)?.[1]))
    expect(sizes).toHaveLength(1)
    for (const size of sizes) expect(size).toBeLessThan(60)
  })
})

describe('the drawing of a cover', () => {
  test('is another one for each trade, in colors that need no page', () => {
    const date = '2026-11-20T23:30:00.000Z'
    const drawings = [[], ['bakery'], ['milk'], ['sauce'], ['importers'], ['routes', 'distributors']].map((tags) =>
      coverSvg(coverOf({ tags, date })),
    )
    expect(new Set(drawings).size).toBe(drawings.length)
    for (const drawing of drawings) expect(drawing).not.toMatch(/var\(|<desc|<text|undefined|NaN/)
  })
})

describe('the title lines of a share card', () => {
  const widthOf = (text: string, size: number) => text.length * size * 0.5

  test('are as large as fits and of similar width', () => {
    expect(fitTitle('How to plan a bake', 1000, widthOf)).toEqual({ size: 80, lines: ['How to plan a bake'] })
    expect(fitTitle('One two three four five six seven eight', 1000, widthOf).lines).toEqual([
      'One two three four',
      'five six seven eight',
    ])
  })

  test('are cut for a long title, even within one word', () => {
    const { size, lines } = fitTitle('word '.repeat(60).trim(), 600, widthOf)
    expect([size, lines.length, lines.at(-1)?.endsWith('…')]).toEqual([42, 6, true])
    for (const one of fitTitle('x'.repeat(200), 600, widthOf).lines) expect(widthOf(one, 42)).toBeLessThanOrEqual(600)
    expect(truncate('A category', (text) => text.length * 20 <= 100)).toBe('A ca…')
  })
})
