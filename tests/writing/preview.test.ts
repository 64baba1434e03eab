import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PreviewRequest, RenderedPreview } from '#contract/writing.ts'
import { renderHtml, renderWithLines } from '#server/blog/render/render-worker.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { elementsOf } from '#tests/blog/rendered.ts'

const blogApp = blogApps()
const setUp = async (...options: Parameters<typeof blogApp>) => {
  const app = await blogApp(...options)
  const send = (json: unknown, token: string | undefined = app.token) =>
    app.send('POST', adminPaths.writingPreview, { json, ...(token && { token }) })
  const preview = async (json: PreviewRequest): Promise<RenderedPreview> => (await send(json)).json()
  return { ...app, send, preview }
}
const linesIn = async (html: string) =>
  (await elementsOf(html)).flatMap(({ tag, attributes }) =>
    attributes['data-line'] ? [`${attributes['data-line']} ${tag}`] : [],
  )

describe('POST /api/writing/preview', () => {
  test('returns what visitors would see, its length, and the lines of its top-level elements', async () => {
    const { preview } = await setUp()
    const content = '# One\n\nTwo\nthree.\n\n- four\n\n> [!NOTE]\n> five\n\n```\n\nsix\n```\n\nx[^1]\n\n[^1]: seven\n'
    const found = await preview({ format: 'md', content, summary: '<p onclick="x()">In <b>short</b></p>' })
    expect(found).toMatchObject({ summary: '<p>In <b>short</b></p>', minutes: 1, words: 10 })
    expect(await linesIn(found.content)).toEqual(['1 h2', '3 p', '6 ul', '8 div', '11 pre', '16 p'])
    expect(found.content).toContain('<h2 data-line="1" id="one">One</h2>')
  })

  test('finds the lines of HTML, too', async () => {
    const { preview } = await setUp()
    const content = '<h2>One</h2>\n<!-- <p> -->\n\n<p>Two\n<p>Three\n</p>text\n<section>\n<p>Four</p>\n</section>'
    expect(await linesIn((await preview({ format: 'html', content })).content)).toEqual([
      ...['1 h2', '4 p', '5 p', '7 section'],
    ])
  })

  test("shows the images of the post's own folder only where they are stored", async () => {
    const { preview } = await setUp({ files: { 'posts/racks/index.md': plainPost() } })
    const content = '![Racks](racks.jpg)'
    expect((await preview({ format: 'md', content, id: 'racks' })).content).not.toContain('<img')
    expect((await preview({ format: 'md', content, id: '../../etc' })).content).toContain('src="racks.jpg"')
  })

  test('requires an administrator, and says what is wrong with a text', async () => {
    const { send, post } = await setUp()
    expect((await post(adminPaths.writingPreview, { format: 'md', content: '' })).status).toBe(401)
    expect((await send({ format: 'exe', content: '' })).status).toBe(422)
    const deep = await send({ format: 'md', content: `${'> '.repeat(200)}x` })
    expect(deep.status).toBe(422)
    expect(await deep.json()).toMatchObject({ errors: { content: { message: expect.stringContaining('too deeply') } } })
  })
})

describe('marking lines changes nothing else', () => {
  const folder = join(import.meta.dir, '../fixtures/xss')
  /** Elements of a head at the start of a text, as `noscript` is, are read otherwise behind a mark. */
  const fixtures = readdirSync(folder).filter((file) => file !== 'noscript.html')
  test.each(fixtures)('of %s', (file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const format of ['md', 'html'] as const) {
      const marked = renderWithLines(format, source)
      expect(marked.replace(/ data-line="\d+"/g, '').replace(/\s+/g, '')).toBe(
        renderHtml(format, source).replace(/\s+/g, ''),
      )
    }
  })
})

describe('GET /preview/frame', () => {
  test('is a page of the site without scripts and data, which only this site may frame', async () => {
    const { get } = await setUp({ files: { 'posts/secret.html': plainPost({ title: 'Secret', draft: true }) } })
    const answer = await get(adminPaths.previewFrame)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).not.toMatch(/<script|Secret/)
    expect(html).toContain(':root[data-theme=light]')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox')
    expect(policy).not.toContain('allow-scripts')
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  })

  test("is the only page that can be framed, and only administrators' pages have frames", async () => {
    const { get } = await setUp({ files: { 'posts/a.html': plainPost() } })
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')
    for (const path of ['/', '/blog/a', '/preview/none', '/admin/blog', '/admin/blog/new'])
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
    for (const path of ['/', '/blog/a', '/preview/frame']) expect(await policyOf(path)).not.toContain('frame-src')
    expect(await policyOf('/admin/blog/new')).toContain("frame-src 'self'")
  })
})
