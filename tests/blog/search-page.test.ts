import { beforeAll, describe, expect, test } from 'bun:test'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
let app: Awaited<ReturnType<typeof blogApp>>
beforeAll(async () => {
  app = await blogApp({
    files: {
      'posts/crates.md': plainPost({ title: 'Crates & <b>pallets</b>', date: '2026-01-02' }),
      'posts/milk.md': plainPost({ title: 'Milk', date: '2026-01-03' }),
    },
    env: { PUBLIC_URL: 'https://testery.example' },
  })
})
const page = async (path: string) => (await app.get(path)).text()
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

describe('/blog?q= without JavaScript', () => {
  test('is a plain form on the list', async () => {
    const html = mainOf(await page('/blog'))
    expect(html).toMatch(/<form role="search"[^>]* action="\/blog"[^>]*><input[^>]*type="search"[^>]*name="q"/)
  })

  test('shows highlighted results and keeps the query in the field', async () => {
    const html = mainOf(await page('/blog?q=crate'))
    expect(html).toContain('<mark>Crates</mark> &amp; &lt;b&gt;pallets&lt;/b&gt;')
    expect(html).toMatch(/<input[^>]*value="crate"/)
    expect(html).toMatch(/<span[^>]*role="status"[^>]*>1 post<\/span>/)
    expect(html).not.toContain('/blog/milk')
  })

  test('is excluded from search engines, with the blog as canonical URL', async () => {
    const html = await page('/blog?q=crate')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain('<link rel="canonical" href="https://testery.example/blog">')
    expect(html).toContain('<title>Posts that match “crate” | Testery</title>')
  })

  test('offers a way back when nothing is found', async () => {
    const answer = await app.get('/blog?q=zebra')
    const html = mainOf(await answer.text())
    expect(answer.status).toBe(200)
    expect(html).toContain('No post has all of these words')
    expect(html).toContain('>see all posts</a>')
  })

  test('treats input as text and uses its first 200 characters', async () => {
    const html = await page(`/blog?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html).not.toContain('<script>alert')
    expect(mainOf(await page(`/blog?q=${'crate'.repeat(100)}`))).toContain(`value="${'crate'.repeat(40)}"`)
    // An emoji of two code units, of which only one would fit.
    expect(mainOf(await page(`/blog?q=${'c'.repeat(199)}🥖`))).toContain(`value="${'c'.repeat(199)}"`)
  })

  test('is the blog itself for an empty query, and 404 past the last page', async () => {
    expect(await page('/blog?q=')).toBe(await page('/blog'))
    expect((await app.get('/blog?q=crate&page=2')).status).toBe(404)
  })

  test('is cached until a post changes; nothing is cached for a search without a result, or past its last page', async () => {
    const { findCached, metrics, invalidate } = app.services.pages
    await page('/blog?q=crate')
    expect(findCached('/blog?q=crate')).toBeDefined()
    const { entries } = metrics()
    for (const query of ['zebra', 'zebra2', 'xylophone', 'crate&page=9', 'crate&page=77'])
      await page(`/blog?q=${query}`)
    expect([metrics().entries, findCached('404 /blog')]).toEqual([entries, undefined])
    expect(await page('/blog?page=9')).not.toContain('"q":')
    invalidate(new Set(['any-post']))
    expect(findCached('/blog?q=crate')).toBeUndefined()
  })
})
