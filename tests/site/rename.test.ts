import { afterAll, describe, expect, test } from 'bun:test'
import { crawl } from './crawl.ts'
import { realSite } from './real-site.ts'

const written = await Bun.file('content/site.yml').text()
const value = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(written)?.[1] ?? ''
const [oldName, oldSlug] = [value('name'), value('slug')]
/** The two lines that an owner would change. */
const renamed = written.replace(/^name: .+$/m, 'name: Crumbs & Daughters').replace(/^slug: .+$/m, 'slug: crumbs-co')

const app = await realSite({ 'site.yml': renamed })
afterAll(app.close)
const found = await crawl(app)
const pages = [...found].filter(([, { html, status }]) => html && status === 200)
const home = found.get('/')?.html ?? ''

/** The text and head of a page, without URLs, code, styles and page data. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/\s(?:href|src|srcset|d|class|content="https)="[^"]*"/g, '')

describe('changing name and slug in site.yml', () => {
  test('renames the two download routes', async () => {
    for (const kind of ['driver', 'operator']) {
      expect((await app.get(`/download-crumbs-co-${kind}-pro`)).status).toBe(200)
      expect((await app.get(`/download-${oldSlug}-${kind}-pro`)).status).toBe(404)
    }
  })

  test('renames the links of toolbar and menu', () => {
    expect(home.match(/href="\/download-crumbs-co-driver-pro"/g)?.length).toBeGreaterThanOrEqual(2)
    expect(home.match(/href="\/download-crumbs-co-operator-pro"/g)?.length).toBeGreaterThanOrEqual(2)
    expect([...found.keys()].filter((address) => address.includes(oldSlug))).toEqual([])
  })

  test('renames the logo and the copyright line', () => {
    expect(home).toContain('aria-label="Crumbs &amp; Daughters home"')
    expect(home.replaceAll('<!-- -->', '')).toMatch(/© 2019–\d{4} Crumbs &amp; Daughters/)
  })

  test('renames the required buttons', () => {
    const words = home.replaceAll('<!-- -->', '')
    expect(words).toContain('CONTACT US TO TRY CRUMBS &amp; DAUGHTERS ERP!')
    expect(words).toContain('GET STARTED WITH CRUMBS &amp; DAUGHTERS ERP')
  })

  test("renames every page's title", () => {
    const others = pages.filter(([, { html }]) => !/<title>[^<]*Crumbs &amp; Daughters[^<]*<\/title>/.test(html))
    expect(others.map(([address]) => address)).toEqual([])
  })

  test('leaves the old name on no page', () => {
    const old = new RegExp(oldName, 'i')
    const site = app.content.snapshot().site
    const own = [site.contact.email, ...Object.values(site.social)]
    const words = (html: string) => own.reduce((text, one) => text.replaceAll(one, ''), wordsOf(html))
    expect(pages.filter(([, { html }]) => old.test(words(html))).map(([address]) => address)).toEqual([])
  })

  test('breaks no link', () => {
    const dead = [...found].filter(([, { status }]) => status === 404)
    expect(dead.map(([address]) => address)).toEqual([])
  })
})
