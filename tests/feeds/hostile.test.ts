import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { elementsOf, type RenderedElement } from '#tests/blog/rendered.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { asWords, hostileNames, hostilePost } from '#tests/security/hostile-content.ts'

const PUBLIC_URL = 'https://www.testery.example'
const folder = 'tests/fixtures/xss'
const fixtures = readdirSync(folder).map((file) => {
  const [name = '', extension = ''] = file.split('.')
  return { id: `${name}-${extension}`, extension, text: readFileSync(join(folder, file), 'utf8').replaceAll('\0', '') }
})
/** Each fixture as the body of a post, and in every other field that takes text. */
const files = Object.fromEntries(
  fixtures.flatMap(({ id, extension, text }) => {
    const words = { title: asWords(`${id} ${text}`, 200), summary: text.slice(0, 5000), author: asWords(text, 60) }
    const matter = { ...words, date: '2026-01-02', category: id, tags: [id] }
    return [[`posts/${id}.${extension}`, hostilePost(text, matter)], ...Object.entries(hostileNames(id, text))]
  }),
)

/** A reader shows it on its own page: nothing may run there, and links must be web URLs. Formulas may contain no other markup. */
const FORBIDDEN =
  /^(?:script|style|iframe|object|embed|form|input|button|textarea|select|base|meta|link|dialog|svg|template|noscript|annotation-xml|maction|semantics)$/
function harmIn({ tag, attributes }: RenderedElement): string[] {
  const wrong = Object.keys(attributes).filter((name) =>
    /^on|^(?:style|srcdoc|action|formaction|xlink:href)$/i.test(name),
  )
  if (FORBIDDEN.test(tag)) wrong.push(tag)
  if (attributes.href !== undefined && !/^(?:https?:\/\/|mailto:|tel:)/.test(attributes.href))
    wrong.push(attributes.href)
  if (
    attributes.src !== undefined &&
    !/^(?:https:\/\/www\.testery\.example\/|data:image\/(?:png|jpeg|webp|gif);)/.test(attributes.src)
  )
    wrong.push(attributes.src)
  return wrong
}
const harm = async (html = '') => (await elementsOf(html)).flatMap(harmIn)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files, env: { PUBLIC_URL } })
})
afterAll(() => app.close())
const text = async (path: string) => (await app.get(path)).text()

describe('feeds of hostile posts contain nothing that could run', () => {
  test('in Atom, which stays valid XML, with titles and names as typed', async () => {
    const xml = await text('/feed.xml')
    expect(XMLValidator.validate(xml)).toBe(true)
    const { entries = [] } = parseAtomFeed(xml)
    expect(entries).toHaveLength(fixtures.length)
    for (const { id, summary, content } of entries)
      expect([id, await harm(summary?.value), await harm(content?.value)]).toEqual([id, [], []])
    const types = new Set([...xml.matchAll(/<(?:title|summary|content|subtitle)[^>]*>/g)].map(([tag]) => tag))
    expect([...types].sort()).toEqual(['<content type="html">', '<subtitle>', '<summary type="html">', '<title>'])
  })

  test('in JSON Feed', async () => {
    const { items = [] } = parseJsonFeed(await text('/feed.json'))
    expect(items).toHaveLength(fixtures.length)
    for (const { id, content_html } of items) expect([id, await harm(content_html)]).toEqual([id, []])
  })

  test('for hostile categories and tags', async () => {
    for (const { id } of fixtures) {
      for (const path of [`/blog/category/${id}/feed.xml`, `/blog/tag/${id}/feed.xml`]) {
        const xml = await text(path)
        expect([path, XMLValidator.validate(xml)]).toEqual([path, true])
        expect(parseAtomFeed(xml).entries).toHaveLength(1)
      }
    }
  })

  test('when a browser displays them', async () => {
    for (const path of ['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt']) {
      const { headers } = await app.get(path)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(XMLValidator.validate(await text('/sitemap.xml'))).toBe(true)
  })
})
