import { describe, expect, test } from 'bun:test'
import { FIRST_NAME } from '#contract/accounts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const files = {
  'authors/ann-lee.yml': 'name: Ann Lee\n',
  'posts/old.html': plainPost({ author: 'Bob <bob@lee.example>' }),
}

describe('the author of a saved post', () => {
  test('is stored as it was sent: an id, or a name', async () => {
    const { create, editable, file } = await blogApp({ files })
    await create({ title: 'One', author: 'ann-lee' })
    await create({ title: 'Two', author: ' Bob O’Neil ' })
    expect(await file('posts/one.html')).toContain('author: ann-lee\n')
    expect(await editable('one')).toMatchObject({
      author: 'Ann Lee',
      author_id: 'ann-lee',
      source: { author: 'ann-lee' },
    })
    expect(await editable('two')).toMatchObject({
      author: 'Bob O’Neil',
      author_id: null,
      source: { author: 'Bob O’Neil' },
    })
  })

  test.each([
    ['the linked author of the writer', { author: 'ann-lee' }, { author: 'Ann Lee', author_id: 'ann-lee' }],
    ['the name of a writer without a link', {}, { author: 'Bob Baker', author_id: null }],
    ['the name, where the linked author is gone', { author: 'gone' }, { author: 'Bob Baker', author_id: null }],
    ['nobody, where the writer has no own name yet', { name: FIRST_NAME }, { author: null, author_id: null }],
    ['nobody, where the name is an e-mail address', { name: 'bob@lee.example' }, { author: null, author_id: null }],
  ])('is, for a new post without one, %s', async (_, account, expected) => {
    const { create, services, update, editable } = await blogApp({ files })
    await services.admin.administrators.change(({ administrators, ...accounts }) => ({
      ...accounts,
      administrators: administrators.map((one) => ({ ...one, name: 'Bob Baker', ...account })),
    }))
    expect(await (await create({ title: 'One' })).json()).toMatchObject(expected)
    expect(await (await create({ title: 'Two', author: '' })).json()).toMatchObject(expected)
    expect(await (await create({ title: 'Three', author: 'Cleo' })).json()).toMatchObject({ author: 'Cleo' })
    await update('old', { title: 'Old', author: '' })
    expect(await editable('old')).toMatchObject({ author: null })
  })

  test('stays when it is not sent, and is removed when it is empty', async () => {
    const { create, update, editable } = await blogApp({ files })
    await create({ title: 'One', author: 'ann-lee' })
    await update('one', { title: 'Uno' })
    expect((await editable('one')).author_id).toBe('ann-lee')
    await update('one', { title: 'Uno', author: '' })
    expect(await editable('one')).toMatchObject({ author: null, author_id: null, source: { author: null } })
  })

  test('must not be an e-mail address; one that was written by hand does not block a save', async () => {
    const { create, update, editable, file } = await blogApp({ files })
    const answer = await create({ title: 'One', author: 'Ann <ann@lee.example>' })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: { author: { message: 'Author must be a name without an e-mail address.' } } },
    ])
    const { source } = await editable('old')
    expect((await update('old', { title: 'New', author: source.author ?? '' })).status).toBe(200)
    expect(await file('posts/old.html')).toContain('bob@lee.example')
    expect((await editable('old')).author).toBe('Bob')
  })

  test.each(['x'.repeat(101), 'Ann\nLee'])('is rejected when it is too long or not one line', async (author) => {
    const { create } = await blogApp({ files })
    const answer = await create({ title: 'One', author })
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['author']])
  })

  test('is merged with what another user changed', async () => {
    const { create, update, editable } = await blogApp({ files })
    await create({ title: 'One', author: 'ann-lee' })
    const { revision } = (await editable('one')).source
    await update('one', { title: 'Uno', revision, author: 'ann-lee' })
    const merged = await update('one', { title: 'One', revision, author: 'Bob' })
    expect(await merged.json()).toMatchObject({ title: 'Uno', author: 'Bob' })
    const stale = await update('one', { title: 'One', revision, author: 'Cleo' })
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { overlaps: [{ field: 'author', base: 'ann-lee', mine: 'Cleo', theirs: 'Bob' }] },
    ])
  })
})
