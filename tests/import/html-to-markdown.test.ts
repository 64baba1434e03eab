import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { htmlToMarkdown } from '#server/import/html/html-to-markdown.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'

const markdownOf = (html: string) => htmlToMarkdown(html).text

describe('HTML of other systems becomes Markdown', () => {
  test('writes headings, lists, quotes, marks and links as Markdown', () => {
    expect(
      markdownOf(
        '<h2>Flour</h2><p>A <b>bold</b> and <i>slanted</i> <a href="/mill">mill</a>.<br>Next</p>' +
          '<ul><li>Rye</li><ul><li>Dark</li></ul></ul><ol start="3"><li>Three</li></ol><blockquote>Said</blockquote><hr>',
      ),
    ).toBe(
      '## Flour\n\nA **bold** and *slanted* [mill](/mill).\\\nNext\n\n- Rye\n  - Dark\n\n3. Three\n\n> Said\n\n---\n',
    )
  })

  test('leaves out containers, classes, comments and empty paragraphs', () => {
    expect(
      markdownOf(
        '<!-- wp:paragraph --><div class="a"><section><p class="b" style="color:red">One <span style="x">two</span></p><p>&nbsp;</p></section>three</div>',
      ),
    ).toBe('One two\n\nthree\n')
  })

  test('escapes text that Markdown would read as something else', () => {
    const html =
      '<p>1. *not* a [list](x) &lt;b&gt; # and `that` | _so_ &amp;amp; $5 ~~x~~</p><p>- none</p><p># none</p>'
    expect(renderHtml('md', markdownOf(html)).replace(/\n/g, '')).toBe(renderHtml('html', html))
  })

  test('writes an image with a plain caption as an image with a title', () => {
    expect(
      markdownOf(
        '<figure><a href="/big.jpg"><img class="x" src="/a.jpg" alt="Mill" width="3"></a><figcaption>The mill</figcaption></figure>',
      ),
    ).toBe('![Mill](/a.jpg "The mill")\n')
    expect(markdownOf('<figure><img src="/a.jpg" title="IMG_1"></figure>')).toBe('![IMG_1](/a.jpg)\n')
  })

  test('keeps a figure whose caption has a link, or whose image leads elsewhere, as HTML', () => {
    const caption = markdownOf('<figure><img src="/a.jpg"><figcaption>By <a href="/x">X</a></figcaption></figure>')
    expect(caption).toBe('<figure><img src="/a.jpg" alt=""><figcaption>By <a href="/x">X</a></figcaption></figure>\n')
    expect(markdownOf('<figure><a href="/page"><img src="/a.jpg"></a><figcaption>C</figcaption></figure>')).toBe(
      '<figure><a href="/page"><img src="/a.jpg" alt=""></a><figcaption>C</figcaption></figure>\n',
    )
  })

  test('writes each image of a gallery as a figure of its own', () => {
    expect(
      markdownOf(
        '<figure class="gallery"><figure><img src="/1.png"><figcaption>One</figcaption></figure><figure><img src="/2.png"></figure><figcaption>All</figcaption></figure>',
      ),
    ).toBe('![](/1.png "One")\n\n![](/2.png)\n\nAll\n')
  })

  test('does not add the images of a gallery to the list before it', () => {
    const items =
      '<li class="blocks-gallery-item"><figure><img src="/1.png"><figcaption>One</figcaption></figure></li><li><figure><img src="/2.png"></figure></li>'
    const expected = '- Text\n\n![](/1.png "One")\n\n![](/2.png)\n'
    expect(markdownOf(`<ul><li>Text</li></ul><ul class="wp-block-gallery columns-2">${items}</ul>`)).toBe(expected)
    expect(
      markdownOf(
        `<ul><li>Text</li></ul><figure class="wp-block-gallery"><ul class="blocks-gallery-grid">${items}</ul></figure>`,
      ),
    ).toBe(expected)
  })

  test('finds the image that a plugin loads late, and its copy in noscript', () => {
    expect(markdownOf('<p><img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="A"></p>')).toBe('![A](/a.jpg)\n')
    expect(markdownOf('<p><img src="/wait.gif" alt="A"><noscript><img src="/a.jpg" alt="A"></noscript></p>')).toBe(
      '![A](/a.jpg)\n',
    )
    expect(markdownOf('<p>x<img src="https://a.example/p" width="1" height="1"></p>')).toBe('x\n')
  })

  test('writes code with its language and lines', () => {
    expect(markdownOf('<pre class="brush: js; x"><code>a &lt; b\n\n  c</code></pre>')).toBe(
      '```js\na < b\n\n  c\n```\n',
    )
    expect(markdownOf('<pre>one<br>two<span>!</span></pre>')).toBe('```\none\ntwo!\n```\n')
    expect(
      markdownOf(
        '<figure class="highlight"><table><tr><td class="gutter"><pre>1</pre></td><td class="code"><pre>x()</pre></td></tr></table></figure>',
      ),
    ).toBe('```\nx()\n```\n')
  })

  test('writes a simple table as Markdown and keeps any other as HTML', () => {
    expect(
      markdownOf(
        '<table><thead><tr><th>A</th><th>B | C</th></tr></thead><tbody><tr><td>1</td><td><b>2</b></td></tr></tbody></table>',
      ),
    ).toBe('| A | B \\| C |\n| --- | --- |\n| 1 | **2** |\n')
    expect(
      markdownOf('<table class="x"><tr><td colspan="2">1</td></tr><tr><td>2</td><td>3<p>4</p></td></tr></table>'),
    ).toBe(
      '<table><tbody><tr><td colspan="2">1</td></tr><tr><td>2</td><td><p>3</p><p>4</p></td></tr></tbody></table>\n',
    )
  })

  test('writes footnotes of other systems as footnotes', () => {
    const html =
      '<p>Rye<sup id="fnref:1"><a href="#fn:1">[1]</a></sup> grows.</p><div class="footnotes"><hr><ol><li id="fn:1"><p>In <em>fall</em>. <a href="#fnref:1">↩</a></p></li></ol></div>'
    expect(markdownOf(html)).toBe('Rye[^1] grows.\n\n[^1]: In *fall*.\n')
  })

  test('writes callouts and tasks as Markdown', () => {
    expect(markdownOf('<div data-callout="tip"><p>Sift.</p></div>')).toBe('> [!TIP]\n> Sift.\n')
    expect(
      markdownOf('<ul><li><input type="checkbox" checked> Done</li><li><input type="checkbox"> Open</li></ul>'),
    ).toBe('- [x] Done\n- [ ] Open\n')
  })

  test('keeps the places that links inside of the text lead to', () => {
    expect(
      markdownOf(
        '<p><a href="#rye-bread">R</a> <a href="#b2">B</a></p><h2 id="rye-bread">Rye bread</h2><h2 id="b2">Barley</h2>',
      ),
    ).toBe('[R](#rye-bread) [B](#b2)\n\n## Rye bread\n\n## <a id="b2"></a>Barley\n')
  })

  test('keeps the frame of a video and links to other embedded pages', () => {
    const { text, changes } = htmlToMarkdown(
      '<p>See <iframe src="//www.youtube.com/embed/abcdefghijk" width="9"></iframe></p><iframe src="https://maps.example/x"></iframe><audio src="https://a.example/e.mp3"></audio>',
    )
    expect(text).toBe(
      'See\n\n<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>\n\n[Embedded page: maps.example](https://maps.example/x)\n\n[Audio: e.mp3](https://a.example/e.mp3)\n',
    )
    expect(changes).toEqual(['an embedded page was replaced by a link', 'an audio was replaced by a link'])
  })

  test('removes scripts and forms and says so', () => {
    const { text, changes } = htmlToMarkdown(
      '<p>A</p><script>alert(1)</script><form><input></form><p onclick="x()"><a href="javascript:x()">B</a></p>',
    )
    expect(text).toBe('A\n\nB\n')
    expect(changes).toEqual(['a script was removed', 'a form was removed'])
  })
})

describe('hostile HTML', () => {
  test('rejects a text that is nested too deeply', () => {
    expect(() => markdownOf('<div>'.repeat(5_000))).toThrow(UnrenderableContentError)
  })

  test('rejects a text whose open elements are copied into each paragraph', () => {
    const open = Array.from({ length: 90 }, (_, index) => `<b id=${index}>`).join('')
    expect(() => markdownOf(`<p>${open}${'<p>x'.repeat(1_000)}`)).toThrow(UnrenderableContentError)
  })
})
