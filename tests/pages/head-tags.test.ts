import { describe, expect, test } from 'bun:test'
import { aPost } from '#tests/helpers/cards.ts'
import { aWorld, manifest } from './a-world.ts'

const publicUrl = 'https://www.acme.example'
const tag = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

describe('what a shared link shows', () => {
  test('title, description and kind of the page', async () => {
    const html = await (await aWorld({ publicUrl })).text('/blog')
    expect(tag(html, 'og:title')).toBe('Our Blog | Acme')
    expect(tag(html, 'og:description')).toBe('Insights, updates, and stories from the Acme team.')
    expect([tag(html, 'og:type'), tag(html, 'og:site_name')]).toEqual(['website', 'Acme'])
    expect(tag(html, 'og:url')).toBe(`${publicUrl}/blog`)
  })

  test('the drawing of its kind of page, with size and words', async () => {
    const html = await (await aWorld({ publicUrl })).text('/blog')
    expect(tag(html, 'og:image')).toBe(publicUrl + manifest.statics['social/blog.png'])
    expect([tag(html, 'og:image:width'), tag(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(tag(html, 'og:image:alt')).toBe('Our Blog | Acme')
    expect(tag(html, 'twitter:card')).toBe('summary_large_image')
  })

  test('the picture of a post, where it has one', async () => {
    const html = await (await aWorld({ publicUrl })).text('/blog/plan-a-bake')
    expect(tag(html, 'og:image')).toBe(`${publicUrl}/storage/posts/4f0c-1600x900.webp`)
    expect([tag(html, 'og:image:width'), tag(html, 'og:image:alt')]).toEqual(['1600', 'Loaves'])
    expect(tag(html, 'og:type')).toBe('article')
    const { text } = await aWorld({ publicUrl, posts: [aPost({ picture: null, image: null })] })
    expect(tag(await text('/blog/plan-a-bake'), 'og:image')).toBe(publicUrl + manifest.statics['social/blog.png'])
  })

  test('no absolute address where the public one is not configured: the request’s is never trusted', async () => {
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

  test('every drawing is at most 80 KB', async () => {
    const drawings = Object.keys(manifest.statics).filter((name) => name.startsWith('social/'))
    expect(drawings.length).toBeGreaterThan(10)
    for (const name of drawings) expect(Bun.file(`client/static/${name}`).size).toBeLessThanOrEqual(80_000)
  })
})

describe('the brand in a document’s head', () => {
  test('icons, web manifest and the colour of the browser’s bar', async () => {
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
