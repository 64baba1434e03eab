import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'

const md = (...lines: string[]) => renderHtml('md', lines.join('\n'))

describe('code', () => {
  test('has a class for each part that has a color, in Markdown and HTML', () => {
    const colored = '<pre><code><span class="tok-keyword">const</span> a = <span class="tok-number">1</span> &lt; b'
    expect(md('```js', 'const a = 1 < b', '```')).toStartWith(colored)
    expect(renderHtml('html', '<pre><code class="language-js">const a = 1 &lt; b</code></pre>')).toStartWith(colored)
  })

  test.each(['nonsense', '', 'text', 'constructor'])('in the language “%s” is plain', (language) => {
    expect(md(`\`\`\`${language}`, 'const <b>', '```')).toBe('<pre><code>const &lt;b&gt;\n</code></pre>\n')
  })

  test.each([
    ['js title="a.js"', 'a.js'],
    ['js:src/a.js', 'src/a.js'],
    ['toml,name=a.toml', 'a.toml'],
    ['{.js filename="<b>"}', '&lt;b&gt;'],
  ])('with “%s” has a title', (info, title) => {
    expect(md(`\`\`\`${info}`, 'x', '```')).toStartWith(`<figure><figcaption>${title}</figcaption><pre><code>x`)
  })

  test('shows which lines are marked, in elements that end with the line', () => {
    expect(md('```js {1,3}', '/* a', 'b */', 'c', '```')).toBe(
      '<pre><code><mark><span class="tok-comment">/* a</span></mark>\n<span class="tok-comment">b */</span>\n<mark>c</mark>\n</code></pre>\n',
    )
  })

  test('keeps no other class, and no style', () => {
    const html = renderHtml(
      'html',
      '<span class="tok-string">a</span><b class="tok-string post-body-0" style="top:0">b</b>',
    )
    expect(html).toBe('<span class="tok-string">a</span><b>b</b>')
  })
})

describe('formulas', () => {
  const fraction = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'

  test('between two dollars are MathML, in lines and in a block', () => {
    expect(md('Half is $$\\frac12$$.')).toBe(`<p>Half is <math>${fraction}</math>.</p>\n`)
    expect(md('$$', '\\frac12', '$$')).toBe(`<div><math display="block">${fraction}</math></div>\n`)
  })

  test('between single dollars and in brackets need to be asked for', () => {
    const text = 'From $5 to $6 is $\\frac12$, \\\\(\\frac12\\\\). A $4 fee and `$x`.'
    expect(md(text)).not.toContain('<math>')
    const html = renderHtml('md', text, { math: true })
    expect(html).toContain('From $5 to $6 is')
    expect(html).toContain('A $4 fee and <code>$x</code>.')
    expect(html.split(`<math>${fraction}</math>`)).toHaveLength(3)
  })

  test.each(['\\nope', '\\href{javascript:alert(1)}{x}', '\\def\\f{\\f\\f}\\f'])(
    'that are no TeX stay as typed: %s',
    (tex) => {
      expect(md(`a $$${tex}$$ b`)).toBe(`<p>a <code>$$${tex}$$</code> b</p>\n`)
    },
  )

  test('in code stay code', () => expect(md('`$$x$$`')).toBe('<p><code>$$x$$</code></p>\n'))

  test('in HTML needs the setting, and stays in code and attributes', () => {
    const html = '<p title="$$x$$">\\(\\frac12\\) $$\\frac12$$ <code>$$x$$</code> $5 to $6</p>'
    expect(renderHtml('html', html)).toBe(html)
    expect(renderHtml('html', html, { math: true })).toBe(
      `<p title="$$x$$"><math>${fraction}</math> <math display="block">${fraction}</math> <code>$$x$$</code> $5 to $6</p>`,
    )
  })

  test('of authors have no links, other languages or negative spaces', () => {
    const hostile =
      '<math href="javascript:x"><mpadded lspace="-9em" width="-1px" voffset="9em"><annotation-xml>x</annotation-xml><mi>y</mi></mpadded></math>'
    expect(renderHtml('html', hostile)).toBe('<math><mpadded><mi>y</mi></mpadded></math>')
  })
})
