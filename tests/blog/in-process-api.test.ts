import { describe, expect, test } from 'bun:test'
import type { BlogApi } from '#contract/api.ts'
import { createPostContext } from '#server/blog/post-page.ts'
import { createPostQueries } from '#server/blog/post-queries.ts'
import { createLog } from '#server/lib/log.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const now = () => new Date('2026-06-01T12:00:00Z')

/** The API for server rendering, and the records that it tracked. */
async function pageApi(files: Record<string, string>) {
  const { services } = await blogApp({ files, now })
  const used: string[] = []
  return {
    api: services.blog.reading((key) => used.push(key)).api,
    used: () => [...new Set(used.splice(0))].sort(),
  }
}

const days = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, day) => {
      const date = `2026-01-${String(day + 1).padStart(2, '0')}`
      return [`posts/day-${day + 1}.html`, plainPost({ date, tags: day < 2 ? ['milk'] : [] })]
    }),
  )
const idsOf = async (page: ReturnType<BlogApi['cards']>) => (await page).posts.map(({ id }) => id)

describe('the in-process API of server-rendered pages', () => {
  test('returns twelve cards per page, newest first, without bodies', async () => {
    const { api } = await pageApi(days(14))
    const first = await api.cards({})
    expect([first.posts.length, first.total, first.page, first.pages]).toEqual([12, 14, 1, 2])
    expect(first.posts[0]).not.toHaveProperty('content')
    expect(await idsOf(api.cards({ page: 2 }))).toEqual(['day-2', 'day-1'])
    expect(await idsOf(api.cards({ tag: 'milk' }))).toEqual(['day-2', 'day-1'])
    expect(await api.cards({ page: 9 })).toMatchObject({ posts: [], page: 9, pages: 2 })
  })

  test('returns one page for an empty list', async () => {
    expect(await (await pageApi({})).api.cards({})).toEqual({ posts: [], total: 0, page: 1, pages: 1 })
  })

  test('returns a post with its body, and no hidden post', async () => {
    const { api } = await pageApi({ 'posts/one.html': plainPost(), 'posts/two.html': plainPost({ draft: true }) })
    expect((await api.post('one'))?.content.trim()).toBe('Text.')
    expect(await api.post('two')).toBeUndefined()
    expect(await api.post('../site')).toBeUndefined()
  })

  test('tracks which records it used, so that a change invalidates the right pages', async () => {
    const { api, used } = await pageApi({
      'posts/one.html': plainPost({ aliases: ['first'] }),
      'posts/two.html': plainPost(),
    })
    await api.cards({ per_page: 1 })
    const everywhere = ['authors', 'list', 'terms']
    expect(used()).toEqual([...everywhere, 'card:one'].sort())
    const context = [...everywhere, 'card:one', 'card:two', 'post:one']
    await api.post('one')
    expect(used()).toEqual([...context].sort())
    await api.post('first')
    expect(used()).toEqual([...context, 'post:first'].sort())
    await api.post('nothing')
    expect(used()).toEqual(['list', 'post:nothing', 'old-path:/blog/nothing'].sort())
    await api.categories()
    expect(used()).toEqual(['list', 'terms'])
  })
})

describe('a post that cannot be rendered or read', () => {
  const files = { 'posts/one.html': plainPost(), 'posts/two.html': plainPost({ body: 'too deep' }) }

  test('is shown without that part and logged, and other posts are unaffected', async () => {
    const { services } = await blogApp({ files, now })
    const lines: string[] = []
    const html = async (_format: string, source: string) => {
      if (source === 'too deep') throw new UnrenderableContentError('This text is nested too deeply to be shown.')
      return source
    }
    const log = createLog('warn', (line) => lines.push(line))
    const { list } = createPostQueries({
      ...services,
      ...services.blog,
      contextOf: createPostContext(),
      renderer: { ...services.renderer, html },
      now,
      log,
    })
    const { posts } = await list({})
    expect(posts).toMatchObject([
      { id: 'one', content: 'Text.' },
      { id: 'two', content: '', summary: 'In short.' },
    ])
    expect(lines.length).toBe(1)
    expect(lines[0]).toContain('posts/two.html')
  })
})
