import { describe, expect, test } from 'bun:test'
import { aPost } from '#tests/helpers/cards.ts'
import { aWorld, manifest } from './test-pages.ts'

const publicUrl = 'https://www.acme.example'
const tag = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"[^>]*>`).exec(html)?.[1]

describe('the metadata of a shared link', () => {
  test('has title, description and type of the page', async () => {
    const html = await (await aWorld({ publicUrl })).text('/blog')
    expect(tag(html, 'og:title')).toBe('Our Blog | Acme')
    expect(tag(html, 'og:description')).toBe('Insights, updates, and stories from the Acme team.')
    expect([tag(html, 'og:type'), tag(html, 'og:site_name')]).toEqual(['website', 'Acme'])
    expect(tag(html, 'og:url')).toBe(`${publicUrl}/blog`)
  })

  test('has the image of its kind of page with size and description', async () => {
    const html = await (await aWorld({ publicUrl })).text('/blog')
    expect(tag(html, 'og:image')).toBe(publicUrl + manifest.statics['social/blog.png'])
    expect([tag(html, 'og:image:width'), tag(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(tag(html, 'og:image:alt')).toBe('Our Blog | Acme')
    expect(tag(html, 'twitter:card')).toBe('summary_large_image')
  })

  test("has the share card of a post, and the blog's until it is rendered", async () => {
    const rendered = new Map<string, string>()
    const { text, invalidate } = await aWorld({ publicUrl, card: ({ id }) => rendered.get(id) })
    expect(tag(await text('/blog/plan-a-bake'), 'og:image')).toBe(publicUrl + manifest.statics['social/blog.png'])
    rendered.set('plan-a-bake', 'cards/1f-1200x630.png')
    invalidate(new Set(['og-image:plan-a-bake']))
    const html = await text('/blog/plan-a-bake')
    expect(tag(html, 'og:image')).toBe(`${publicUrl}/storage/cards/1f-1200x630.png`)
    expect(tag(html, 'twitter:image')).toBe(`${publicUrl}/storage/cards/1f-1200x630.png`)
    expect([tag(html, 'og:image:type'), tag(html, 'og:image:alt')]).toEqual(['image/png', 'How to plan a bake | Acme'])
  })

  test('has dates, category and tags of a post', async () => {
    const html = await (await aWorld({ publicUrl, posts: [aPost({ updated: '2026-11-21T08:00:00.000Z' })] })).text(
      '/blog/plan-a-bake',
    )
    expect(tag(html, 'og:type')).toBe('article')
    expect(tag(html, 'article:published_time')).toBe('2026-11-20T23:30:00.000Z')
    expect(tag(html, 'article:modified_time')).toBe('2026-11-21T08:00:00.000Z')
    expect([tag(html, 'article:section'), tag(html, 'article:tag')]).toEqual(['Production', 'Bakery'])
  })

  test("has no absolute URL without a configured public URL, never the request's", async () => {
    const { get } = await aWorld()
    const html = await (await get('/blog', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })).text()
    expect([tag(html, 'og:url'), tag(html, 'og:image'), tag(html, 'og:image:alt')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(tag(html, 'twitter:card')).toBe('summary')
    expect(html).not.toContain('evil.example')
  })

  test('has images of at most 80 KB', async () => {
    const drawings = Object.keys(manifest.statics).filter((name) => name.startsWith('social/'))
    expect(drawings.length).toBeGreaterThan(10)
    for (const name of drawings) expect(Bun.file(`client/static/${name}`).size).toBeLessThanOrEqual(80_000)
  })
})

describe("the brand in a document's head", () => {
  test('consists of icons, web manifest and theme color', async () => {
    const html = await (await aWorld()).text('/')
    const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)]
    expect(links.map(([, rel, href]) => [rel, href])).toEqual([
      ['icon', manifest.statics['icons/favicon-32.png'] ?? ''],
      ['icon', manifest.statics['favicon.svg'] ?? ''],
      ['apple-touch-icon', manifest.statics['icons/apple-touch-icon.png'] ?? ''],
      ['manifest', '/site.webmanifest'],
    ])
    expect(tag(html, 'theme-color')).toBe('#0d1312')
  })
})

describe("feed links in a document's head", () => {
  const feeds = (html: string) =>
    [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)].map(([, ...one]) => one)
  const blog = [
    ['application/atom+xml', '/feed.xml'],
    ['application/feed+json', '/feed.json'],
  ]

  test("name the blog's feed on every page, after that of a category or tag", async () => {
    const { text } = await aWorld()
    for (const path of ['/', '/blog', '/blog/plan-a-bake']) expect(feeds(await text(path))).toEqual(blog)
    for (const path of ['/blog/category/production', '/blog/tag/bakery'])
      expect(feeds(await text(path))).toEqual([['application/atom+xml', `${path}/feed.xml`], ...blog])
  })

  test('are omitted on pages that are not indexed', async () => {
    const { text } = await aWorld()
    for (const path of ['/welcome', '/admin/blog', '/blog/nothing', '/nothing', '/pricing/try-for-free/abc']) {
      const html = await text(path)
      expect(feeds(html)).toEqual([])
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('ld+json')
    }
  })

  test('the canonical URL of a sign-up with a token is the one without it', async () => {
    const html = await (await aWorld({ publicUrl })).text('/pricing/try-for-free/abc')
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/pricing/try-for-free">`)
  })
})
