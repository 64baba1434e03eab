import { expect, test } from 'bun:test'
import { createPublicApi } from '#client/api/public-api.ts'
import { aCard, aPost } from '#tests/helpers/cards.ts'
import { aBrowser } from './a-browser.ts'

const pathOf = (request: Request | undefined) => request?.url.replace('http://localhost', '')

test('requests cards only, and reads the total from the header', async () => {
  const { browser, calls } = aBrowser({ body: [aCard()], headers: { 'x-total-count': '25' } })
  const page = await createPublicApi(browser).cards({ page: 2, category: 'production' })
  expect(page).toEqual({ posts: [aCard()], total: 25, page: 2, pages: 3 })
  expect(pathOf(calls[0])).toBe('/api/blog-posts?fields=card&page=2&per_page=12&category=production')
})

test('counts one page for a list without posts', async () => {
  const { browser } = aBrowser({ body: [], headers: { 'x-total-count': '0' } })
  expect(await createPublicApi(browser).cards({})).toEqual({ posts: [], total: 0, page: 1, pages: 1 })
})

test('returns undefined for a missing post and throws on a server error', async () => {
  expect(await createPublicApi(aBrowser({ body: aPost() }).browser).post('plan-a-bake')).toEqual(aPost())
  expect(await createPublicApi(aBrowser({ status: 404 }).browser).post('nothing')).toBeUndefined()
  await expect(createPublicApi(aBrowser({ status: 500 }).browser).post('plan-a-bake')).rejects.toThrow('went wrong')
})

test('encodes typed text as one path segment', async () => {
  const { browser, calls } = aBrowser({ status: 404 })
  await createPublicApi(browser).post('../admin?x')
  expect(pathOf(calls[0])).toBe('/api/blog-posts/..%2Fadmin%3Fx')
})

test('sends no administrator token with public reads', async () => {
  const { browser, calls } = aBrowser({ body: [] }, 'a-token')
  const api = createPublicApi(browser)
  await Promise.all([api.cards({}), api.post('x'), api.categories(), api.tags()])
  expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, null, null])
})
