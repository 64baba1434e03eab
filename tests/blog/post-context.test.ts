import { beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { PostPage } from '#contract/posts.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const now = () => new Date('2026-06-01T00:00:00Z')
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`

const files = {
  'posts/oven.md': plainPost({ title: 'Oven', date: day(1), tags: ['bakery'] }),
  'posts/van.md': plainPost({ title: 'Van', date: day(2), category: 'shipping', tags: ['routes', 'milk'] }),
  'posts/door.md': plainPost({ title: 'Door', date: day(3), category: 'shipping', tags: ['routes'] }),
  'posts/dough.md': plainPost({ title: 'Dough', date: day(4), tags: ['bakery'] }),
  'posts/alone.md': plainPost({ title: 'Alone', date: day(5), category: null }),
  'posts/later.md': plainPost({ title: 'Later', date: '2026-09-01', tags: ['bakery'] }),
  'posts/draft.md': plainPost({ title: 'Draft', date: day(2), tags: ['bakery'], draft: true }),
}

let app: Awaited<ReturnType<typeof blogApp>>
beforeAll(async () => {
  app = await blogApp({ files, now })
})
const read = async (id: string, from = app): Promise<PostPage> => (await from.get(apiPaths.post(id))).json()
const page = async (id: string, from = app) => (await from.get(`/blog/${id}`)).text()
const related = ({ related }: PostPage) => related.map(({ id }) => id)

describe('adjacent and related posts', () => {
  test('are the live posts published right before and after a post', async () => {
    const { previous, next } = await read('door')
    expect([previous, next]).toEqual([
      { id: 'van', title: 'Van' },
      { id: 'dough', title: 'Dough' },
    ])
    expect((await read('oven')).previous).toBeNull()
    expect((await read('alone')).next).toBeNull()
  })

  test('are live posts with a common tag or category, closest first, without bodies', async () => {
    expect(related(await read('door'))).toEqual(['van'])
    expect(related(await read('oven'))).toEqual(['dough'])
    expect(related(await read('alone'))).toEqual([])
    expect((await read('door')).related[0]).toEqual({
      id: 'van',
      title: 'Van',
      date: '2026-01-02T00:00:00.000Z',
      picture: null,
      artwork: expect.objectContaining({ alt: '', widths: [480, 960] }),
    })
  })

  test('with the same tags are ordered by common words, then by the distance of their dates', async () => {
    const other = await blogApp({
      now,
      files: {
        'posts/starter.md': plainPost({ title: 'Feeding a sourdough starter', date: day(9), tags: ['bakery'] }),
        'posts/near.md': plainPost({ title: 'Oven gloves', date: day(8), tags: ['bakery'] }),
        'posts/far.md': plainPost({ title: 'Cleaning pallets', date: day(2), tags: ['bakery'] }),
        'posts/words.md': plainPost({ title: 'Sourdough in winter', date: day(1), tags: ['bakery'] }),
      },
    })
    expect(related(await read('starter', other))).toEqual(['words', 'near', 'far'])
  })

  test("are linked from the post's page, with machine-readable dates", async () => {
    const html = await page('dough')
    for (const part of ['/blog/door', '/blog/alone', '/blog/oven', '<time dateTime="2026-01-04T00:00:00.000Z">']) {
      expect(html).toContain(part)
    }
    expect(html).toContain('1 min read')
    expect(html).not.toMatch(/\/blog\/(?:later|draft)"/)
  })

  test('are preceded on category and tag pages by the description from their file', async () => {
    const described = await blogApp({
      files: {
        'tags/milk.yml': 'name: Milk\ndescription: Doors & "days".\n',
        'posts/round.md': plainPost({ tags: ['milk', 'bakery'] }),
      },
    })
    const html = await (await described.get('/blog/tag/milk')).text()
    expect(html).toContain('<meta name="description" content="Doors &amp; &quot;days&quot;.">')
    expect(html).toMatch(/<h1[^>]*>Milk<\/h1><p[^>]*>Doors &amp; &quot;days&quot;\.<\/p>/)
    expect(await (await described.get('/blog/tag/bakery')).text()).toContain('content="Posts about Bakery on')
  })
})

describe('a content change', () => {
  test('updates the pages that link to a renamed, added, removed or related post', async () => {
    const site = await blogApp({ files, now })
    for (const id of ['oven', 'van', 'door', 'dough', 'alone']) await page(id, site)
    await site.update('van', { title: 'Lorry', category_id: 'shipping', tags: ['routes'], 'tags[]': 'routes' })
    expect(await page('door', site)).toContain('Lorry')
    expect(await page('oven', site)).toContain('Lorry')
    await site.create({ title: 'Between', date: `${day(3)}T12:00:00Z`, 'tags[]': 'bakery' })
    expect(await page('door', site)).toContain('/blog/between')
    expect(await page('dough', site)).toContain('/blog/between')
    expect(await page('oven', site)).toContain('/blog/between')
    await site.remove(apiPaths.post('between'))
    for (const id of ['door', 'dough', 'oven']) expect(await page(id, site)).not.toContain('/blog/between')
    expect(await page('door', site)).toContain('/blog/dough')
  })
})
