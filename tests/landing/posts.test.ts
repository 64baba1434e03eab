import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { landingIds } from '#contract/trades.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { landingFile } from './a-landing.ts'

const post = (title: string, day: number, more = 'tags: [bakery]') =>
  `---\ntitle: ${title}\nsummary: s\ncategory: crm\ndate: 2026-01-0${day}\n${more}\n---\nText.\n`

const app = await testApp({
  files: Object.fromEntries(landingIds.map((id) => [`landings/${id}.yml`, landingFile()])),
})
afterAll(() => app.close())

const edit = (files: Record<string, string>) =>
  app.content.change(async (tx) => {
    for (const [file, text] of Object.entries(files)) tx.write(`posts/${file}.md`, text)
  })
/** The posts that the page of a trade shows, in their order. */
async function postsOn(path: string): Promise<string[]> {
  const html = await (await app.get(path)).text()
  return [...html.matchAll(/<article[\s\S]*?<h3[^>]*>(.*?)<\/h3>/g)].map(([, title = '']) => title)
}

beforeAll(() =>
  edit({
    a: post('One', 1),
    b: post('Two', 2),
    c: post('Three', 3),
    d: post('Four', 4, 'tags: [milk, bakery]'),
    e: post('Hidden', 5, 'tags: [bakery]\ndraft: true'),
  }),
)

describe('the page of a trade', () => {
  test('shows the newest three live posts with its tag', async () => {
    expect(await postsOn('/bakery-erp')).toEqual(['Four', 'Three', 'Two'])
    expect(await postsOn('/milk-distribution')).toEqual(['Four'])
    expect(await postsOn('/importers')).toEqual([])
  })

  test('is rendered again when a post is published, renamed or loses the tag', async () => {
    await edit({ e: post('Published', 5) })
    expect(await postsOn('/bakery-erp')).toEqual(['Published', 'Four', 'Three'])
    await edit({ e: post('Renamed', 5) })
    expect(await postsOn('/bakery-erp')).toEqual(['Renamed', 'Four', 'Three'])
    await edit({ e: post('Renamed', 5, 'tags: [importers]') })
    expect(await postsOn('/bakery-erp')).toEqual(['Four', 'Three', 'Two'])
    expect(await postsOn('/importers')).toEqual(['Renamed'])
  })
})
