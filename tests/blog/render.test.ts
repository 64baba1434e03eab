import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { elementsOf, type RenderedElement } from './rendered.ts'

const folder = join(import.meta.dir, '../fixtures/xss')
/** `is` cannot be removed from an existing element; it is harmless because the site defines no elements. */
const ALLOWED_ATTRIBUTES =
  /^(?:href|title|lang|dir|src|alt|width|height|colspan|rowspan|scope|headers|align|start|reversed|type|datetime|open|rel|loading|decoding|is|srcset|sizes|checked|disabled|id|role|aria-label|data-callout|data-embed|class|display|displaystyle|mathvariant)$/
const FORBIDDEN_TAGS =
  /^(?:script|style|iframe|object|embed|form|button|textarea|select|option|base|meta|link|dialog|svg|template|noscript|video|audio|source|picture|font|marquee|portal|body|html|h1|annotation|annotation-xml|mglyph|maction|semantics)$/
/** An invalid URL has no target. */
const isHarmless = (href: string) =>
  ['https:', 'http:', 'mailto:', 'tel:', undefined].includes(URL.parse(href, 'https://site.example')?.protocol)
const OWN_PICTURE = /^(?:\/(?![/\\])|data:image\/(?:png|jpeg|webp|gif);base64,|[a-z0-9])/

/** Nothing else may be named: neither scripts nor screen readers are to find a hostile element. */
const OWN_VALUES = {
  id: /^(?!(?:root|main|contents|page-data)$)[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:-]*$/u,
  class: /^(?:tok|tml)-[a-z]+$/,
  role: /^note$/,
  'aria-label': /^(?:Footnotes|(?:Footnote|Back to reference) \d+(?:-\d+)?|Done|To do)$/,
  'data-callout': /^(?:note|tip|important|warning|caution)$/,
  srcset: /^(?:\/storage\/[a-z0-9/-]+\.webp \d+w(?:, |$))+$/,
}

const formatOf = (file: string) => (file.endsWith('.md') ? 'md' : 'html')

function harmIn({ tag, attributes }: RenderedElement): string[] {
  const wrong = Object.keys(attributes).filter((name) => !ALLOWED_ATTRIBUTES.test(name))
  if (FORBIDDEN_TAGS.test(tag)) wrong.push(tag)
  if (attributes.href !== undefined && !isHarmless(attributes.href)) wrong.push(attributes.href)
  if (attributes.href !== undefined && attributes.rel !== 'noopener noreferrer') wrong.push('rel')
  for (const [name, values] of Object.entries(OWN_VALUES))
    if (attributes[name] !== undefined && !values.test(attributes[name])) wrong.push(`${name}=${attributes[name]}`)
  if (tag === 'input' && (attributes.type?.toLowerCase() !== 'checkbox' || attributes.disabled === undefined))
    wrong.push(tag)
  if (attributes.src !== undefined && !OWN_PICTURE.test(attributes.src)) wrong.push(attributes.src)
  return wrong
}

describe('sanitizing removes everything from hostile text that could run, load or cover the page', () => {
  for (const file of readdirSync(folder)) {
    test(file, async () => {
      const source = readFileSync(join(folder, file), 'utf8')
      for (const format of ['html', 'md'] as const) {
        const html = renderHtml(format, source)
        expect((await elementsOf(html)).flatMap(harmIn)).toEqual([])
        expect(html).not.toMatch(/(?:src|srcset)="[^"]*one\.invalid/)
        expect((await elementsOf(renderHtml('html', html))).flatMap(harmIn)).toEqual([])
      }
      expect(renderHtml(formatOf(file), source).length).toBeGreaterThan(0)
    })
  }
})

describe('rendering a post keeps', () => {
  test('Markdown headings, lists, tables, quotes, code and images', async () => {
    const html = renderHtml(
      'md',
      '# Top\n\n## Next\n\n1. a\n2. b\n\n> q\n\n|a|b|\n|:-|-:|\n|1|2|\n\n`<b>` ~~x~~\n\n![Alt](/storage/posts/x.webp "T")\n',
    )
    const tags = (await elementsOf(html)).map(({ tag }) => tag)
    for (const tag of ['h2', 'ol', 'li', 'blockquote', 'table', 'th', 'td', 'code', 'del', 'img'])
      expect(tags).toContain(tag)
    expect(html).toContain('<h2 id="top">Top</h2>')
    expect(html).toContain('<th align="right">b</th>')
    expect(html).toContain('<code>&lt;b&gt;</code>')
    expect(html).toContain(
      '<figure><img src="/storage/posts/x.webp" alt="Alt" loading="lazy" decoding="async"><figcaption>T</figcaption></figure>',
    )
  })

  test('HTML unchanged, except for a heading that the page already has', () => {
    const html = '<p>One <strong>two</strong> &amp; <a href="/blog">three</a></p>'
    expect(renderHtml('html', html)).toBe(
      '<p>One <strong>two</strong> &amp; <a href="/blog" rel="noopener noreferrer">three</a></p>',
    )
    expect(renderHtml('html', '<h1 title="<h1>">x</h1>')).toBe('<h2 id="x" title="&lt;h1&gt;">x</h2>')
  })

  test('template syntax as text, expressions of other systems as code', () => {
    const html = '<p>{{7*7}} #{7*7} &lt;%= 7*7 %&gt;</p>'
    expect(renderHtml('html', html)).toBe(html.replace('{{7*7}}', '<code>{{7*7}}</code>'))
  })

  test('embedded images, and the text of removed elements', () => {
    const data = 'data:image/png;base64,iVBORw0KGgo='
    expect(renderHtml('html', `<img src="${data}">`)).toContain(data)
    expect(renderHtml('html', '<marquee>Sale</marquee>')).toBe('Sale')
  })
})

describe('an image that no page shows', () => {
  const link = (url: string, words: string) => `<a href="${url}" rel="noopener noreferrer">${words}</a>`
  const shown: [string, string][] = [
    ['![A crate](https://x.example/a.png)', link('https://x.example/a.png', 'A crate')],
    ['![](//x.example/a.png)', link('https://x.example/a.png', 'Image on x.example')],
    ['[![build](https://x.example/b.svg)](/ci)', link('/ci', 'build')],
    ['<img src="https://x.example/a.png" alt="\u{1f642}">', '\u{1f642}'],
    ['![A *diagram*](diagram.avif)', 'A diagram'],
    ['![](a.avif)', ''],
    ['<img src="https://x.example/a.gif" width="1" height="1">', ''],
    ['<img src="https://x.example/a.png" alt="<i>&quot;">', link('https://x.example/a.png', '&lt;i&gt;"')],
    ['<img src="javascript:boom()" alt="x">', 'x'],
  ]
  test.each(shown)('leaves its description, with a link if it is of another site: %s', (source, html) =>
    expect(renderHtml('md', `a ${source}.`).replace(/<\/?p>|\n/g, '')).toBe(`a ${html}.`),
  )

  test('is not one with a stored file', () => {
    expect(renderHtml('md', '![x](/storage/x.svg) ![y](photo.jpg)').match(/<img /g)).toHaveLength(2)
  })
})
