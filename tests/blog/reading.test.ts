import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { everyState as files } from '#tests/blog/every-state.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')

const siteWithPosts = (now = () => NOW) => blogApp({ files, now })
const ids = (posts: { id: string }[]) => posts.map(({ id }) => id)

describe('GET /api/blog-posts', () => {
  test('returns full live posts, newest first', async () => {
    const { get } = await siteWithPosts()
    const answer = await get(apiPaths.posts)
    expect([answer.status, answer.headers.get('x-total-count')]).toEqual([200, '3'])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const posts = await answer.json()
    expect(ids(posts)).toEqual(['milk-run', 'crates', 'dough'])
    expect(posts[0]).toMatchObject({
      title: 'Milk run',
      content: 'Text.',
      category: { id: 'shipping', name: 'Shipping' },
      tags: [{ id: 'milk', name: 'Milk' }],
      image: null,
      picture: null,
      date: '2026-05-01T00:00:00.000Z',
      state: 'live',
    })
  })

  test('returns safe HTML for Markdown and HTML', async () => {
    const { list } = await blogApp({
      files: {
        'posts/one.md': plainPost({ date: '2026-01-02', body: '*Early* <b onclick="x()">on</b>' }),
        'posts/two.html': plainPost({
          date: '2026-01-01',
          summary: '<i>Go</i>',
          body: '<p>Stacks<script>x()</script></p>',
        }),
      },
    })
    const [one, two] = await list()
    expect(one?.content.trim()).toBe('<p><em>Early</em> <b>on</b></p>')
    expect([two?.summary, two?.content.trim()]).toEqual(['<i>Go</i>', '<p>Stacks</p>'])
  })

  test('resolves categories and tags, with unknown ones as they are written, and returns titles as text', async () => {
    const [, , dough] = await (await siteWithPosts()).list()
    expect(dough).toMatchObject({
      title: 'Dough <b>',
      tags: [
        { id: 'bakery', name: 'Bakery' },
        { id: 'gone', name: 'gone' },
      ],
      image: 'posts/dough.webp',
    })
  })

  test('omits bodies with fields=card', async () => {
    const posts = await (await siteWithPosts()).list('?fields=card')
    expect(posts.map((post) => 'content' in post)).toEqual([false, false, false])
    expect(posts[0]?.summary.trim()).toBe('In short.')
  })

  test('returns one page with page and per_page, and the unchanged total', async () => {
    const { get, list } = await siteWithPosts()
    expect(ids(await list('?per_page=2'))).toEqual(['milk-run', 'crates'])
    expect(ids(await list('?per_page=2&page=2'))).toEqual(['dough'])
    const beyond = await get(`${apiPaths.posts}?per_page=2&page=9`)
    expect([await beyond.json(), beyond.headers.get('x-total-count')]).toEqual([[], '3'])
  })

  test('filters by category, tag and q, ignoring case and markup', async () => {
    const { list } = await siteWithPosts()
    expect(ids(await list('?category=shipping'))).toEqual(['milk-run'])
    expect(ids(await list('?tag=bakery'))).toEqual(['dough'])
    expect(ids(await list('?q=CRATE'))).toEqual(['crates'])
    expect(ids(await list('?q=in+short'))).toEqual(['milk-run', 'crates', 'dough'])
    expect(ids(await list('?q=bakery'))).toEqual(['dough'])
    expect(ids(await list('?q=strong'))).toEqual([])
    expect(ids(await list('?category=production&tag=milk'))).toEqual([])
    expect(ids(await list('?category=nowhere'))).toEqual([])
  })

  test('ignores unknown parameters and answers 422 to invalid values without repeating them', async () => {
    const { get, list } = await siteWithPosts()
    expect((await list('?utm_source=x&_=1')).length).toBe(3)
    for (const query of [
      'page=0',
      'page=zebra',
      'per_page=101',
      'category=../zebra',
      'fields=zebra',
      `q=${'zebra'.repeat(50)}`,
      'state=zebra',
    ]) {
      const answer = await get(`${apiPaths.posts}?${query}`)
      const text = await answer.text()
      expect([query, answer.status]).toEqual([query, 422])
      expect(Object.keys(JSON.parse(text).errors)).toEqual([query.split('=')[0] ?? ''])
      expect(text).not.toContain('zebra')
    }
  })

  test('answers 304 while the list is unchanged', async () => {
    const { get, create } = await siteWithPosts()
    const first = await get(apiPaths.posts)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = () => get(apiPaths.posts, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await create()
    expect((await again()).status).toBe(200)
  })
})

describe('GET /api/blog-posts/{id}', () => {
  test('returns one post, also by a former id', async () => {
    const { get } = await siteWithPosts()
    expect(await (await get(apiPaths.post('crates'))).json()).toMatchObject({ id: 'crates', title: 'Crates' })
    expect(await (await get(apiPaths.post('boxes'))).json()).toMatchObject({ id: 'crates' })
  })

  test('answers 404 for an unknown or hidden post', async () => {
    const { get } = await siteWithPosts()
    for (const id of ['nothing', 'hidden', 'later', 'over']) {
      const answer = await get(apiPaths.post(id))
      expect([id, answer.status, await answer.json()]).toEqual([id, 404, { message: 'This post does not exist.' }])
    }
  })

  test('adds the source for the administrator: the body of the file and its revision', async () => {
    const { editable } = await blogApp({
      files: {
        'posts/hidden.html': plainPost({ draft: true }),
        'posts/milk-run.md': plainPost({ category: 'shipping', body: '# Early\n\n*Cold*' }),
      },
    })
    const { content, source } = await editable('milk-run')
    expect(content).toContain('<em>Cold</em>')
    expect(source).toMatchObject({
      id: 'milk-run',
      format: 'md',
      content: '# Early\n\n*Cold*',
      category_id: 'shipping',
      draft: false,
      image: null,
      image_alt: '',
    })
    expect(source.revision).not.toBe('')
    expect((await editable('hidden')).source.draft).toBe(true)
  })
})
