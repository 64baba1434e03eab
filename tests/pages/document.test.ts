import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { dark, light, shape } from '#client/app/theme/tokens.ts'
import { anchorId } from '#contract/stored-html.ts'

import { aPost } from '#tests/helpers/cards.ts'
import { elementText } from '#tests/helpers/element-text.ts'
import { aWorld, dist, manifest } from './test-pages.ts'

const sha256 = (text: string) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
const inline = (html: string, element: 'style' | 'script') =>
  [...html.matchAll(new RegExp(`<${element}([^>]*)>([\\s\\S]*?)</${element}>`, 'g'))]
    .filter(([, attributes = '']) => !attributes.includes('src=') && !/application\/(?:ld\+)?json/.test(attributes))
    .map(([, , text = '']) => sha256(text))
const granted = (policy: string, directive: string) =>
  [...(new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? '').matchAll(/'sha256-[^']+'/g)].map(([one]) => one)

describe('the security policy of a page', () => {
  test.each(['/', '/blog', '/blog/plan-a-bake', '/admin/login', '/admin/blog'])(
    '%s allows exactly the inline scripts and styles in its bytes, and the empty style',
    async (path) => {
      const { get } = await aWorld()
      const answer = await get(path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const html = await answer.text()
      expect(granted(policy, 'script-src').sort()).toEqual(inline(html, 'script').sort())
      expect(granted(policy, 'style-src-elem').sort()).toEqual([...inline(html, 'style'), sha256('')].sort())
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/\s(style|on[a-z]+)="/)
    },
  )

  test('does not let a title break out of the page data', async () => {
    const title = '</script><script>alert(1)</script><!--<script></SCRIPT ><Script src=x><b>'
    const plain = await (await aWorld()).text('/blog')
    const hostile = await (await aWorld({ posts: [aPost({ title })] })).text('/blog')
    const scripts = (html: string) => html.match(/<\/?script/gi)?.length
    expect(scripts(hostile)).toBe(scripts(plain))
    expect(hostile).not.toContain('<!--<')
    expect(JSON.parse(elementText(hostile, 'page-data')).posts[0].title).toBe(title)
  })
})

describe('a document', () => {
  test('has no id that a post may have', async () => {
    const contents = [{ id: 'jars', text: 'Jars' }]
    const html = await (await aWorld({ posts: [aPost({ contents })] })).text('/blog/plan-a-bake')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].flatMap(([, id]) => id ?? [])
    expect(ids).toContain('contents')
    expect(ids.filter((id) => anchorId(id) === id)).toEqual([])
  })

  test('contains its data, so that the browser requests nothing again', async () => {
    const { text, state } = await aWorld()
    const html = await text('/blog')
    expect(JSON.parse(elementText(html, 'page-data')).posts).toHaveLength(1)
    const { privacyPolicy, ...facts } = state.site
    expect(JSON.parse(elementText(html, 'site-facts'))).toEqual(facts)
    expect(html).toMatch(new RegExp(`<div id="privacy-text"[^>]*>${privacyPolicy}</div>`))
  })

  test('contains the data of a post for hydration', async () => {
    const html = await (await aWorld()).text('/blog/plan-a-bake')
    expect(JSON.parse(elementText(html, 'page-data')).post.title).toBe(aPost().title)
  })

  test('contains the used part of the dark theme, and links both themes as a file', async () => {
    const { text } = await aWorld()
    const names = (css: string, pattern: RegExp) => new Set([...css.matchAll(pattern)].map(([, name = '']) => name))
    const themes = await Bun.file(join(dist, manifest.themes)).text()
    const tokens = Object.keys({ ...shape, ...dark })
    expect([...names(themes, /--([\w-]+):/g)]).toEqual(expect.arrayContaining(tokens))
    expect(themes).toContain(`[data-theme=light]{color-scheme:light;--bg:${light.bg}`)
    for (const path of ['/', '/blog', '/blog/plan-a-bake']) {
      const html = await text(path)
      const used = names(html, /var\(--([\w-]+)/g)
      const [brought = ''] = /:root\{[^}]*\}/.exec(html) ?? []
      expect([...names(brought, /--([\w-]+):/g)].sort()).toEqual(tokens.filter((name) => used.has(name)).sort())
      expect(html).toContain(`data-themes="${manifest.themes}"`)
      // The founder card of the home page is light in both themes.
      expect(html.includes('color-scheme:light')).toBe(path === '/')
    }
    const [ofBoth = '', onPaper] = themes.split('@media print')
    expect(onPaper).toBeDefined()
    expect(await text('/admin/login')).toContain(ofBoth)
  })

  test('preloads its two fonts, and names its scripts without loading them before the first paint', async () => {
    const { text } = await aWorld()
    const html = await text('/blog')
    expect(JSON.parse(elementText(html, 'script-urls'))).toEqual(manifest.routes['client/blog/list-page.tsx'] ?? [])
    expect(html).not.toMatch(/<link[^>]*modulepreload|<script[^>]* src=/)
    expect(html.match(/as="font"/g)).toHaveLength(2)
    expect(html).not.toContain('href=""')
    expect(html).not.toContain('url()')
    expect(html.indexOf('id="script-urls"')).toBeLessThan(html.indexOf(manifest.startScript))
  })

  test('has a title, a description and one h1', async () => {
    const html = await (await aWorld()).text('/blog/plan-a-bake')
    expect(html).toContain('<title>How to plan a bake | Acme</title>')
    expect(html).toContain('<meta name="description" content="Begin with the longest process.">')
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  })

  test('has a canonical URL only with a configured public URL', async () => {
    expect(await (await aWorld()).text('/blog')).not.toContain('canonical')
    const { text } = await aWorld({ publicUrl: 'https://www.acme.example' })
    expect(await text('/blog')).toContain('<link rel="canonical" href="https://www.acme.example/blog">')
  })
})
