import { describe, expect, test } from 'bun:test'
import { DOMParser as DocumentParser, type Node } from 'prosemirror-model'
import { isOwnImage } from '#client/admin/visual-editor/commands/safe-urls.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { cleanPastedHtml } from '#client/admin/visual-editor/paste/clean-pasted-html.ts'
import { withOwnFootnotes } from '#client/admin/visual-editor/paste/own-footnotes.ts'
import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import { normalizeBlock } from '#contract/normalize-block.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { writeDocument } from '#server/text/document/documents.ts'

const ORIGIN = 'https://palletry.example'
const clean = (html: string) => cleanPastedHtml(html, isOwnImage, ORIGIN)

function documentOf(html: string): Node {
  const { body } = new DOMParser().parseFromString(clean(html).html, 'text/html')
  return DocumentParser.fromSchema(schema).parse(body)
}

/** The pasted text as it is stored. */
function stored(html: string, format: DocumentFormat = 'md'): string {
  const blocks: BlockJson[] = documentOf(html).children.map((node) => normalizeBlock(node.toJSON()))
  return writeDocument('', format, blocks)
}

const word = (html: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body lang=EN-US><!--StartFragment-->${html}<!--EndFragment--></body></html>`
const googleDocs = (html: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-4f1c">${html}</b>`
const chrome = (html: string) => `<meta charset='utf-8'>${html}`

describe('sub- and superscript, marked words and keys', () => {
  test.each([
    ['Word', word('<p class=MsoNormal>H<sub>2</sub>O<o:p></o:p></p>'), 'H<sub>2</sub>O'],
    [
      'Word',
      word('<p class=MsoNormal>4 m<sup><span lang=EN-US>2</span></sup> of dough</p>'),
      '4 m<sup>2</sup> of dough',
    ],
    [
      'Word',
      word("<p class=MsoNormal><span style='background:yellow;mso-highlight:yellow'>Order early</span>.</p>"),
      '<mark>Order early</mark>.',
    ],
    [
      'Google Docs',
      googleDocs('<p dir="ltr"><span>CO</span><span style="font-size:0.6em;vertical-align:sub;">2</span></p>'),
      'CO<sub>2</sub>',
    ],
    [
      'Google Docs',
      googleDocs(
        '<p dir="ltr"><span>the 2</span><span style="vertical-align:super;font-size:0.6em">nd</span><span> loaf</span></p>',
      ),
      'the 2<sup>nd</sup> loaf',
    ],
    [
      'Google Docs',
      googleDocs(
        '<p><span style="background-color:#ffff00;">rye</span><span style="background-color:transparent;"> bread</span></p>',
      ),
      '<mark>rye</mark> bread',
    ],
    [
      'a web page',
      chrome('<p>Press <kbd class="key">Ctrl</kbd>+<kbd>B</kbd></p>'),
      'Press <kbd>Ctrl</kbd>+<kbd>B</kbd>',
    ],
    ['a web page', chrome('<p>a <mark style="color: rgb(0, 0, 0)">found</mark> word</p>'), 'a <mark>found</mark> word'],
    ['a web page', chrome('<p><b>x<sup>2</sup></b> and <sub></sub>y</p>'), '**x<sup>2</sup>** and y'],
  ])('of %s are kept: %#', (_, html, text) => {
    expect(stored(html)).toBe(text)
    expect(renderHtml('html', stored(html, 'html')).replaceAll('strong>', 'b>')).toContain(
      text.replace('**x', '<b>x').replace('**', '</b>'),
    )
    expect(stored(html, 'mdx')).toBe(text)
  })

  test('are text in code, and no page colors words by its background', () => {
    expect(stored('<pre>a<sup>2</sup>\nb</pre>')).toBe('```\na2\nb\n```')
    expect(stored(chrome('<p><span style="background-color: rgb(13, 17, 23)">dark</span></p>'))).toBe('dark')
  })
})

describe('blocks without a form in the editor', () => {
  test.each([
    [
      'GitHub',
      '<details class="x" open=""><summary>Log</summary>\n\n<p>It <em>failed</em>.</p></details>',
      '<details><summary>Log</summary>\n<p>It <em>failed</em>.</p></details>',
    ],
    [
      'MDN',
      '<dl><dt id="a"><code>rye</code></dt><dd><p>A <a href="https://example.com/g">grain</a>.</p></dd></dl>',
      '<dl><dt><code>rye</code></dt><dd><p>A <a href="https://example.com/g">grain</a>.</p></dd></dl>',
    ],
    [
      'a page with an FAQ',
      '<details><summary>How?</summary><pre>a\n\nb {{ c }}</pre></details>',
      '<details><summary>How?</summary><pre>a&#10;&#10;b &#123;&#123; c }}</pre></details>',
    ],
  ])('of %s are kept as HTML', (_, html, source) => {
    for (const format of ['md', 'html'] as const) {
      expect(stored(`<p>Before</p>${html}<p>After</p>`, format)).toContain(source)
      expect(renderHtml(format, stored(html, format))).toMatch(/<summary>|<dt>/)
    }
  })

  test.each([
    [
      '<iframe src="https://www.youtube.com/embed/abcdefghijk?rel=0" title="x"></iframe>',
      'https://www.youtube.com/embed/abcdefghijk',
    ],
    ['<figure><iframe src="//player.vimeo.com/video/123"></iframe></figure>', 'https://player.vimeo.com/video/123'],
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
      'https://www.youtube.com/embed/abcdefghijk',
    ],
  ])('videos become that of the page: %s', (html, src) => {
    expect(stored(html)).toBe(`<iframe src="${src}" allowfullscreen></iframe>`)
    expect(clean(html).embedsLeftOut).toBe(0)
  })

  test('other embeds and recordings are counted', () => {
    const { html, embedsLeftOut } = clean(
      '<p>a</p><iframe src="https://maps.example/x"></iframe><video src="/a.mp4"></video>',
    )
    expect([html, embedsLeftOut]).toEqual(['<p>a</p>', 2])
  })

  test('captions are kept, of images and of tables', () => {
    const html = '<figure><img src="/storage/a.webp" alt="Loaf"><figcaption>At <b>four</b></figcaption></figure>'
    expect(stored(html)).toContain('<figcaption>At <strong>four</strong></figcaption>')
    const table = '<table><caption>Prices</caption><tr><th>a</th></tr><tr><td>1</td></tr></table>'
    expect(stored(table)).toBe('Prices\n\n| a |\n| --- |\n| 1 |')
    expect(stored('<figure><pre>x</pre><figcaption>A program</figcaption></figure>')).toContain('A program')
  })
})

describe('footnotes', () => {
  const wordNote = (id: string, text: string) =>
    `<div style='mso-element:footnote' id=ftn${id}><p class=MsoFootnoteText><a style='mso-footnote-id:ftn${id}' href="#_ftnref${id}" name="_ftn${id}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span>[${id}]</span><![endif]></span></span></a><span lang=EN-US> ${text}</span></p></div>`
  const wordReference = (id: string) =>
    `<a style='mso-footnote-id:ftn${id}' href="#_ftn${id}" name="_ftnref${id}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span style='vertical-align:super'>[${id}]</span><![endif]></span></span></a>`
  const list = (...notes: string[]) =>
    `<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>${notes.join('')}</div>`

  test.each([
    [
      'one of Word',
      word(`<p class=MsoNormal>Rye${wordReference('1')} bread.</p>${list(wordNote('1', 'From <i>here</i>.'))}`),
      'Rye[^1] bread.\n\n[^1]: From *here*.',
    ],
    [
      'two of Word',
      word(`<p>A${wordReference('4')} b${wordReference('5')}</p>${list(wordNote('4', 'Four'), wordNote('5', 'Five'))}`),
      'A[^1] b[^2]\n\n[^1]: Four\n\n[^2]: Five',
    ],
    [
      'endnotes of Word',
      word(
        '<p>A<a href="#_edn1" name="_ednref1"><sup>[i]</sup></a></p><div style=\'mso-element:endnote-list\'><hr><div style=\'mso-element:endnote\' id=edn1><p class=MsoEndnoteText><a href="#_ednref1" name="_edn1">[i]</a> End.</p></div></div>',
      ),
      'A[^1]\n\n[^1]: End.',
    ],
    [
      'LibreOffice',
      '<p>Rye<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>A grain</p></div>',
      'Rye[^1]\n\n[^1]: A grain',
    ],
    [
      'Google Docs, published',
      '<p>Rye<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> A grain</span></p></div>',
      'Rye[^1]\n\n---\n\n[^1]: A grain',
    ],
    [
      'GitHub',
      '<p>Rye<sup><a href="https://github.com/a/b#user-content-fn-1-x" id="user-content-fnref-1-x" data-footnote-ref="">1</a></sup></p><section data-footnotes="" class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1-x"><p>A grain <a href="https://github.com/a/b#user-content-fnref-1-x">↩</a></p></li></ol></section>',
      'Rye[^1]\n\n[^1]: A grain',
    ],
    [
      'Wikipedia',
      '<p>Rye<sup id="cite_ref-1" class="reference"><a href="https://en.wikipedia.org/wiki/Rye#cite_note-1">[1]</a></sup></p><ol><li id="cite_note-1"><span><b><a href="https://en.wikipedia.org/wiki/Rye#cite_ref-1">^</a></b></span> <span>A grain</span></li></ol>',
      'Rye[^1]\n\n[^1]: A grain',
    ],
  ])('of %s are footnotes', (_, html, text) => {
    expect(stored(html)).toBe(text)
    expect(renderHtml('html', stored(html, 'html'))).toContain('id="fn-1"')
  })

  test('a number whose note was not copied is text', () =>
    expect(stored(word(`<p>Rye${wordReference('1')} bread.</p>`))).toMatch(
      /^Rye(?:<sup>)?\\?\[1\](?:<\/sup>)? bread\.$/,
    ))

  test('links between headings and in a table of contents are none', () => {
    const html = '<ul><li><a href="#a">1</a></li></ul><p id="a">First</p>'
    expect(documentOf(html).textContent).toBe('1First')
    expect(stored(html)).not.toContain('[^')
  })

  test('take another number where the text has one of theirs already', () => {
    const own = documentOf(`<p>A${wordReference('1')}</p>${list(wordNote('1', 'Own'))}`)
    const pasted = documentOf(`<p>B${wordReference('1')}</p>${list(wordNote('1', 'Pasted'))}`).slice(0)
    const labels: string[] = []
    withOwnFootnotes(pasted, own).content.descendants(({ attrs }) => void (attrs.label && labels.push(attrs.label)))
    expect(labels).toEqual(['2', '2'])
    expect(withOwnFootnotes(pasted, documentOf('<p>x</p>'))).toBe(pasted)
  })
})

describe('links', () => {
  test.each([
    ['of this site', '<a href="https://palletry.example/blog/rye?a=1#x">x</a>', '[x](/blog/rye?a=1#x)', 0],
    [
      'of a page with a base',
      '<base href="https://example.com/a/"><a href="../b.html">x</a>',
      '[x](https://example.com/b.html)',
      0,
    ],
    ['of an unknown page', '<a href="b.html">x</a>', 'x', 1],
    ['of the root of an unknown page', '<a href="/b">x</a>', 'x', 1],
    ['of a server on the device', '<a href="http://localhost:1313/b">x</a>', 'x', 1],
    ['of a file', '<a href="file:///C:/b.docx">x</a>', 'x', 1],
    ['within the page', '<a href="#flour">x</a>', '[x](#flour)', 0],
    ['that run a program', '<a href="javascript:void(0)">x</a>', 'x', 0],
    ['that are anchors', '<a name="x">x</a>', 'x', 0],
    ['to write mail', '<a href="mailto:a@example.com">x</a>', '[x](mailto:a@example.com)', 0],
  ])('%s', (_, html, text, leftOut) => {
    expect(stored(`<p>See ${html}.</p>`.replace(/<p>See (<base[^>]*>)/, '$1<p>See '))).toBe(`See ${text}.`)
    expect(clean(html).linksLeftOut).toBe(leftOut)
  })
})
