import { describe, expect, test } from 'bun:test'
import { postArticleFor } from '#client/ui/content/post-body.tsx'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { elementsOf } from './rendered.ts'

const md = (...lines: string[]) => renderHtml('md', lines.join('\n'))
const all = async (html: string, tag: string) =>
  (await elementsOf(html)).filter((one) => one.tag === tag).map(({ attributes }) => attributes)

describe('footnotes', () => {
  const text = md(
    'Salt[^salt] and sugar[^1], salt again[^Salt].',
    '[^1]: Cane sugar.',
    '[^salt]: Sea salt.',
    '    With iodine.',
    '',
    '    - coarse',
    '',
    'The end.',
  )

  test('are numbered by their first reference and listed after the text, whatever their order', () => {
    expect(text.indexOf('The end.')).toBeLessThan(text.indexOf('<section'))
    expect(text).toMatch(
      /<li id="fn-1"><p>Sea salt\.\s+With iodine\.<\/p>\s+<ul>\s+<li>coarse<\/li>[\s\S]*<li id="fn-2"><p>Cane sugar\./,
    )
  })

  test('link to their places in the text and back, each with a name', async () => {
    const links = await all(text, 'a')
    expect(links.map((link) => [link['aria-label'], link.href, link.id])).toEqual([
      ['Footnote 1', '#fn-1', 'fnref-1'],
      ['Footnote 2', '#fn-2', 'fnref-2'],
      ['Footnote 1', '#fn-1', 'fnref-1-2'],
      ['Back to reference 1', '#fnref-1', undefined],
      ['Back to reference 1-2', '#fnref-1-2', undefined],
      ['Back to reference 2', '#fnref-2', undefined],
    ])
    expect(await all(text, 'section')).toEqual([{ 'aria-label': 'Footnotes' }])
  })

  test('have ids that no heading has', async () => {
    const ids = (await elementsOf(md('## fn-1', '## Fn 1[^1]', '', '[^1]: x'))).flatMap(
      ({ attributes }) => attributes.id ?? [],
    )
    expect(ids).toEqual(['fn-1-1', 'fn-1-2', 'fnref-1', 'fn-1'])
  })

  test('can refer to each other and to themselves', () => {
    const html = md('x[^a]', '', '[^a]: see[^b]', '[^b]: see[^a] and[^b]')
    expect(html).toContain('<li id="fn-2">')
    expect(html.match(/Back to reference/g)).toHaveLength(4)
  })

  test('may be written in their places, as in Pandoc, and count with the others', async () => {
    const html = md('Salt^[From *the* [sea](https://sea.example), `a]`] and sugar[^1]^[Cane].', '', '[^1]: Beet.')
    expect(html).toStartWith('<p>Salt<sup><a href="#fn-1"')
    const [, one, two, three] = html.split('<li id="fn-')
    expect(one).toStartWith('1"><p>From <em>the</em> <a href="https://sea.example"')
    expect(two).toStartWith('2"><p>Beet.')
    expect(three).toStartWith('3"><p>Cane <a href="#fnref-3"')
  })

  test.each(['10^[2]', '[^[:space:]]', '\\^[no note]', '^[no end', '`^[code]`', 'x^[y](/blog)'])(
    'are not made of %s',
    (source) => expect(md(source)).not.toContain('<section'),
  )

  test('need a definition and a reference', () => {
    expect(md('An array[^1] and [^x y].')).toBe('<p>An array[^1] and [^x y].</p>\n')
    expect(md('Text.', '', '[^1]: Nobody refers to this.')).toBe('<p>Text.</p>\n')
    expect(md('`[^1]` \\[^1]', '', '[^1]: x')).not.toContain('<section')
  })

  test('of one word are no link definitions', () => {
    expect(md('x[^1]', '', '[^1]: word')).toContain('<li id="fn-1"><p>word <a')
  })

  test('of a long text take no longer than the text', () => {
    const count = isFullRun ? 5_000 : 1_000
    const references = Array.from({ length: count }, (_, n) => `Line[^${n}].\n`).join('\n')
    const definitions = Array.from({ length: count }, (_, n) => `[^${n}]: Note.`).join('\n')
    expect(renderHtml('md', `${references}\n${definitions}`)).toContain(`<li id="fn-${count}">`)
  })
})

describe('callouts', () => {
  test.each(['NOTE', 'tip', 'Important', 'WARNING', 'CAUTION'])('%s is a named block', (kind) => {
    const name = kind[0]?.toUpperCase() + kind.slice(1).toLowerCase()
    expect(md(`> [!${kind}]`, '> Mind the **oven**.', '>', '> - hot')).toBe(
      `<div data-callout="${kind.toLowerCase()}" role="note">\n<p><strong>${name}</strong></p>\n` +
        '<p>Mind the <strong>oven</strong>.</p>\n<ul>\n<li>hot</li>\n</ul>\n</div>\n',
    )
  })

  test('keep what follows a hard break or a blank line', () => {
    for (const lines of [
      ['> [!NOTE]  ', '> Text.'],
      ['> [!NOTE]', '>', '> Text.'],
      ['> [!note]', 'Text.'],
    ])
      expect(md(...lines)).toContain('<p><strong>Note</strong></p>\n<p>Text.</p>\n</div>')
  })

  test('can have a title and the names of other systems, and are in lists, too', () => {
    const tip =
      '<div data-callout="tip" role="note">\n<p><strong>Mind the <em>oven</em></strong></p>\n<p>Hot.</p>\n</div>\n'
    expect(md('> [!tip]- Mind the *oven*', '> Hot.')).toBe(tip)
    expect(md('> [!HINT]', '> x')).toContain('<strong>Hint</strong>')
    expect(md('- Bake', '  > [!TIP] Mind the *oven*', '  > Hot.')).toBe(`<ul>\n<li>Bake${tip}</li>\n</ul>\n`)
  })

  test('of an unknown kind or escaped are quotes', () => {
    for (const line of ['> [!FAQ]\n> x', '> \\[!NOTE]\n> x', '> x\n> [!NOTE]'])
      expect(md(line)).toStartWith('<blockquote>')
  })

  test('can be nested a hundred times without taking long', () => {
    const nested = Array.from({ length: 40 }, (_, depth) => `${'> '.repeat(depth + 1)}[!TIP]`).join('\n')
    expect(md(nested)).toContain('data-callout="tip"')
  })
})

test('tasks have a disabled checkbox that says whether they are done', async () => {
  const html = md('- [x] Bake', '- [ ] Pack', '', '  With care.')
  expect(await all(html, 'input')).toEqual([
    { checked: '', type: 'checkbox', disabled: '', 'aria-label': 'Done' },
    { type: 'checkbox', disabled: '', 'aria-label': 'To do' },
  ])
})

describe('images of the storage', () => {
  const path = '/storage/posts/4f0c-1600x900.webp'
  const sized = {
    src: path,
    srcset: `/storage/posts/4f0c-480.webp 480w, /storage/posts/4f0c-960.webp 960w, ${path} 1600w`,
    sizes: '(max-width: 780px) 92vw, 720px',
    width: '1600',
    height: '900',
    loading: 'lazy',
    decoding: 'async',
  }

  test('are sent in the width that fits, with their space reserved, in Markdown and in HTML', async () => {
    expect(await all(md(`![Loaves](${path})`), 'img')).toEqual([{ ...sized, alt: 'Loaves' }])
    expect(await all(renderHtml('html', `<img src="${path}" alt="">`), 'img')).toEqual([{ ...sized, alt: '' }])
  })

  test('keep a size that the author chose', async () => {
    const [image] = await all(renderHtml('html', `<img src="${path}" width="200" alt="">`), 'img')
    expect([image?.width, image?.height]).toEqual(['200', undefined])
  })

  test('without a size in their name stay as they are', async () => {
    expect(await all(md('![x](/storage/posts/old.webp)'), 'img')).toEqual([
      { src: '/storage/posts/old.webp', alt: 'x', loading: 'lazy', decoding: 'async' },
    ])
  })
})

describe('a caption', () => {
  test('is the title of an image alone in its paragraph', () => {
    const html = md('![Loaves](/a.webp "Bread & *butter*")')
    expect(html).toContain('<figcaption>Bread &amp; *butter*</figcaption></figure>')
    expect(html).not.toContain('title=')
  })

  test('needs a title and a paragraph', () => {
    expect(md('![Loaves](/a.webp)')).toStartWith('<p><img')
    expect(md('See ![Loaves](/a.webp "Bread")')).toContain('title="Bread"')
  })

  test('of a figure in HTML stays', () => {
    const html = renderHtml('html', '<figure><img src="/a.webp" alt="x"><figcaption>Bread</figcaption></figure>')
    expect(html).toContain('<figcaption>Bread</figcaption></figure>')
  })
})

test.each(['[TOC]', '[[toc]]', '[[_TOC_]]'])('a place for contents is not shown: %s', (place) => {
  expect(md('A', '', place, '', 'B')).toBe('<p>A</p>\n<p>B</p>\n')
  expect(md(`A ${place}`)).toStartWith('<p>A [')
})

test('what looks like a place for contents may be a link', () => {
  expect(md('[toc]', '', '[toc]: https://x.example')).toContain('<a href="https://x.example"')
})

test('pages with plain text have no styles for callouts, task lists and footnotes', () => {
  const kinds = [
    'Text.',
    '1. List',
    '> [!NOTE]\n> x',
    '- [ ] x',
    'x[^1]\n\n[^1]: y',
    '<ol reversed><li>x</li></ol>',
  ].map((text) => postArticleFor(md(text)))
  expect(new Set(kinds).size).toBe(3)
  expect(new Set(kinds.slice(2)).size).toBe(1)
})
