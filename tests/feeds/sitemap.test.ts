import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { siteEnvironment } from '#server/dev/site-environment.ts'
import { serializeSitemap } from '#server/pages/sitemap.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { landingFile } from '#tests/landing/a-landing.ts'

const PUBLIC_URL = 'https://www.testery.example'
const many = Array.from({ length: 12 }, (_, index) => [`posts/old-${index}.html`, aPost({ date: '2020-01-02' })])
const files = {
  ...Object.fromEntries(many),
  'posts/changed.html': aPost({
    date: '2026-01-03',
    updated: '2026-02-03',
    category: 'shipping',
    tags: ['milk', 'milk'],
    image: 'posts/4f0c-1600x900.webp',
    aliases: ['old-name'],
  }),
  'posts/hidden.html': aPost({ draft: true }),
  'posts/later.html': aPost({ date: '2999-01-01' }),
  'landings/bakery-erp.yml': landingFile(),
}

/** The rules of sitemaps.org; the order of elements in a url is free. */
const address = v.pipe(v.string(), v.url(), v.maxLength(2048), v.startsWith(`${PUBLIC_URL}/`))
const moment = v.optional(v.pipe(v.string(), v.isoTimestamp()))
const Urls = v.strictObject({
  urlset: v.strictObject({
    '@_xmlns': v.literal('http://www.sitemaps.org/schemas/sitemap/0.9'),
    '@_xmlns:image': v.literal('http://www.google.com/schemas/sitemap-image/1.1'),
    url: v.pipe(
      v.array(
        v.strictObject({
          loc: address,
          lastmod: moment,
          'image:image': v.optional(v.array(v.strictObject({ 'image:loc': address }))),
        }),
      ),
      v.maxLength(50_000),
    ),
  }),
})

const parser = new XMLParser({
  ignoreAttributes: false,
  ignoreDeclaration: true,
  parseTagValue: false,
  isArray: (name) => ['url', 'image:image'].includes(name),
})
function read<Schema extends v.GenericSchema>(schema: Schema, xml: string): v.InferOutput<Schema> {
  expect(XMLValidator.validate(xml)).toBe(true)
  return v.parse(schema, parser.parse(xml))
}

let app: TestApp
let listed: { loc: string; lastmod?: string | undefined }[] = []
beforeAll(async () => {
  app = await testApp({ files, env: { PUBLIC_URL } })
  listed = read(Urls, await (await app.get('/sitemap.xml')).text()).urlset.url
})
afterAll(() => app.close())

const page = (path: string) => app.get(path, { headers: { accept: 'text/html' } })
const pathsOf = (entries: readonly { loc: string }[]) => entries.map(({ loc }) => loc.replace(PUBLIC_URL, ''))

describe('the sitemap', () => {
  test('lists pages that answer 200, are canonical and may be indexed', async () => {
    for (const path of pathsOf(listed)) {
      const answer = await page(path)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html).toContain(`<link rel="canonical" href="${Bun.escapeHTML(PUBLIC_URL + path)}">`)
      expect(html).toContain('content="index, follow"')
    }
    expect(new Set(pathsOf(listed)).size).toBe(listed.length)
  })

  test('lists every page that the site links to and that may be indexed', async () => {
    const known = new Set(pathsOf(listed))
    const seen = new Set(known)
    for (const path of seen) {
      const html = await (await page(path)).text()
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) seen.add(href.replaceAll('&amp;', '&'))
    }
    const found: string[] = []
    for (const path of seen) {
      const answer = await page(path)
      const html = await answer.text()
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
      if (answer.status === 200 && html.includes('content="index, follow"'))
        found.push((canonical ?? '').replace(PUBLIC_URL, ''))
    }
    expect(new Set(found)).toEqual(known)
  })

  test('has a last change for posts and lists only', () => {
    const times = Object.fromEntries(listed.map(({ loc, lastmod }) => [loc.replace(PUBLIC_URL, ''), lastmod]))
    expect(times).toMatchObject({
      '/blog': '2026-02-03T00:00:00.000Z',
      '/blog?page=2': '2026-02-03T00:00:00.000Z',
      '/blog/changed': '2026-02-03T00:00:00.000Z',
      '/blog/old-1': '2020-01-02T00:00:00.000Z',
      '/blog/category/production': '2020-01-02T00:00:00.000Z',
    })
    expect([times['/'], times['/bakery-erp'], times['/blog/tag/bakery']]).toEqual([undefined, undefined, undefined])
  })

  test('lists the image of a post', () => {
    expect(listed.find(({ loc }) => loc.endsWith('/blog/changed'))).toMatchObject({
      'image:image': [{ 'image:loc': `${PUBLIC_URL}/storage/posts/4f0c-1600x900.webp` }],
    })
  })
})

test('a long sitemap lets other requests be handled in between', async () => {
  let handled = 0
  const count = () => {
    handled++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const pages = Array.from({ length: 50_001 }, (_, number) => ({
    path: `/blog/post-${number}`,
    images: ['/storage/a.webp'],
  }))
  const xml = await serializeSitemap(pages, 'https://www.example.com')
  clearImmediate(next)
  expect(handled).toBeGreaterThan(1)
  expect(xml.match(/<loc>/g)).toHaveLength(50_000)
  expect(xml).not.toContain('post-50000<')
})

test('robots.txt names the sitemap and disallows API, dashboard and previews', async () => {
  expect((await (await app.get('/robots.txt')).text()).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin/',
    'Disallow: /preview/',
    '',
    `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
    '',
  ])
})

test('sitemap and robots.txt of `bun run dev` have the port of its proxy', async () => {
  const { PUBLIC_URL: url } = siteEnvironment({}, { sitePort: 40_000, port: 3100 })
  expect(siteEnvironment({ PUBLIC_URL }, { sitePort: 40_000, port: 3100 }).PUBLIC_URL).toBe(PUBLIC_URL)
  const site = await testApp({ env: { PUBLIC_URL: url } })
  const [robots, sitemap] = await Promise.all(
    ['/robots.txt', '/sitemap.xml'].map(async (path) => (await site.get(path)).text()),
  )
  await site.close()
  expect(robots).toContain('Sitemap: http://localhost:3100/sitemap.xml')
  expect(sitemap).toContain('<loc>http://localhost:3100/blog</loc>')
})
