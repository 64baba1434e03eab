import { beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { PostPage } from '#contract/posts.ts'
import { landingFile } from '#tests/landing/a-landing.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
let app: Awaited<ReturnType<typeof blogApp>>
beforeAll(async () => {
  app = await blogApp({
    files: {
      'landings/bakery-erp.yml': landingFile(),
      'landings/sauce-erp.yml': landingFile({ title: 'Sauce ERP' }),
      'posts/both.md': plainPost({ title: 'Both', tags: ['routes', 'sauce', 'bakery'] }),
      'posts/none.md': plainPost({ title: 'None', tags: ['routes'] }),
      'posts/no-page.md': plainPost({ title: 'No page', tags: ['milk', 'bakery'] }),
    },
  })
})
const trade = async (id: string) => ((await (await app.get(apiPaths.post(id))).json()) as PostPage).trade?.id
/** The paths of the links above the footer. */
async function links(id: string): Promise<string[]> {
  const html = await (await app.get(`/blog/${id}`)).text()
  const main = html.slice(0, html.indexOf('<footer'))
  return [...main.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path = '']) => path)
}

describe('the end of a post', () => {
  test('leads to the page of its first trade, then to the free trial', async () => {
    expect(await trade('both')).toBe('sauce-erp')
    expect((await links('both')).slice(-2)).toEqual(['/sauce-erp', '/pricing/try-for-free'])
  })

  test('leads to the features where the post has no trade', async () => {
    expect(await trade('none')).toBeUndefined()
    expect((await links('none')).slice(-2)).toEqual(['/features', '/pricing/try-for-free'])
  })

  test('passes over a trade without a page, until it has one', async () => {
    expect((await links('no-page')).slice(-2)).toEqual(['/bakery-erp', '/pricing/try-for-free'])
    await app.content.change(async (tx) => tx.write('landings/milk-distribution.yml', landingFile()))
    expect((await links('no-page')).slice(-2)).toEqual(['/milk-distribution', '/pricing/try-for-free'])
  })
})
