import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const blogApp = blogApps()
const kinds = [
  {
    one: adminPaths.category,
    page: pagePaths.category,
    word: 'category',
    folder: 'categories',
    id: 'production',
    other: 'SHIPPING',
  },
  { one: adminPaths.tag, page: pagePaths.tag, word: 'tag', folder: 'tags', id: 'milk', other: 'ROUTES' },
]

for (const { one, page, word, folder, id, other } of kinds) {
  const FILE = '# how we call it\r\nname: "Old name" # for now\r\ndescription: About it.\r\n'
  const files = { [`${folder}/${id}.yml`]: FILE, 'posts/x.html': plainPost({ tags: ['milk'] }) }
  const site = async () => {
    const app = await blogApp({ files })
    return { ...app, rename: (name: unknown) => app.send('PUT', one(id), { json: { name }, token: app.token }) }
  }

  describe(`PUT /api/${folder}/{id}`, () => {
    test('changes only the name and keeps id, file and posts', async () => {
      const { rename, file, filesIn } = await site()
      const before = await filesIn(`content/${folder}`)
      const answer = await rename('  New: name ')
      expect([answer.status, await answer.json()]).toEqual([200, { id, name: 'New: name' }])
      expect(await file(`${folder}/${id}.yml`)).toBe(FILE.replace('Old name', 'New: name'))
      expect(await filesIn(`content/${folder}`)).toEqual(before)
      expect(await file('posts/x.html')).toBe(files['posts/x.html'] ?? '')
    })

    test('updates every page that shows the name at once', async () => {
      const { rename, get } = await site()
      const pages = [pagePaths.blog, pagePaths.post('x'), page(id)]
      const show = async (name: string) =>
        (await Promise.all(pages.map(async (path) => (await get(path)).text()))).every((html) => html.includes(name))
      expect(await show('Old name')).toBe(true)
      await rename('New name')
      await eventually(() => show('New name'), Boolean)
      expect(await show('Old name')).toBe(false)
    })

    test('rejects a name that another term has in any case, and accepts its own in another case', async () => {
      const { rename, file } = await site()
      const answer = await rename(other)
      const message = `There is a ${word} of this name already.`
      expect([answer.status, (await answer.json()).errors]).toEqual([422, { name: { message } }])
      expect(await file(`${folder}/${id}.yml`)).toBe(FILE)
      expect((await rename('OLD NAME')).status).toBe(200)
    })

    test('rejects an invalid name, answers 404 for an unknown id, and requires the administrator', async () => {
      const { rename, send, token } = await site()
      for (const wrong of ['', ' ', 7, null, ['x'], 'z'.repeat(61), 'two\nlines'])
        expect([wrong, (await rename(wrong)).status]).toEqual([wrong, 422])
      expect((await send('PUT', one('nothing'), { json: { name: 'x' }, token })).status).toBe(404)
      expect((await send('PUT', one(id), { json: { name: 'x' } })).status).toBe(401)
    })

    test('is also available as POST with _method=PUT only', async () => {
      const { send, token } = await site()
      const post = (query: string) => send('POST', one(id) + query, { json: { name: 'Posted' }, token })
      expect((await post('?_method=PUT')).status).toBe(200)
      const plain = await post('')
      expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    })
  })
}
