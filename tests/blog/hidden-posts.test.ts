import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { blogApps, plainPost } from './blog-app.ts'

const now = () => new Date('2026-06-01T00:00:00Z')

const live = {
  'posts/bread.md': plainPost({
    title: 'Bread in crates',
    date: '2026-01-01',
    tags: ['bakery'],
    body: 'Count pallets.',
  }),
  'posts/milk.md': plainPost({
    title: 'Milk on routes',
    date: '2026-01-02',
    tags: ['milk', 'routes'],
    body: 'A kestrel.',
  }),
  'posts/both.md': plainPost({
    title: 'Bread and milk',
    date: '2026-01-03',
    tags: ['bakery', 'milk'],
    body: 'Pallets.',
  }),
  'posts/plain.md': plainPost({ title: 'Deliveries', date: '2026-01-04', tags: ['routes'], category: 'shipping' }),
}

/** Words that only hidden posts have, words one typo away from public ones, longer forms of public words, and public words. */
const words = 'Zanzibar acquisition. Palletz cratez breed brea breadcrumb kestral kestrels. Bread milk crates pallets.'
const hide = (fields: object) =>
  plainPost({ title: words, summary: words, body: words, tags: ['milk', 'routes'], ...fields })
const hidden = {
  'posts/draft.md': hide({ draft: true, date: '2026-01-02', aliases: ['old-draft'] }),
  'posts/scheduled.md': hide({ date: '2026-12-01', tags: ['bakery', 'milk'] }),
  'posts/unlisted.md': hide({ draft: false, listed: false, date: '2026-01-02' }),
  'posts/expired.md': hide({ date: '2026-01-03', expires: '2026-05-01', tags: ['bakery'] }),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`posts/more-${n}.md`, hide({ draft: true })])),
}

const allTyped = [
  ...'zanzibar zanzibr zanz acquisition aquisition acqu palletz palets palletx cratez cratex breed brede bred'.split(
    ' ',
  ),
  ...'brea breadcrumb breadcrum breadcrumbz kestral kestrals kestrels kestrex kest bread crates milk b'.split(' '),
  ...['bread zanzibar', 'bread breadcrum', 'milk kestral', 'production bred', 'pallets milk'],
]
/** One for each kind: a hidden word, misspelled, its beginning; a public word, misspelled, longer, shorter; several words. */
const representative = ['zanzibar', 'aquisition', 'acqu', 'bread', 'palletx', 'bred', 'breadcrum', 'kestrals', 'kest']
const typed = isFullRun ? allTyped : [...representative, 'bread zanzibar', 'milk kestral']
const paths = [
  ...typed.flatMap((q) => [
    `${apiPaths.posts}?${new URLSearchParams({ q, fields: 'card' })}`,
    `${apiPaths.posts}?${new URLSearchParams({ q, tag: 'milk', per_page: '1' })}`,
    `/blog?${new URLSearchParams({ q })}`,
  ]),
  ...['bread', 'milk', 'both', 'plain', 'draft', 'scheduled', 'expired', 'old-draft'].flatMap((id) => [
    apiPaths.post(id),
    `/blog/${id}`,
  ]),
  ...[apiPaths.posts, '/blog', '/feed.xml', '/sitemap.xml'],
]

const blogApp = blogApps()

describe('drafts, scheduled, expired and unlisted posts', () => {
  test('do not affect what a visitor can read or search', async () => {
    const [without, withHidden] = await Promise.all([
      blogApp({ files: live, now }),
      blogApp({ files: { ...live, ...hidden }, now }),
    ])
    const read = async (app: typeof without, path: string) => {
      const answer = await app.get(path)
      return { status: answer.status, total: answer.headers.get('x-total-count'), body: await answer.text() }
    }
    for (const path of paths) {
      expect({ path, ...(await read(withHidden, path)) }).toEqual({ path, ...(await read(without, path)) })
    }
  })

  test('are at their URL where they are unlisted, not for search engines', async () => {
    const app = await blogApp({ files: { ...live, 'posts/unlisted.md': hidden['posts/unlisted.md'] }, now })
    const page = await app.get('/blog/unlisted')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<meta name="robots" content="noindex">')
    expect(await (await app.get(apiPaths.post('unlisted'))).json()).toMatchObject({ state: 'live', unlisted: true })
    await Bun.write(`${app.dir}/content/posts/unlisted.md`, hide({ draft: false, listed: true, date: '2026-01-02' }))
    await app.services.content.reload(['posts/unlisted.md'])
    expect((await app.list()).map(({ id }) => id)).toContain('unlisted')
    expect(await (await app.get('/sitemap.xml')).text()).toContain('/blog/unlisted')
  })

  test('are found by the administrator, even with a typo', async () => {
    const app = await blogApp({ files: { ...live, 'posts/draft.md': hidden['posts/draft.md'] }, now })
    const found = async (q: string, state: string): Promise<string[]> => {
      const query = new URLSearchParams({ q, state, fields: 'card' })
      const answer = await app.send('GET', `${apiPaths.posts}?${query}`, { token: app.token })
      return ((await answer.json()) as PostCard[]).map(({ id }) => id)
    }
    for (const q of ['zanzibar', 'zanzibr', 'aquisition', 'breadcrum']) {
      expect([q, await found(q, 'all'), await found(q, 'draft')]).toEqual([q, ['draft'], ['draft']])
    }
  })
})
