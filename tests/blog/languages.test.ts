import { describe, expect, test } from 'bun:test'
import { parseAtomFeed } from 'feedsmith'
import { pagePaths } from '#contract/paths.ts'
import { withDirections } from '#server/blog/render/directions.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const HEBREW = 'לחם'
const ARABIC = 'خبز'

describe('a post whose front matter names a language', () => {
  const files = {
    'posts/bread.md': `---\ntitle: ${ARABIC}\ndate: 2026-01-02\nlang: ar_EG\nsummary: ${ARABIC}\n---\n${ARABIC}\n`,
    'posts/rolls.md': plainPost({ title: 'Rolls', date: '2026-01-03' }),
  }
  const site = () => blogApp({ files, env: { PUBLIC_URL: 'https://www.example.com' } })

  test('says so on its page, on its card and where other posts link to it', async () => {
    const { get } = await site()
    const page = await (await get(pagePaths.post('bread'))).text()
    expect(page).toContain('<html lang="en"')
    expect(page).toMatch(/<article lang="ar-EG">/)
    expect(page).toMatch(new RegExp(`<h1 dir="auto">${ARABIC}</h1>`))
    const isMarked = (html: string) => new RegExp(`lang="ar-EG"[^>]*>(?:<[^>]*>|[^<])*?${ARABIC}`).test(html)
    expect(isMarked(await (await get(pagePaths.blog)).text())).toBe(true)
    const other = await (await get(pagePaths.post('rolls'))).text()
    expect(other).toContain('<article>')
    expect(isMarked(other)).toBe(true)
  })

  test('says so in the API, feeds and structured data', async () => {
    const { get, list } = await site()
    expect((await list()).map(({ id, lang }) => [id, lang])).toEqual([
      ['rolls', undefined],
      ['bread', 'ar-EG'],
    ])
    const atom = await (await get('/feed.xml')).text()
    expect(parseAtomFeed(atom).entries).toHaveLength(2)
    expect(atom.match(/<entry[^>]*>/g)).toEqual(['<entry>', '<entry xml:lang="ar-EG">'])
    const { language, items } = await (await get('/feed.json')).json()
    expect([language, ...items.map((one: { language?: string }) => one.language)]).toEqual([
      'en-US',
      undefined,
      'ar-EG',
    ])
    const languageAt = async (id: string) =>
      /"BlogPosting".*?"inLanguage":"(.*?)"/.exec(await (await get(pagePaths.post(id))).text())?.[1]
    expect([await languageAt('bread'), await languageAt('rolls')]).toEqual(['ar-EG', 'en-US'])
  })
})

describe('the direction of a text', () => {
  test('is that of its letters, for title, summary and body', async () => {
    const body = `<p>${HEBREW} <code>bun run</code></p><ul><li>${HEBREW}</li></ul>`
    const { get } = await blogApp({
      files: { 'posts/bread.html': plainPost({ title: HEBREW, summary: HEBREW, body }) },
    })
    const page = await (await get(pagePaths.post('bread'))).text()
    const starts = [...page.matchAll(/<(\w+)[^>]* dir="auto"[^>]*>/g)].map(([, name]) => name)
    expect(starts).toEqual(['h1', 'div', 'div'])
    expect(page).toContain(`<p>${HEBREW} <code dir=ltr>bun run</code></p><ul><li>${HEBREW}</li></ul>`)
  })

  test.each([
    ['<p>Only Latin, with <code>code</code></p>', '<p>Only Latin, with <code>code</code></p>'],
    [
      `<p>English</p><ul class="x"><li>${HEBREW}</li></ul><p>More</p>`,
      `<p>English</p><ul dir=rtl class="x"><li>${HEBREW}</li></ul><p>More</p>`,
    ],
    [`<p>English</p><p>1. &quot;${ARABIC}</p>`, `<p>English</p><p dir=rtl>1. &quot;${ARABIC}</p>`],
    [`<p>${HEBREW}</p><p>English only.</p>`, `<p>${HEBREW}</p><p dir=ltr>English only.</p>`],
    [`<p>${HEBREW}</p><ol><li>One</li></ol><hr>`, `<p>${HEBREW}</p><ol dir=ltr><li>One</li></ol><hr>`],
    [`<p>${HEBREW}</p><p>React ${HEBREW}</p>`, `<p>${HEBREW}</p><p>React ${HEBREW}</p>`],
    [`<pre><code>ls</code></pre><p>${ARABIC}</p>`, `<pre dir=ltr><code dir=ltr>ls</code></pre><p>${ARABIC}</p>`],
    [
      `<p>${HEBREW}</p><div data-callout="note"><p>Note</p><p>${HEBREW}</p></div>`,
      `<p>${HEBREW}</p><div data-callout="note"><p>Note</p><p>${HEBREW}</p></div>`,
    ],
    [`<p>English</p><p dir="ltr">${ARABIC}</p>`, `<p>English</p><p dir="ltr">${ARABIC}</p>`],
  ])('within %s', (html, marked) => expect(withDirections(html)).toBe(marked))
})
