import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { apiPaths } from '#contract/paths.ts'
import { FEED_POSTS_MAX } from '#server/pages/feed.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const PUBLIC_URL = 'https://www.testery.example'
const clock = testClock('2026-11-20T08:00:00.000Z')
const many = Array.from({ length: FEED_POSTS_MAX + 5 }, (_, index) => [
  `posts/old-${index}.html`,
  aPost({ title: `Old ${index}`, date: '2020-01-02', category: 'shipping' }),
])
const files = {
  ...Object.fromEntries(many),
  'posts/whole.html': aPost({
    title: 'Whole & <b>plain</b> \u0007',
    tags: ['bakery'],
    author: 'An Author',
    image: 'posts/4f0c-1600x900.webp',
    image_alt: 'Loaves',
    date: '2026-01-03',
    updated: '2026-02-03',
    body: '<p>All of it: <a href="/blog/old-1?a=1&amp;b=2">here</a>, <a href="#there">there</a>.</p><img src="/storage/a.png" alt="A">',
  }),
  'posts/soon.html': aPost({ title: 'Soon', date: '2026-11-21' }),
  'posts/hidden.html': aPost({ title: 'Hidden', draft: true }),
  'posts/gone.html': aPost({ title: 'Gone', expires: '2026-03-03' }),
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files, env: { PUBLIC_URL }, ...clock })
})
afterAll(() => app.close())

const text = async (path: string) => (await app.get(path)).text()
const atomAt = async (path: string) => {
  const xml = await text(path)
  expect(XMLValidator.validate(xml)).toBe(true)
  return parseAtomFeed(xml)
}
const jsonAt = async (path: string) => parseJsonFeed(await text(path))
const titles = async (path: string) => (await atomAt(path)).entries?.map(({ title }) => title?.value ?? '') ?? []

describe('the feed of the blog', () => {
  test('contains the newest full posts with absolute URLs in Atom', async () => {
    const feed = await atomAt('/feed.xml')
    expect(feed).toMatchObject({
      id: `${PUBLIC_URL}/feed.xml`,
      title: { value: 'Testery blog' },
      updated: '2026-02-03T00:00:00.000Z',
      authors: [{ name: 'Testery' }],
    })
    expect(feed.links?.map(({ rel, href }) => [rel, href])).toEqual([
      ['self', `${PUBLIC_URL}/feed.xml`],
      ['alternate', `${PUBLIC_URL}/blog`],
    ])
    expect(feed.entries).toHaveLength(FEED_POSTS_MAX)
    const [first] = feed.entries ?? []
    expect(first).toMatchObject({
      id: `${PUBLIC_URL}/blog/whole`,
      title: { value: 'Whole & <b>plain</b>' },
      published: '2026-01-03T00:00:00.000Z',
      updated: '2026-02-03T00:00:00.000Z',
      authors: [{ name: 'An Author' }],
      categories: [
        { term: 'production', label: 'Production' },
        { term: 'bakery', label: 'Bakery' },
      ],
    })
    expect(first?.links).toContainEqual({
      rel: 'enclosure',
      type: 'image/webp',
      href: `${PUBLIC_URL}/storage/posts/4f0c-1600x900.webp`,
    })
    const html = first?.content?.value ?? ''
    expect(html).toContain(`<a href="${PUBLIC_URL}/blog/old-1?a=1&amp;b=2"`)
    expect(html).toContain(`<a href="${PUBLIC_URL}/blog/whole#there"`)
    expect(html).toContain(`<img src="${PUBLIC_URL}/storage/a.png"`)
  })

  test('contains the same in JSON Feed 1.1', async () => {
    const feed = await jsonAt('/feed.json')
    const { title, home_page_url, feed_url, language } = feed
    expect([title, home_page_url, feed_url, language]).toEqual([
      'Testery blog',
      `${PUBLIC_URL}/blog`,
      `${PUBLIC_URL}/feed.json`,
      'en-US',
    ])
    expect(JSON.parse(await text('/feed.json')).version).toBe('https://jsonfeed.org/version/1.1')
    expect(feed.items).toHaveLength(FEED_POSTS_MAX)
    expect(feed.items?.[0]).toMatchObject({
      id: `${PUBLIC_URL}/blog/whole`,
      summary: 'In short.',
      image: `${PUBLIC_URL}/storage/posts/4f0c-1600x900.webp`,
      tags: ['Production', 'Bakery'],
      authors: [{ name: 'An Author' }],
    })
    expect(feed.items?.[0]?.content_html).toBe((await atomAt('/feed.xml')).entries?.[0]?.content?.value)
  })

  test('is available per category and tag in both formats', async () => {
    expect(await titles('/blog/category/production/feed.xml')).toEqual(['Whole & <b>plain</b>'])
    expect(await titles('/blog/tag/bakery/feed.xml')).toEqual(['Whole & <b>plain</b>'])
    expect((await jsonAt('/blog/category/shipping/feed.json')).items).toHaveLength(FEED_POSTS_MAX)
    const { title, home_page_url } = await jsonAt('/blog/tag/bakery/feed.json')
    expect([title, home_page_url]).toEqual(['Testery blog: Bakery', `${PUBLIC_URL}/blog/tag/bakery`])
    expect((await app.get('/blog/category/nothing/feed.xml')).status).toBe(404)
    expect((await app.get('/blog/tag/production/feed.json')).status).toBe(404)
    expect((await app.get('/blog/tag/milk/feed.xml')).status).toBe(404)
  })

  test('answers 304 by ETag and by date while unchanged', async () => {
    const { headers } = await app.get('/feed.xml', { headers: { 'accept-encoding': 'br' } })
    const known = { 'accept-encoding': 'br', 'if-none-match': headers.get('etag') ?? '' }
    expect((await app.get('/feed.xml', { headers: known })).status).toBe(304)
    const since = { 'if-modified-since': headers.get('last-modified') ?? '' }
    expect((await app.get('/feed.xml', { headers: since })).status).toBe(304)
    const other = { ...since, 'if-none-match': '"another"' }
    expect((await app.get('/feed.xml', { headers: other })).status).toBe(200)
  })

  test('contains a save at once, and a scheduled post when it is published', async () => {
    const token = await app.login()
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: 'Saved', summary: 'S', content: '<p>C</p>' }))
      form.set(name, value)
    form.set('category_id', 'production')
    expect((await app.send('POST', apiPaths.posts, { form, token })).status).toBe(201)
    expect((await titles('/feed.xml'))[0]).toBe('Saved')
    expect(await titles('/blog/category/production/feed.xml')).toEqual(['Saved', 'Whole & <b>plain</b>'])
    clock.goTo('2026-11-22T00:00:00.000Z')
    expect((await titles('/feed.xml')).slice(0, 2)).toEqual(['Soon', 'Saved'])
  })
})

test('shows callouts, tasks, footnotes and images in the text of a post without our styles', async () => {
  const body = [
    '> [!TIP]\n> Rest the dough.',
    '- [x] Bake\n- [ ] Pack',
    'Salt[^1].\n\n[^1]: Sea salt.',
    '![Loaves](/storage/posts/4f0c-960x540.webp "On the rack")',
  ].join('\n\n')
  const rich = await testApp({ files: { 'posts/rich.md': aPost({ body }) }, env: { PUBLIC_URL }, ...clock })
  const html = parseJsonFeed(await (await rich.get('/feed.json')).text()).items?.[0]?.content_html ?? ''
  await rich.close()
  expect(html).toMatch(/<blockquote[^>]*>\s*<p><strong>Tip<\/strong><\/p>\s*<p>Rest the dough\.<\/p>\s*<\/blockquote>/)
  expect(html).toContain('<li>☑ Bake</li>\n<li>☐ Pack</li>')
  expect(html).toContain(`<a href="${PUBLIC_URL}/blog/rich#fn-1"`)
  // Links lead to the post's page, and readers show several posts in one page.
  expect(html).not.toContain(' id="')
  const small = `${PUBLIC_URL}/storage/posts/4f0c-480.webp 480w`
  expect(html).toContain(`srcset="${small}, ${PUBLIC_URL}/storage/posts/4f0c-960x540.webp 960w"`)
  expect(html).toContain('<figcaption>On the rack</figcaption>')
})

test('redirects common feed paths of other systems permanently', async () => {
  for (const path of ['/rss.xml', '/rss/', '/rss', '/feed/', '/feed', '/atom.xml', '/index.xml', '/blog/feed.xml']) {
    const { status, headers } = await app.get(path)
    expect([path, status, headers.get('location')]).toEqual([path, 301, '/feed.xml'])
  }
})

test("uses the machine's own URL without a public URL, never the request's", async () => {
  const local = await testApp({ files: { 'posts/one.html': aPost() }, env: { PORT: '4321' } })
  const xml = await (
    await local.get('/feed.xml', { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
  ).text()
  expect(parseAtomFeed(xml).entries?.[0]?.id).toBe('http://localhost:4321/blog/one')
  expect(xml).not.toContain('evil.example')
  await local.close()
})
