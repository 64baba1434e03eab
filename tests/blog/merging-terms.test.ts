import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { invited, watching } from '#tests/writing/people.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const files = {
  'tags/dairy.yml': 'name: Dairy # all of it\naliases: [cream]\n',
  'posts/one.md': plainPost({ title: 'One', tags: ['milk', 'routes'] }),
  'posts/two.html': plainPost({ title: 'Two', tags: ['dairy', 'Milk'], draft: true }),
  'posts/three.md': plainPost({ title: 'Three', tags: ['routes'], category: 'shipping' }),
}

async function site(inGit = false, more: Record<string, string> = {}) {
  const app = await blogApp({ files: { ...files, ...more }, inGit, now: () => new Date('2026-06-01T12:00:00Z') })
  const post = async (path: string, json: unknown) => {
    const answer = await app.send('POST', path, { token: app.token, json })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    ...app,
    mergeTag: (id: string, json: unknown) => post(adminPaths.mergeTag(id), json),
    mergeCategory: (id: string, json: unknown) => post(adminPaths.mergeCategory(id), json),
    terms: async () => (await app.send('GET', adminPaths.terms, { token: app.token })).json(),
    tagsOf: async (id: string) => (await app.editable(id)).source.tags.map((tag) => tag.id),
  }
}

describe('merging two terms', () => {
  test('gives the posts the one that stays, which takes over the names and URLs, in one commit', async () => {
    const app = await site(true)
    const { status, body } = await app.mergeTag('milk', { into: 'dairy' })
    expect([status, body]).toEqual([200, { message: '“Milk” is merged into “Dairy”. 2 posts were changed.' }])
    expect([await app.tagsOf('one'), await app.tagsOf('two'), await app.tagsOf('three')]).toEqual([
      ['dairy', 'routes'],
      ['dairy'],
      ['routes'],
    ])
    expect(await app.file('tags/dairy.yml')).toBe('name: Dairy # all of it\naliases: [cream, milk]\n')
    expect(await app.filesIn('content/tags')).not.toContain('milk.yml')
    const old = await app.get(pagePaths.tag('milk'))
    expect([old.status, old.headers.get('location')]).toEqual([301, pagePaths.tag('dairy')])
    await app.committed()
    expect(await gitIn(app.dir)(['log', '--format=%an: %s', '-1'])).toBe(
      'Administrator: tag: merge "Milk" into "Dairy"',
    )
    const answer = await app.send('GET', `${adminPaths.audit}?event=tag.`, { token: app.token })
    const { events } = await answer.json()
    expect(events.map((one: { event: string; subject: string }) => `${one.event} ${one.subject}`)).toEqual([
      'tag.merged milk',
    ])
  })

  test('does the same with categories', async () => {
    const app = await site()
    expect((await app.mergeCategory('shipping', { into: 'production' })).status).toBe(200)
    expect((await app.editable('three')).source.category_id).toBe('production')
    expect(await app.file('categories/production.yml')).toBe('name: Production\naliases: [shipping]\n')
  })

  test('answers 409 with the posts that somebody has open, and merges all the same when these are named', async () => {
    const app = await site()
    const ann = await watching(app, await invited(app, app.token, 'Ann'), 'one')
    await ann.next()
    const { status, body } = await app.mergeTag('milk', { into: 'dairy' })
    expect([status, body]).toEqual([
      409,
      { message: 'One of its posts is being edited.', posts: [{ id: 'one', title: 'One', by: ['Ann'] }] },
    ])
    expect(await app.tagsOf('one')).toEqual(['milk', 'routes'])
    expect((await app.mergeTag('milk', { into: 'dairy', despite: ['two'] })).status).toBe(409)
    expect((await app.mergeTag('milk', { into: 'dairy', despite: ['one'] })).status).toBe(200)
    expect(await app.tagsOf('one')).toEqual(['dairy', 'routes'])
    await ann.leave()
  })

  test('loses no text of an editor who opened a post before: the save has the term that stays', async () => {
    const app = await site()
    const { source } = await app.editable('one')
    const key = 'post-one'
    const fields = { format: 'md', title: 'One', content: 'Longer text.', category_id: 'production', tags: ['milk'] }
    const json = { revision: source.revision, fields }
    await app.send('PUT', adminPaths.workingCopy(key), { token: app.token, json })
    await app.mergeTag('milk', { into: 'dairy' })
    const copy = await (await app.send('GET', adminPaths.workingCopy(key), { token: app.token })).json()
    expect(copy.fields.tags).toEqual(['dairy'])
    const form = { title: 'One', summary: 'In short.', content: 'Longer text.', format: 'md' }
    const saved = await app.update('one', { ...form, revision: source.revision, 'tags[]': ['milk', 'routes'] })
    expect(saved.status).toBe(200)
    expect(await app.file('posts/one.md')).toContain('Longer text.')
    expect(await app.tagsOf('one')).toEqual(['dairy', 'routes'])
  })

  test('changes nothing where a post has a broken file, for unknown terms, itself, or without a token', async () => {
    const app = await site(false, { 'posts/four.md': plainPost({ title: 'Four', tags: ['milk'] }) })
    expect((await app.mergeTag('milk', { into: 'milk' })).body.errors).toEqual({
      into: { message: 'Choose another tag.' },
    })
    expect((await app.mergeTag('milk', { into: 'nothing' })).status).toBe(404)
    expect((await app.mergeTag('nothing', { into: 'milk' })).status).toBe(404)
    expect((await app.mergeTag('milk', { into: '../x' })).status).toBe(422)
    expect((await app.send('POST', adminPaths.mergeTag('milk'), { json: { into: 'dairy' } })).status).toBe(401)
    await Bun.write(`${app.dir}/content/posts/four.md`, '---\ntitle: [\n---\n')
    await app.content.reload(['posts/four.md'])
    const { status, body } = await app.mergeTag('milk', { into: 'dairy' })
    expect([status, body.message]).toEqual([
      409,
      '“Four” cannot be changed: its file has an error. Repair the file first.',
    ])
    expect(await app.tagsOf('one')).toEqual(['milk', 'routes'])
  })

  test('takes in a tag without a file, and none takes another one in', async () => {
    const app = await site(false, { 'posts/four.md': plainPost({ title: 'Four', tags: ['Butter & cheese'] }) })
    expect((await app.mergeTag('milk', { into: 'butter-cheese' })).body.message).toContain('has no file yet')
    expect((await app.mergeTag('butter-cheese', { into: 'dairy' })).status).toBe(200)
    expect(await app.tagsOf('four')).toEqual(['dairy'])
    expect(await app.file('tags/dairy.yml')).toContain('butter-cheese')
  })
})

describe('changing the address or the description of a term', () => {
  const change = async (app: Awaited<ReturnType<typeof site>>, id: string, json: object) => {
    const answer = await app.send('PUT', adminPaths.tag(id), { token: app.token, json })
    return { status: answer.status, body: await answer.json() }
  }

  test('moves its file, redirects the old URL and leaves the posts as they are', async () => {
    const app = await site(true)
    const json = { name: 'Fresh milk', address: 'fresh-milk', description: 'All about it.' }
    expect((await change(app, 'milk', json)).body).toEqual({ id: 'fresh-milk', name: 'Fresh milk' })
    expect(await app.file('tags/fresh-milk.yml')).toBe(
      'name: Fresh milk\ndescription: All about it.\naliases: [milk]\n',
    )
    expect(await app.file('posts/one.md')).toBe(files['posts/one.md'])
    expect(await app.tagsOf('one')).toEqual(['fresh-milk', 'routes'])
    const old = await app.get(pagePaths.tag('milk'))
    expect([old.status, old.headers.get('location')]).toEqual([301, pagePaths.tag('fresh-milk')])
    await app.committed()
    expect(await gitIn(app.dir)(['log', '--format=%s'])).toBe('tag: rename "Milk" to "Fresh milk"\nFirst')
  })

  test('removes a description that is empty, and keeps what is not sent', async () => {
    const app = await site()
    await change(app, 'milk', { name: 'Milk', description: 'About it.' })
    expect(await app.file('tags/milk.yml')).toBe('name: Milk\ndescription: About it.\n')
    await change(app, 'milk', { name: 'Milk' })
    expect(await app.file('tags/milk.yml')).toBe('name: Milk\ndescription: About it.\n')
    await change(app, 'milk', { name: 'Milk', description: '' })
    expect(await app.file('tags/milk.yml')).toBe('name: Milk\n')
  })

  test.each([
    ['of another tag', { address: 'routes' }, 'Another tag has this address.'],
    ['that another tag had', { address: 'cream' }, 'Another tag had this address, and links to it lead there.'],
    ['that is none', { address: 'Fresh milk' }, 'Address must be lower-case letters, digits and hyphens'],
    ['that Windows reserves', { address: 'con' }, 'Windows reserves this name'],
  ])('rejects an address %s', async (_, more, message) => {
    const app = await site()
    const { status, body } = await change(app, 'milk', { name: 'Milk', ...more })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['address']])
    expect(body.errors.address.message).toContain(message)
  })

  test('rejects an address where the old one is the name of another tag, whose posts would get that', async () => {
    const app = await site(false, { 'tags/cow.yml': 'name: Milk!\n' })
    const { body } = await change(app, 'milk', { name: 'Milk', address: 'fresh' })
    expect(body.errors.address.message).toContain('cannot redirect')
  })
})

test('the list of all terms counts their posts in any state, also of those without a file', async () => {
  const app = await site(false, { 'posts/four.md': plainPost({ title: 'Four', tags: ['Butter'] }) })
  const { categories, tags } = await app.terms()
  const counts = (terms: { id: string; posts: number; unfiled?: true }[]) =>
    terms.map(({ id, posts, unfiled }) => `${id} ${posts}${unfiled ? ' unfiled' : ''}`)
  expect(counts(categories)).toEqual(['production 3', 'shipping 1'])
  expect(counts(tags)).toEqual(['bakery 0', 'butter 1 unfiled', 'dairy 1', 'milk 2', 'routes 2'])
  expect((await app.get(adminPaths.terms)).status).toBe(401)
})
