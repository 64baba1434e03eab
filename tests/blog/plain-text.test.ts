import { describe, expect, test } from 'bun:test'
import { excerpt } from '#server/blog/post-page.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { summaryOf } from '#server/content/files/post-text.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'

const stripTags = (html: string) => toPlainText('html', html)

describe('the plain text of a summary', () => {
  test('has no gap for a tag inside a word, and one for a paragraph', () => {
    expect(stripTags('<p>Sour<b>dough</b></p><p>and rye<br>bread</p>')).toBe('Sourdough and rye bread')
  })

  test.each([
    ['<h2>What belongs on it</h2><p>A packing list</p>', 'What belongs on it. A packing list'],
    ['<h2>What is a lot?</h2><p>A batch.</p>', 'What is a lot? A batch.'],
    ['<h2><em>Lots</em></h2>\n<h3>One</h3><p>Two</p>', 'Lots. One. Two'],
    ['<p>Bread</p><h2>Jars</h2>', 'Bread Jars'],
  ])('separates headings from the text below them: %p', (html, text) => {
    expect(stripTags(html)).toBe(text)
  })

  test('is not confused by a > inside an attribute', () => {
    expect(stripTags('Before <img alt="a > b" src="/x.webp"> after')).toBe('Before after')
  })

  test('keeps text that was escaped', () => {
    expect(stripTags('5 &lt; 6 &amp; 7&nbsp;&gt; 6, and &amp;lt; stays')).toBe('5 < 6 & 7 > 6, and &lt; stays')
  })

  test.each(['<"', '<b" ="', '="<b"', "<a ='<b "])(
    'is computed at once for a text of 100,000 characters made of %p',
    (unit) => {
      const start = cpuMilliseconds()
      stripTags(`<a ${unit.repeat(100_000 / unit.length)}`)
      expect(cpuMilliseconds() - start).toBeLessThan(1_000)
    },
  )

  test('ends between words within 160 characters as a description', () => {
    const description = excerpt(`<p>${'loaves, '.repeat(40)}</p>`)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toEndWith('loaves…')
  })

  test('has no tags of other systems, except in code', () => {
    expect(toPlainText('md', 'a {{< figure src="x.png" >}} {% if b %}c{% endif %} `{% d %}`')).toBe('a c {% d %}')
    expect(stripTags('<p>{{< youtube x >}}a</p>')).toBe('a')
  })

  test('is not shortened when it is short', () => {
    expect(excerpt('<p>Bread.</p>')).toBe('Bread.')
  })
})

describe('the plain text of a text in Markdown', () => {
  const plain = (markdown: string) => toPlainText('md', markdown)

  test('has the words of footnotes and neither their references nor their labels', () => {
    expect(plain('Jars[^1][^lids] last.\n\n[^1]: Of glass.\n    And lids.\n[^lids]: Of tin.\n')).toBe(
      'Jars last. Of glass. And lids. Of tin.',
    )
    expect(plain('Written \\[^1] as it is.')).toBe('Written [^1] as it is.')
    expect(plain('Jars^[Of *glass*, see [x](/x).] last. \\^[x] 2^[1]')).toBe('Jars Of glass, see x. last. ^[x] 2^[1]')
  })

  test('separates headings from the text below them', () => {
    expect(plain('Intro.\n\n## Work backwards\n\nStart.\n\nTwo words\n---\nMore.')).toBe(
      'Intro. Work backwards. Start. Two words. More.',
    )
    expect(plain('| Day | Cases |\n| --- | --- |\n| Mon | 12 |')).toBe('Day Cases Mon 12')
  })

  test('has the words of callouts and not their marks', () => {
    expect(plain('> [!NOTE]\n> Weigh the water.\n\n> > [!warning]  \n> > Hot.')).toBe('Weigh the water. Hot.')
    expect(plain('> [!tip]- Mind the oven\n> Hot.')).toBe('Mind the oven Hot.')
    expect(plain('Text with [!NOTE] in it.')).toBe('Text with [!NOTE] in it.')
  })

  test('has the words of tasks and not their boxes', () => {
    expect(plain('- [ ] Weigh\n- [x] Knead\n  1. [X] Rest\n\n> * [ ] Bake')).toBe('Weigh Knead Rest Bake')
  })

  test.each([
    'a {% comment %}secret{% endcomment %} b',
    'a {{/* secret */}} b',
    'a {{- /* secret */ -}} b',
    'a {# secret #} b',
    'a {/* secret */} b',
    'a {% capture x %}secret{% endcapture %} b',
    'a {{% comment %}}secret{{% /comment %}} b',
    'a\n\n{{% hugo-encryptor "secret" %}}\n\nsecret\n\n{{% /hugo-encryptor %}}\n\nb',
    'a {{< fixit-encryptor "secret" "secret" >}}secret{{< /fixit-encryptor >}} b',
  ])('has no words that the page does not show: %s', (source) => {
    expect(plain(source)).toBe('a b')
    expect(summaryOf('md', source).replace(/\s+/g, ' ')).toMatch(/^a(?: b)?$/)
    expect(renderHtml('md', source, { mdx: true })).not.toContain('secret')
    expect(toPlainText('html', source)).toBe('a b')
  })

  test('has the words of code, of tags without an end and of other shortcodes', () => {
    expect(plain('`{# a #}` {{< comment >}} b {{% box %}}c{{% /box %}}')).toBe('{# a #} b c')
  })

  test.each(['> ', '>', '[^', '- [', '[^a]: ', '^[', '^[a', '^[`', '{{< comment >}}', '{/*', '{% capture x %}'])(
    'is computed at once for 100,000 characters made of %p',
    (unit) => {
      const start = cpuMilliseconds()
      plain(unit.repeat(100_000 / unit.length))
      expect(cpuMilliseconds() - start).toBeLessThan(1_000)
    },
  )
})
