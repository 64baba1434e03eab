import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { aForm, blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')
const siteWith = (files: Record<string, string> = {}) => blogApp({ files, now: () => NOW })

describe('POST /api/blog-posts', () => {
  test('creates a post, returns it and lists it at once', async () => {
    const { create, list, file } = await siteWith()
    const answer = await create({ 'tags[]': ['bakery', 'milk'] })
    expect(answer.status).toBe(201)
    const post: Post = await answer.json()
    expect(post).toMatchObject({
      id: 'a-day-of-baking',
      title: 'A day of baking',
      category: { id: 'production', name: 'Production' },
      tags: [{ id: 'bakery' }, { id: 'milk' }],
      image: null,
      date: NOW.toISOString(),
      updated: null,
      state: 'live',
    })
    expect(post.content.trim()).toBe('At length.')
    expect((await list()).map(({ id }) => id)).toEqual(['a-day-of-baking'])
    expect(await file('posts/a-day-of-baking.html')).toStartWith('---\ntitle: A day of baking\n')
  })

  test('keeps a title that looks like JSON as text, and one tag as a list', async () => {
    const post: Post = await (await (await siteWith()).create({ title: '{"a":1}', 'tags[]': 'milk' })).json()
    expect([post.id, post.title, post.tags]).toEqual(['a-1', '{"a":1}', [{ id: 'milk', name: 'Milk' }]])
  })

  test('accepts tags without brackets and drops duplicates', async () => {
    const post: Post = await (await (await siteWith()).create({ tags: ['milk', 'milk', ''] })).json()
    expect(post.tags.map(({ id }) => id)).toEqual(['milk'])
  })

  test('sanitizes HTML and stores text as typed', async () => {
    const { create } = await siteWith()
    const post: Post = await (
      await create({
        title: '<b>Bread</b> {{7*7}}',
        summary: '<p>In<script>x()</script></p>',
        content: '<img src=x onerror=x()><p>Out</p>',
      })
    ).json()
    expect(post.title).toBe('<b>Bread</b> {{7*7}}')
    expect(post.summary + post.content).not.toMatch(/script|onerror/)
  })

  test('rejects text that could not be displayed, at its field', async () => {
    const { create, filesIn } = await siteWith()
    const deep = '<div>'.repeat(101)
    const answer = await create({ content: deep, summary: deep })
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['summary', 'content']])
    expect((await create({ content: '<div>'.repeat(20_000) })).status).toBe(422)
    expect(await filesIn('content/posts')).toEqual([])
  })

  test('keeps the typed line breaks, whatever the browser sends', async () => {
    const { create, file } = await siteWith()
    await create({ content: 'One\r\nTwo\nThree' })
    expect(await file('posts/a-day-of-baking.html')).toEndWith('\nOne\nTwo\nThree\n')
  })

  test('stores Markdown in a .md file with format=md', async () => {
    const { create, filesIn } = await siteWith()
    const post: Post = await (await create({ content: '*Early*', format: 'md' })).json()
    expect(post.content.trim()).toBe('<p><em>Early</em></p>')
    expect(await filesIn('content/posts')).toEqual(['a-day-of-baking.md'])
  })

  test('shows a draft to the administrator only', async () => {
    const { create, list, editable } = await siteWith()
    expect((await create({ draft: 'true' })).status).toBe(201)
    expect(await list()).toEqual([])
    expect((await editable('a-day-of-baking')).state).toBe('draft')
  })

  test('validates every field in form order and repeats no input', async () => {
    const { send, token, filesIn } = await siteWith()
    const answer = await send('POST', apiPaths.posts, { form: new FormData(), token })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        message: 'Please check the marked fields.',
        errors: {
          title: { message: 'Title is required.' },
          summary: { message: 'Summary is required.' },
          content: { message: 'Content is required.' },
          category_id: { message: 'Category is required.' },
        },
      },
    ])
    expect(await filesIn('content/posts')).toEqual([])
  })

  test('rejects invalid values field by field', async () => {
    const { create, filesIn } = await siteWith()
    const wrong = [
      ['title', 'zebra '.repeat(40)],
      ['title', 'zebra\nzebra'],
      ['title', new Blob(['zebra'])],
      ['summary', 'zebra '.repeat(1000)],
      ['content', 'zebra '.repeat(40_000)],
      ['category_id', 'zebra'],
      ['category_id', '../zebra'],
      ['tags', 'zebra'],
      ['tags', '../../zebra'],
      ['format', 'zebra'],
      ['draft', 'zebra'],
      ['image', 'zebra'],
    ] as const
    for (const [field, value] of wrong) {
      const answer = await create({ [field]: value })
      const text = await answer.text()
      expect([field, answer.status, Object.keys(JSON.parse(text).errors)]).toEqual([field, 422, [field]])
      expect(text).not.toContain('zebra')
    }
    expect(await filesIn('content/posts')).toEqual([])
  })

  test('distinguishes a broken form, another content type and a body that is too large', async () => {
    const { get, token } = await siteWith()
    const status = async (type: string, body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      return (await get(apiPaths.posts, { method: 'POST', headers, body })).status
    }
    expect(await status('multipart/form-data; boundary=x', '--x\r\nbroken')).toBe(400)
    expect(await status('multipart/form-data', 'broken')).toBe(400)
    expect(await status('application/json', '{}')).toBe(415)
    expect(await status('multipart/form-data; boundary=x', 'x'.repeat(11 * 1024 * 1024 + 1))).toBe(413)
  })
})

describe('the id of a post', () => {
  test('is derived from the title: no accents, words joined by hyphens, at most 80 characters, cut at a word', async () => {
    const { create } = await siteWith()
    const idOf = async (title: string) => ((await (await create({ title })).json()) as Post).id
    expect(await idOf('  Crème brûlée & Müller’s Straße!  ')).toBe('creme-brulee-mullers-strasse')
    expect(await idOf('2026')).toBe('2026')
    expect(await idOf('日本')).toBe('riben')
    expect(await idOf('C# и C++')).toBe('c-sharp-i-c-plus-plus')
    expect(await idOf('?!')).toBe('post')
    expect(await idOf('word '.repeat(30))).toBe(`${'word-'.repeat(15)}word`)
    expect(await idOf('w'.repeat(150))).toBe('w'.repeat(80))
    expect(await idOf('w'.repeat(150))).toBe(`${'w'.repeat(78)}-2`)
  })

  test('gets -2 when it is taken by a post, a former id, a reserved word or an unreadable file', async () => {
    const { create } = await siteWith({
      'posts/crates.md': plainPost({ aliases: ['boxes'] }),
      'posts/broken.html': '---\ntitle: [\n---\n',
    })
    const idOf = async (title: string) => ((await (await create({ title })).json()) as Post).id
    expect(await idOf('Crates')).toBe('crates-2')
    expect(await idOf('Crates')).toBe('crates-3')
    expect(await idOf('Boxes')).toBe('boxes-2')
    expect(await idOf('Category')).toBe('category-2')
    expect(await idOf('Tag')).toBe('tag-2')
    expect(await idOf('Broken')).toBe('broken-2')
  })

  test('is no name that Windows reserves, and none that differs from that of a file by case only', async () => {
    const { create } = await siteWith({ 'posts/Racks.html': plainPost({ slug: 'shelves' }) })
    const idOf = async (title: string) => ((await (await create({ title })).json()) as Post).id
    expect(await idOf('Con')).toBe('con-2')
    expect(await idOf('LPT 1')).toBe('lpt-1')
    expect(await idOf('lpt1')).toBe('lpt1-2')
    expect(await idOf('Racks')).toBe('racks-2')
    const reserved = await create({ title: 'A', address: 'nul' })
    expect([reserved.status, (await reserved.json()).errors]).toEqual([
      422,
      { address: { message: 'Windows reserves this name for itself. Choose another address.' } },
    ])
  })

  test('stays when the title changes', async () => {
    const { create, update } = await siteWith()
    await create()
    expect(await (await update('a-day-of-baking', { title: 'A night' })).json()).toMatchObject({
      id: 'a-day-of-baking',
      title: 'A night',
    })
  })
})

describe('DELETE /api/blog-posts/{id}', () => {
  test('deletes the file, and answers 404 when it is gone', async () => {
    const { create, remove, list, filesIn } = await siteWith()
    await create()
    const answer = await remove(apiPaths.post('a-day-of-baking'))
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'The post was deleted.', restorable: false }])
    expect([await list(), await filesIn('content/posts')]).toEqual([[], []])
    expect((await remove(apiPaths.post('a-day-of-baking'))).status).toBe(404)
  })
})

test('stores posts that are saved concurrently under different ids', async () => {
  const { send, token, list } = await siteWith()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send('POST', apiPaths.posts, { form: aForm(), token })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set((await list()).map(({ id }) => id)).size).toBe(8)
})
