import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const kinds = [
  { path: apiPaths.categories, one: adminPaths.category, word: 'category', words: 'categories', existing: 'Shipping' },
  { path: apiPaths.tags, one: adminPaths.tag, word: 'tag', words: 'tags', existing: 'Milk' },
]

for (const { path, one, word, words, existing } of kinds) {
  const add = async (name: unknown, files: Record<string, string> = {}) => {
    const app = await blogApp({ files })
    return { ...app, answer: await app.send('POST', path, { json: { name }, token: app.token }) }
  }

  describe(`GET ${path}`, () => {
    test('lists id and name in order of names, and answers 304 while unchanged', async () => {
      const { get } = await blogApp()
      const answer = await get(path)
      const names: { id: string; name: string }[] = await answer.json()
      expect(names.map(({ name }) => name)).toEqual(names.map(({ name }) => name).toSorted())
      expect(names).toContainEqual({ id: existing.toLowerCase(), name: existing })
      const etag = answer.headers.get('etag') ?? ''
      expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    })
  })

  describe(`POST ${path}`, () => {
    test('creates terms that are in the list at once, and in files', async () => {
      const { answer, get, file } = await add(['Cold Chain', '  Rye & Spelt  '])
      const created = [
        { id: 'cold-chain', name: 'Cold Chain' },
        { id: 'rye-spelt', name: 'Rye & Spelt' },
      ]
      expect([answer.status, await answer.json()]).toEqual([201, { created, message: `2 ${words} added.` }])
      expect(await (await get(path)).json()).toEqual(expect.arrayContaining(created))
      expect(await file(`${words}/cold-chain.yml`)).toBe('name: Cold Chain\n')
    })

    test('skips existing names in any case and reports how many', async () => {
      const { answer, filesIn } = await add([existing.toUpperCase(), 'New', 'new'])
      expect([answer.status, await answer.json()]).toEqual([
        201,
        { created: [{ id: 'new', name: 'New' }], message: `1 ${word} added. 2 ${words} existed already.` },
      ])
      expect(await filesIn(`content/${words}`)).toContain('new.yml')
    })

    test('appends -2 to a taken id, and never overwrites an unreadable file', async () => {
      const { answer, file } = await add(['Co op', 'Co-op', 'Broken'], { [`${words}/broken.yml`]: 'name: [' })
      expect((await answer.json()).created.map(({ id }: { id: string }) => id)).toEqual([
        'co-op',
        'co-op-2',
        'broken-2',
      ])
      expect(await file(`${words}/broken.yml`)).toBe('name: [')
    })

    test('makes readable ids of names in any script, none of which Windows reserves', async () => {
      const { answer, get } = await add(['日本', 'Хлеб', 'خبز', 'C#', 'C++', 'C', 'Aux'])
      const created: { id: string }[] = (await answer.json()).created
      const ids = ['riben', 'khleb', 'khbz', 'c-sharp', 'c-plus-plus', 'c', 'aux-2']
      expect(created.map(({ id }) => id)).toEqual(ids)
      expect(await (await get(path)).json()).toEqual(expect.arrayContaining(created))
    })

    test('stores a name as plain text, whatever it looks like', async () => {
      const odd = ['<b>x</b>', '{"a":1}', 'yes', '007', "it's: #1", '- dash', '日本']
      const { answer } = await add(odd)
      expect((await answer.json()).created.map(({ name }: { name: string }) => name)).toEqual(odd)
    })

    test('requires a list of names, creates none when one is invalid, and repeats none', async () => {
      for (const wrong of [
        'zebra',
        [],
        ['good', ''],
        ['good', ['zebra']],
        ['z'.repeat(61)],
        ['two\nzebras'],
        Array(51).fill('zebra'),
        null,
        { zebra: 1 },
      ]) {
        const { answer, filesIn } = await add(wrong)
        const text = await answer.text()
        expect([wrong, answer.status, Object.keys(JSON.parse(text).errors)]).toEqual([wrong, 422, ['name']])
        expect(text).not.toContain('zebra')
        expect(await filesIn(`content/${words}`)).not.toContain('good.yml')
      }
    })
  })

  describe(`DELETE ${path}/{id}`, () => {
    test('deletes an unused term, and answers 404 when it is gone', async () => {
      const { remove, get } = await blogApp()
      const id = existing.toLowerCase()
      const answer = await remove(one(id))
      expect([answer.status, await answer.json()]).toEqual([200, { message: `The ${word} was deleted.` }])
      expect(await (await get(path)).json()).not.toContainEqual({ id, name: existing })
      const gone = await remove(one(id))
      expect([gone.status, await gone.json()]).toEqual([404, { message: `This ${word} does not exist.` }])
    })
  })
}

describe('deleting a term that posts use', () => {
  const files = {
    'posts/one.md': plainPost({ tags: ['milk', 'routes'] }),
    'posts/two.html': plainPost({ tags: ['milk'], draft: true }),
    'posts/three.html': plainPost({ category: 'shipping' }),
  }

  test('rejects a category with the number of its posts', async () => {
    const { remove, filesIn } = await blogApp({ files })
    const answers = [await remove(adminPaths.category('production')), await remove(adminPaths.category('shipping'))]
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { message: 'This category cannot be deleted: 2 posts use it.' },
      { message: 'This category cannot be deleted: 1 post uses it.' },
    ])
    expect(await filesIn('content/categories')).toContain('production.yml')
  })

  test('removes a tag from its posts and changes nothing else in them', async () => {
    const { remove, list, file, filesIn } = await blogApp({ files })
    expect((await remove(adminPaths.tag('milk'))).status).toBe(200)
    expect((await list()).map(({ id, tags }) => [id, tags.map((tag) => tag.id)])).toContainEqual(['one', ['routes']])
    expect(await file('posts/one.md')).toBe(files['posts/one.md'].replace('["milk","routes"]', '["routes"]'))
    expect(await file('posts/two.html')).not.toContain('milk')
    expect(await file('posts/three.html')).toBe(files['posts/three.html'])
    expect(await filesIn('content/tags')).not.toContain('milk.yml')
  })
})
