import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'

const md = (...lines: string[]) => renderHtml('md', lines.join('\n'))

describe('a callout of another system', () => {
  const callout = (kind: string, title: string, inside: string) =>
    `<div data-callout="${kind}" role="note">\n<p><strong>${title}</strong></p>\n${inside}</div>\n`

  test.each([
    ['has the name of its kind', ':::note\n\nText.\n\n:::', callout('note', 'Note', '<p>Text.</p>\n')],
    [
      'needs no blank lines',
      'Before\n:::tip\nText.\n:::\nAfter',
      `<p>Before</p>\n${callout('tip', 'Tip', '<p>Text.</p>\n')}<p>After</p>\n`,
    ],
    [
      'can have a title',
      ':::danger Mind the `oven`\nHot.\n:::',
      callout('caution', 'Mind the <code>oven</code>', '<p>Hot.</p>\n'),
    ],
    ['can have a title in brackets', ':::info[Good to know]\nx\n:::', callout('note', 'Good to know', '<p>x</p>\n')],
    [
      'can have a title among attributes',
      '::: warning {title="Hot" icon=x}\nx\n:::',
      callout('warning', 'Hot', '<p>x</p>\n'),
    ],
    [
      'is written as a class in Pandoc',
      '::: {.callout-important}\nx\n:::',
      callout('important', 'Callout-important', '<p>x</p>\n'),
    ],
    [
      'can contain another one',
      '::::note A\n:::tip B\nx\n:::\n::::',
      callout('note', 'A', callout('tip', 'B', '<p>x</p>\n')),
    ],
    [
      'can be in a list',
      '- Item\n\n  :::note\n  x\n  :::\n',
      `<ul>\n<li><p>Item</p>\n${callout('note', 'Note', '<p>x</p>\n')}</li>\n</ul>\n`,
    ],
  ])('%s', (_, source, html) => expect(md(source)).toBe(html))

  test('can unfold', () => {
    expect(md(':::details More\n*x*\n:::')).toBe('<details>\n<summary>More</summary>\n<p><em>x</em></p>\n</details>\n')
  })

  test('of an unknown name shows its text, with its title, but not its settings', () => {
    expect(md(':::columns', '*x*', ':::')).toBe('<p><em>x</em></p>\n')
    expect(md('::: {.grid cols=2}', ':::: column width=50%', 'x', '::::', ':::')).toBe('<p>x</p>\n')
    expect(md('::: demo A *title*', 'x', ':::')).toBe('<p><strong>A <em>title</em></strong></p>\n<p>x</p>\n')
  })

  test('without an end stays as it is typed', () => {
    expect(md(':::note\n\nText.')).toBe('<p>:::note</p>\n<p>Text.</p>\n')
    expect(md('```', ':::note', 'x', ':::', '```')).not.toContain('data-callout')
  })
})

test('of MDX, modules and comments are not shown, and ids in comments of headings count', () => {
  const text = "import A from './a'\nexport const b = {\n  c: 1,\n}\n\n## T {/* #own */}\n\nImport {/* this */}{it}."
  expect(renderHtml('md', text, { mdx: true })).toBe('<h2 id="own">T</h2>\n<p>Import {it}.</p>\n')
  expect(md('import A from "a"')).toContain('import A')
})

describe('a definition list', () => {
  test('has terms and what they mean', () => {
    expect(md('*Sour*', 'Dough', ': Old.', ': Bubbling,', '  too.', '', 'Rye', ':   Dark.')).toBe(
      '<dl>\n<dt><em>Sour</em></dt>\n<dt>Dough</dt>\n<dd>Old.</dd>\n<dd>Bubbling,\ntoo.</dd>\n<dt>Rye</dt>\n<dd>Dark.</dd>\n</dl>\n',
    )
  })

  test('can have a blank line before a definition, and blocks in it', () => {
    const html = md('Rye', '', ': Dark.', '', '    - dense', '', 'The end.')
    expect(html).toStartWith('<dl>\n<dt>Rye</dt>\n<dd>Dark.')
    expect(html).toContain('<li>dense</li>')
    expect(html).toEndWith('</dl>\n<p>The end.</p>\n')
  })

  test('needs a term and a space', () => {
    expect(md('Rye', ':dark')).toBe('<p>Rye\n:dark</p>\n')
    expect(md(': Dark.')).toBe('<p>: Dark.</p>\n')
  })
})

describe('in a block of HTML', () => {
  test('tags of templates are handled as outside', () => {
    expect(md('<figure>', '{{< figure src="a.png" caption="A loaf" >}}', '</figure>')).toContain(
      '<figcaption>A loaf</figcaption>',
    )
    expect(md('<div>', '{% capture x %}', 'hidden', '{% endcapture %}', '</div>')).not.toContain('hidden')
    expect(md('<div>{% unknown %} {{ .Title }}</div>')).toBe(
      '<div><code>{% unknown %}</code> <code>{{ .Title }}</code></div>',
    )
    expect(renderHtml('html', '<p>{{ page.title }}</p>')).toBe('<p><code>{{ page.title }}</code></p>')
  })

  test('code and attributes stay as they are typed', () => {
    expect(md('<pre>{{ x }}</pre>')).toBe('<pre>{{ x }}</pre>')
    expect(md('<div title="{{ x }}">a</div>')).toBe('<div title="{{ x }}">a</div>')
  })

  test('text is Markdown where kramdown reads it so', () => {
    expect(md('<div markdown="1">', 'Rye *slowly*', '', '- a', '</div>', '', 'After')).toBe(
      '<div>\n<p>Rye <em>slowly</em></p>\n<ul>\n<li>a</li>\n</ul>\n</div>\n<p>After</p>\n',
    )
    expect(md('<div markdown="1">Rye *slowly* <div>a</div></div>')).toContain('<em>slowly</em>')
    expect(md('<div>', 'Rye *slowly*', '</div>')).toContain('*slowly*')
    expect(md('<div markdown="1">', 'No end *here*')).toContain('*here*')
  })

  test('and many such elements without an end are rejected soon', () => {
    const begin = performance.now()
    expect(() => md('<div markdown="1">\n\n'.repeat(5_000))).toThrow('nested too deeply')
    expect(performance.now() - begin).toBeLessThan(5_000)
  })
})
