import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const start = new Date('2026-06-01T00:00:00Z')
const now = () => start

/** Each kind of term, and how a post names one. */
const kinds = [
  { list: apiPaths.categories, folder: 'categories', page: pagePaths.category, of: (id: string) => ({ category: id }) },
  { list: apiPaths.tags, folder: 'tags', page: pagePaths.tag, of: (id: string) => ({ tags: [id] }) },
  { list: apiPaths.authors, folder: 'authors', page: pagePaths.author, of: (id: string) => ({ author: id }) },
]
/** Each way to hide a post. */
const hidden = {
  draft: { draft: true },
  scheduled: { date: '2026-12-01' },
  expired: { expires: '2026-05-01' },
}
const live = { 'posts/bread.md': plainPost({ title: 'Bread', date: '2026-01-01', category: 'shipping' }) }
const term = 'name: Acquisition of Crumbs\n'

for (const { list, folder, page, of } of kinds) {
  const file = { [`${folder}/acquisition.yml`]: term }
  const isListed = async (app: Awaited<ReturnType<typeof blogApp>>, query = '', token?: string) => {
    const answer = await app.send('GET', list + query, token === undefined ? {} : { token })
    return ((await answer.json()) as Term[]).some(({ id }) => id === 'acquisition')
  }
  const paths = [page('acquisition'), `${page('acquisition')}?page=2`, `${page('acquisition')}/feed.xml`]

  describe(`GET ${list}`, () => {
    test.each(Object.entries(hidden))(
      'answers every request as if a term of a %s post did not exist',
      async (_, fields) => {
        const post = { 'posts/secret.md': plainPost({ ...of('acquisition'), ...fields }) }
        const [without, withTerm] = await Promise.all([
          blogApp({ files: live, now }),
          blogApp({ files: { ...live, ...file, ...post }, now }),
        ])
        const read = async (app: typeof without, path: string) => {
          const answer = await app.get(path)
          const headers = ['etag', 'last-modified', 'x-total-count', 'link'].map((name) => answer.headers.get(name))
          return { path, status: answer.status, headers, body: await answer.text() }
        }
        const lists = [`${list}?state=live`, `${apiPaths.posts}?${new URLSearchParams(of('acquisition') as never)}`]
        const search = [`${apiPaths.posts}?q=acquisition&fields=card`, '/blog?q=acquisition']
        const every = [...paths, `${list}/acquisition`, '/blog', '/sitemap.xml', '/feed.xml', '/feed.json']
        for (const path of [list, ...lists, ...search, ...every])
          expect(await read(withTerm, path)).toEqual(await read(without, path))
        for (const path of [adminPaths.media, `${list}?state=all`]) expect((await withTerm.get(path)).status).toBe(401)
        expect(await isListed(withTerm, '?state=all', withTerm.token)).toBe(true)
      },
    )

    test('shows a term once its first post is published, and hides it once the last one has expired', async () => {
      const clock = testClock(start.toISOString())
      const post = plainPost({ ...of('acquisition'), date: '2026-06-02', expires: '2026-06-03' })
      const app = await blogApp({ files: { ...live, ...file, 'posts/secret.md': post }, ...clock })
      const seen = async () => [await isListed(app), (await app.get(page('acquisition'))).status]
      expect(await seen()).toEqual([false, 404])
      clock.goTo('2026-06-02T12:00:00.000Z')
      expect(await seen()).toEqual([true, 200])
      clock.goTo('2026-06-03T12:00:00.000Z')
      expect(await seen()).toEqual([false, 404])
    })

    test('shows a term that no post uses, which has no page, no feed and no entry in the sitemap', async () => {
      const app = await blogApp({ files: { ...live, ...file }, now })
      expect([await isListed(app), await isListed(app, '?state=live')]).toEqual([true, false])
      for (const path of paths) expect([path, (await app.get(path)).status]).toEqual([path, 404])
      expect(await (await app.get('/sitemap.xml')).text()).not.toContain('acquisition')
      expect(await (await app.get('/blog')).text()).not.toContain('cquisition')
    })
  })
}

test('a draft with a new tag leaves the date of the feed as it was', async () => {
  let moment = start
  const app = await blogApp({ files: live, now: () => moment })
  const changed = async () => (await app.get('/feed.xml')).headers.get('last-modified')
  const before = await changed()
  moment = new Date('2026-06-02T00:00:00Z')
  await app.content.change(async (tx) => tx.write('posts/secret.md', plainPost({ draft: true, tags: ['acquisition'] })))
  expect(await changed()).toBe(before)
  await app.content.change(async (tx) => tx.write('posts/news.md', plainPost({ title: 'News', date: '2026-06-02' })))
  expect(await changed()).toBe(moment.toUTCString())
})
