import { expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOTHING = { summary: undefined, content: undefined, category_id: undefined }
const MISSING = {
  summary: { message: 'Summary is required.' },
  content: { message: 'Content is required.' },
  category_id: { message: 'Category is required.' },
}

test('saves a draft that has only a title, and shows it in the dashboard and as a preview', async () => {
  const app = await blogApp()
  const created = await app.create({ ...NOTHING, title: 'Rye', draft: 'true', format: 'md' })
  expect(created.status).toBe(201)
  const post: Post = await created.json()
  expect(post).toMatchObject({ id: 'rye', state: 'draft', category: null, summary: '', content: '' })
  expect(await app.file('posts/rye.md')).toBe('---\ntitle: Rye\ndraft: true\n---\n\n')
  const all = await app.send('GET', `${apiPaths.posts}?state=all&fields=card`, { token: app.token })
  expect(await all.json()).toHaveLength(1)
  expect((await app.editable('rye')).source).toMatchObject({ title: 'Rye', category_id: null, draft: true })
  const link = await app.send('POST', `${apiPaths.post('rye')}/preview`, { token: app.token })
  const { path }: { path: string } = await link.json()
  expect((await app.get(path)).status).toBe(200)
  expect((await app.get(pagePaths.post('rye'))).status).toBe(404)
})

test('requires a title of a draft, too', async () => {
  const { create } = await blogApp()
  const answer = await create({ ...NOTHING, title: ' ', draft: 'true' })
  expect([answer.status, (await answer.json()).errors]).toEqual([422, { title: { message: 'Title is required.' } }])
})

test.each([['false'], [undefined]])(
  'requires title, summary, content and category to publish a new post: draft %p',
  async (draft) => {
    const { create } = await blogApp()
    const answer = await create({ ...NOTHING, title: '', draft })
    expect(answer.status).toBe(422)
    expect((await answer.json()).errors).toEqual({ title: { message: 'Title is required.' }, ...MISSING })
  },
)

test.each([
  '<p></p>',
  '<p>&nbsp;<br></p>\n<!-- later -->',
  '<div><script>write()</script></div>',
  '\u200b',
  '---\n\n- \n> #',
])('does not publish markup without words or an image: %s', async (markup) => {
  const { create } = await blogApp()
  const { category_id: _, ...missing } = MISSING
  for (const format of ['html', 'md']) {
    const answer = await create({ title: 'Rye', summary: markup, content: markup, format })
    expect([answer.status, (await answer.json()).errors]).toEqual([422, missing])
  }
  expect((await create({ title: 'Rye', content: '<p><img src="/storage/a.webp" alt=""></p>' })).status).toBe(201)
})

test.each(['[a]: /b', '[](/x)', '[^1]: A note that nothing refers to.', '<!-- later -->', '&nbsp;', '{# later #}'])(
  'does not publish Markdown of which readers see nothing: %s',
  async (content) => {
    const { create, update } = await blogApp()
    const answer = await create({ title: 'Rye', content, format: 'md' })
    const { errors } = await answer.json()
    expect([answer.status, Object.keys(errors)]).toEqual([422, ['content']])
    expect(errors.content.message).toStartWith('Content is required')
    expect((await create({ title: 'Rye', content, format: 'md', draft: 'true' })).status).toBe(201)
    const published = await update('rye', { title: 'Rye', content, format: 'md', draft: 'false' })
    expect([published.status, (await published.json()).errors]).toEqual([422, errors])
  },
)

test.each([
  ['md', '{{ x }}'],
  ['md', '![](/storage/posts/a.webp)'],
  ['md', '| a |\n| - |'],
  ['md', '$$x$$'],
  ['html', '<iframe src="https://www.youtube.com/embed/a"></iframe>'],
])('publishes what readers see: %s %s', async (format, content) => {
  const { create } = await blogApp()
  expect((await create({ title: 'Rye', content, format })).status).toBe(201)
})

test.each(['<a href="/x"></a>', '<p><b> </b></p><hr>', '<p>\u200b&shy;</p>'])(
  'does not publish HTML of which readers see nothing: %s',
  async (content) => {
    const { create } = await blogApp()
    const answer = await create({ title: 'Rye', content })
    const { errors } = await answer.json()
    expect([answer.status, Object.keys(errors)]).toEqual([422, ['content']])
    expect(errors.content.message).toStartWith('Content is required')
  },
)

test.each([
  ['posts/live.md', 'a heading that repeats the title', '# Rye'],
  ['posts/live.html', 'a heading that repeats the title', '<h1>Rye</h1>'],
  ['posts/live.mdx', 'modules', "import X from './x'\n\nexport const y = 1"],
  ['posts/live.mdx', 'a comment', '{/* later */}'],
])('does not publish a text in %s of which the page shows nothing: %s', async (file, _, content) => {
  const { create, update, send, token, get } = await blogApp({ files: { [file]: plainPost({ body: '<p>Text.</p>' }) } })
  const format = file.endsWith('html') ? 'html' : 'md'
  const answer = await update('live', { title: 'Rye', content, format, draft: 'false' })
  expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['content']])
  expect(await (await get('/blog/live')).text()).toContain('Text.')
  if (!file.endsWith('.mdx')) expect((await create({ title: 'Rye', content, format })).status).toBe(422)
  const draft = await update('live', { title: 'Rye', content, format, draft: 'true' })
  expect(draft.status).toBe(200)
  const bulk = await send('POST', adminPaths.bulk, { token, json: { action: 'publish', ids: ['live'] } })
  expect((await bulk.json()).changed).toEqual([])
})

test('saves a public post whose text shows nothing already', async () => {
  const { update } = await blogApp({ files: { 'posts/live.md': plainPost({ body: '[a]: /b' }) } })
  expect((await update('live', { title: 'New', content: '[a]: /c', format: 'md' })).status).toBe(200)
})

test('requires them to publish, to schedule and to change a post that is not a draft', async () => {
  const { create, update } = await blogApp({ files: { 'posts/live.html': plainPost() } })
  await create({ ...NOTHING, title: 'Rye', draft: 'true' })
  const answers = [
    await update('rye', { ...NOTHING, title: 'Rye', draft: 'false' }),
    await update('rye', { ...NOTHING, title: 'Rye', draft: 'false', date: '2999-01-01T00:00:00Z' }),
    await update('live', NOTHING),
  ]
  for (const answer of answers) expect([answer.status, (await answer.json()).errors]).toEqual([422, MISSING])
})

test('publishes a draft once it is complete', async () => {
  const { create, update } = await blogApp()
  await create({ ...NOTHING, title: 'Rye', draft: 'true' })
  expect((await update('rye', { title: 'Rye', draft: 'true', summary: 'Dark.' })).status).toBe(200)
  const published = await update('rye', { title: 'Rye', summary: 'Dark.', draft: 'false' })
  expect(await published.json()).toMatchObject({ state: 'live', summary: 'Dark.', category: { id: 'production' } })
})

test('lets an unpublished post lose its summary', async () => {
  const { update, file } = await blogApp({ files: { 'posts/live.html': plainPost() } })
  expect((await update('live', { title: 'A post', summary: '', draft: 'true' })).status).toBe(200)
  expect(await file('posts/live.html')).not.toContain('summary')
})

test('does not save an incomplete draft that another editor has published meanwhile', async () => {
  const { update, editable } = await blogApp({ files: { 'posts/rye.html': plainPost({ draft: true }) } })
  const { source } = await editable('rye')
  const unchanged = { title: source.title, summary: source.summary, content: source.content }
  await update('rye', { ...unchanged, draft: 'false' })
  const late = await update('rye', { ...unchanged, summary: '', draft: 'true', revision: source.revision })
  expect([late.status, (await late.json()).errors]).toEqual([422, { summary: { message: 'Summary is required.' } }])
  expect(await editable('rye')).toMatchObject({ state: 'live', summary: 'In short.' })
})

test('accepts a draft file without summary and category', async () => {
  const { content, editable } = await blogApp({ files: { 'posts/idea.md': '---\ntitle: Idea\ndraft: true\n---\n' } })
  expect(content.snapshot().problems).toEqual([])
  expect((await editable('idea')).source).toMatchObject({ title: 'Idea', summary: '', category_id: null, content: '' })
})

test.each(['new-1', 'post-', '../x'])('rejects what is no key of a working copy: %s', async (working_copy) => {
  const { create } = await blogApp()
  expect(Object.keys((await (await create({ working_copy })).json()).errors)).toEqual(['working_copy'])
})
