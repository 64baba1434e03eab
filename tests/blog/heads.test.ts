import { describe, expect, test } from 'bun:test'
import { loadCategory, loadList, loadPost, loadTag } from '#client/blog/blog-data.ts'
import { head as headList } from '#client/blog/list-page.tsx'
import { head as headPost } from '#client/blog/post-page.tsx'
import { head as headTerm } from '#client/blog/term-page.tsx'
import type { BlogApi, CardQuery } from '#contract/api.ts'
import { aCard, aList, aPost, aSite } from '#tests/helpers/cards.ts'

const site = aSite()
const at = (id: string, search = '') => ({ params: { id }, search: new URLSearchParams(search) })

const terms = {
  categories: [{ id: 'production', name: 'Production' }],
  tags: [{ id: 'bakery', name: 'Bakery' }],
}

/** A site with one post, one category and one tag; records the requests. */
function anApi() {
  const asked: CardQuery[] = []
  const api: BlogApi = {
    cards: async (query) => {
      asked.push(query)
      return aList([aCard()], { page: query.page ?? 1 })
    },
    post: async (id) => (id === 'plan-a-bake' || id === 'old-name' ? aPost() : undefined),
    author: async () => undefined,
    term: async (kind, id) => (id === 'former' ? terms[kind][0] : terms[kind].find((one) => one.id === id)),
    categories: async () => terms.categories,
    tags: async () => terms.tags,
  }
  return { api, asked }
}

describe('the blog list and its pages', () => {
  test('show twelve posts per page', async () => {
    const { api, asked } = anApi()
    await loadList(api, at('', 'page=3'))
    expect(asked).toEqual([{ page: 3, per_page: 12 }])
  })

  test.each(['', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999'])(
    'treat “%s” as the first page',
    async (query) => {
      const { api, asked } = anApi()
      await loadList(api, at('', query))
      expect(asked[0]?.page).toBe(1)
    },
  )

  test("use the blog's title and plain URL for page 1", () => {
    expect(headList(aList([aCard()]), site)).toMatchObject({ title: 'Our Blog | Acme', canonicalPath: '/blog' })
  })

  test('name the number of a later page in its title and URL', () => {
    const head = headList(aList([aCard()], { page: 2, pages: 2, total: 13 }), site)
    expect(head).toMatchObject({ title: 'Our Blog, page 2 | Acme', canonicalPath: '/blog?page=2' })
  })

  test('render an empty blog, and answer 404 past the last page', () => {
    expect(headList(aList([]), site).status).toBeUndefined()
    expect(headList(aList([], { page: 9, pages: 1, total: 3 }), site)).toMatchObject({ status: 404, noindex: true })
  })
})

describe('the head of a post', () => {
  test('has its title, the text of its summary and its canonical URL', async () => {
    const head = headPost(await loadPost(anApi().api, at('plan-a-bake')), site)
    expect(head).toEqual({
      title: 'How to plan a bake | Acme',
      description: 'Begin with the longest process.',
      canonicalPath: '/blog/plan-a-bake',
      image: 'blog',
      article: aPost(),
    })
  })

  test('redirects a former slug to the current one', async () => {
    expect(headPost(await loadPost(anApi().api, at('old-name')), site).redirectTo).toBe('/blog/plan-a-bake')
  })

  test('is 404 and noindex for an unknown post, and serializes as JSON', async () => {
    const data = await loadPost(anApi().api, at('none'))
    expect(headPost(data, site)).toMatchObject({ title: 'Post not found | Acme', status: 404, noindex: true })
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  })
})

describe('category and tag pages', () => {
  test('load their own posts, page by page', async () => {
    const { api, asked } = anApi()
    await loadCategory(api, at('production', 'page=2'))
    await loadTag(api, at('bakery'))
    expect(asked).toEqual([
      { category: 'production', page: 2, per_page: 12 },
      { tag: 'bakery', page: 1, per_page: 12 },
    ])
  })

  test('have their name as title', async () => {
    const { api } = anApi()
    const category = headTerm(await loadCategory(api, at('production', 'page=2')), site)
    expect(category).toMatchObject({
      title: 'Posts in Production, page 2 | Acme',
      canonicalPath: '/blog/category/production?page=2',
    })
    const tag = headTerm(await loadTag(api, at('bakery')), site)
    expect(tag).toMatchObject({ title: 'Posts about Bakery | Acme', canonicalPath: '/blog/tag/bakery' })
  })

  test('redirect from a former id, with the number of the page', async () => {
    const { api } = anApi()
    const category = headTerm(await loadCategory(api, at('former', 'page=2')), site)
    expect(category.redirectTo).toBe('/blog/category/production?page=2')
    expect(headTerm(await loadTag(api, at('former')), site).redirectTo).toBe('/blog/tag/bakery')
    expect(headTerm(await loadTag(api, at('bakery')), site).redirectTo).toBeUndefined()
  })

  test('are 404 when unknown, and pass no raw input to a query', async () => {
    const { api, asked } = anApi()
    expect(headTerm(await loadCategory(api, at('../x')), site).status).toBe(404)
    expect(headTerm(await loadTag(api, at('production')), site).status).toBe(404)
    expect(asked).toEqual([])
  })
})
