import { describe, expect, test } from 'bun:test'
import { DOMParser as DocumentParser, Fragment, type Node, Slice } from 'prosemirror-model'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { cleanPastedHtml, withUsualBlanks } from '#client/admin/visual-editor/paste/clean-pasted-html.ts'
import { normalizeSlice } from '#client/admin/visual-editor/paste/normalize-slice.ts'
import { NESTING_MAX, nestingOf } from '#contract/normalize-block.ts'

/** The clipboard's HTML as the editor reads it: one line per block, with its parents and marks. */
async function paste(fixture: string) {
  const cleaned = cleanPastedHtml(await Bun.file(`${import.meta.dir}/clipboard/${fixture}.html`).text())
  return { ...cleaned, lines: linesOf(cleaned.html) }
}

function linesOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines: string[] = []
  const visit = (node: Node, path: string) => {
    const { checked, level, start, language } = node.attrs
    const details = [checked, level, start !== 1 && start, language].filter(
      (one) => one || (one === false && 'checked' in node.attrs),
    )
    const name = [node.type.name, ...details].join(' ').replaceAll('table_', '')
    if (node.isTextblock || node.isAtom) lines.push(`${path}${name}: ${textOf(node)}`)
    else for (const child of node.children) visit(child, `${path}${name} > `)
  }
  for (const block of DocumentParser.fromSchema(schema).parse(body).children) visit(block, '')
  return lines
}

const textOf = (block: Node): string =>
  block.children
    .map(({ text, type, marks }) => {
      const names = marks.map((mark) => (mark.type.name === 'link' ? `link ${mark.attrs.href}` : mark.type.name))
      return names.length > 0 ? `[${names}]${text}[/]` : (text ?? `<${type.name}>`)
    })
    .join('')

describe('pasted text', () => {
  test('of Google Docs keeps headings, marks, links, nested lists, tasks and tables', async () => {
    const { lines, imagesLeftOut } = await paste('google-docs')
    expect(lines).toEqual([
      'heading 2: Planning a bake',
      'paragraph: Start with [strong]tonight’s orders[/][em] before noon[/][strike] at ten[/], see [link https://example.com/flour?a=1]the price of flour[/][code]totals()[/].',
      'bullet_list > list_item > paragraph: Flour',
      'bullet_list > list_item > bullet_list > list_item > paragraph: Rye',
      'bullet_list > list_item > paragraph: Salt',
      'bullet_list > list_item true > paragraph: Ordered',
      'table > row > header: [strong]Product[/]',
      'table > row > header: Per day',
      'table > row > cell: Loaf<hard_break>large',
      'table > row > cell: 120',
    ])
    expect(imagesLeftOut).toBe(1)
  })

  test('of Word has real lists, a table with a header, and nothing of its own formatting', async () => {
    const { html, lines, imagesLeftOut } = await paste('word')
    expect(lines).toEqual([
      'heading 2: Packing list',
      'paragraph: Weigh [strong]every crate[/] and [em]note[/] it down.',
      'bullet_list > list_item > paragraph: Crates',
      'bullet_list > list_item > bullet_list > list_item > paragraph: blue ones',
      'bullet_list > list_item > paragraph: Labels',
      'ordered_list 3 > list_item > paragraph: Load the van',
      'ordered_list 3 > list_item > paragraph: Drive',
      'table > row > header: Stop',
      'table > row > header: Crates',
      'table > row > cell: Harbor Street',
      'table > row > cell: 4',
      'paragraph: See [link https://example.com/van]the van[/].',
    ])
    expect(imagesLeftOut).toBe(1)
    expect(html).not.toMatch(/style|class|mso|lang|file:/)
  })

  test('of a web page has its structure, and neither scripts nor frames nor unsafe links', async () => {
    const { html, lines, imagesLeftOut } = await paste('web-page')
    expect(lines).toEqual([
      'heading 2: How sourdough works',
      'paragraph: A starter is [strong]alive[/], as this advertisement and [link https://example.com/yeast]that article[/] say. Run [code]feed --daily[/].',
      'ordered_list 2 > list_item > paragraph: Mix',
      'ordered_list 2 > list_item > paragraph: Wait',
      'ordered_list 2 > list_item > bullet_list > list_item > paragraph: eight hours',
      'blockquote > paragraph: Patience is an ingredient.',
      'code_block js: const hours = 8\n  wait(hours)',
      'bullet_list > list_item true > paragraph: Feed it',
      'bullet_list > list_item false > paragraph: Bake it',
      'paragraph: A loaf after eight hours',
    ])
    expect(imagesLeftOut).toBe(1)
    expect(html).not.toMatch(/style|class|onclick|javascript|script|iframe|input|button|cdn\.example/)
  })

  test.each([
    [
      'GitHub',
      '<div class="highlight highlight-source-js"><pre><span>let</span> a\n  b()</pre></div>',
      'js',
      'let a\n  b()',
    ],
    [
      'Stack Overflow',
      '<pre class="lang-py s-code-block"><code class="hljs">def a():\n    b()</code></pre>',
      'py',
      'def a():\n    b()',
    ],
    ['MDN', '<pre class="brush: css notranslate"><code>a {\n  b: c;\n}</code></pre>', 'css', 'a {\n  b: c;\n}'],
    ['a page with line breaks', '<pre><code class="language-sh">cd a<br>  ls</code></pre>', 'sh', 'cd a\n  ls'],
  ])('of %s is a code block with its language and indentation', (_, html, language, text) =>
    expect(linesOf(cleanPastedHtml(html).html)).toEqual([`code_block ${language}: ${text}`]),
  )

  test.each([
    ['Word', '<p class=MsoNormal>Bake&nbsp;12&nbsp;kg of&nbsp;rye.<o:p>&nbsp;</o:p></p>', 'Bake 12\u00a0kg of rye.'],
    [
      'Google Docs',
      '<b id="docs-internal-guid-1"><p><span>At&nbsp;20&nbsp;°C,&nbsp;80&nbsp;% humid</span></p></b>',
      'At 20\u00a0°C, 80\u00a0% humid',
    ],
    [
      'Chrome',
      '<meta charset="utf-8"><span>10&nbsp;km/h and&nbsp;3&nbsp;loaves,&nbsp;5&nbsp;€</span>',
      '10\u00a0km/h and 3 loaves, 5\u00a0€',
    ],
  ])('of %s has usual blanks, except between a number and its unit', (_, html, text) => {
    const [line = ''] = linesOf(cleanPastedHtml(html).html)
    expect(line.replace('paragraph: ', '').trimEnd()).toBe(text)
    expect(withUsualBlanks(text.replaceAll(' ', '\u00a0'))).toBe(text)
  })

  test('of this editor stays as it was', () => {
    const own = '<ul data-pm-slice="1 1 []"><li data-checked="true"><p>Flour</p></li></ul>'
    expect(linesOf(cleanPastedHtml(own).html)).toEqual(['bullet_list > list_item true > paragraph: Flour'])
  })

  test('of this editor keeps the images that the post can show, and leaves out others', () => {
    const own = '<p data-pm-slice="0 0 []"><img src="racks.jpg"><img src="other.jpg"><img src="/storage/a.webp"></p>'
    const { html, imagesLeftOut } = cleanPastedHtml(own, (src) => src !== 'other.jpg')
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const [paragraph] = DocumentParser.fromSchema(schema).parse(body).children
    expect(paragraph?.children.map(({ attrs }) => attrs.src)).toEqual(['racks.jpg', '/storage/a.webp'])
    expect(imagesLeftOut).toBe(1)
  })

  test('has no style attributes when it is parsed, because the Content-Security-Policy reports them', () => {
    const { html } = cleanPastedHtml(`<p data-pm-slice="0 0 []" style="color:red" onclick='x()'>a</p>`)
    expect(html).toBe('<p data-pm-slice="0 0 []" data-style="color:red" >a</p>')
  })
})

describe('pasted values that no post can store', () => {
  const parsed = (html: string) =>
    DocumentParser.fromSchema(schema).parse(
      new DOMParser().parseFromString(cleanPastedHtml(html).html, 'text/html').body,
    )

  test('are normalized: empty titles, and addresses and descriptions with line breaks', () => {
    const html = '<p><a href=" https://example.com/\n" title="">this</a> <img src="/a.png" alt=" a\nb " title=" "></p>'
    const [link, , image] = parsed(html).firstChild?.children ?? []
    expect(link?.marks[0]?.attrs).toEqual({ href: 'https://example.com/', title: null })
    expect(image?.attrs).toEqual({ src: '/a.png', alt: 'a b', title: null })
  })

  test('are control characters in a text', () => {
    const paragraph = schema.nodes.paragraph.create(null, schema.text('a\0b\x1b'))
    expect(normalizeSlice(new Slice(Fragment.from(paragraph), 1, 1)).content.textBetween(0, 4)).toBe('ab')
  })

  test('are lists in lists without end, whose innermost ones become text', () => {
    const { children } = parsed(`${'<ul><li>x'.repeat(40)}${'</li></ul>'.repeat(40)}`)
    const slice = new Slice(Fragment.fromArray([...children]), 80, 80)
    const normalized = normalizeSlice(slice)
    expect(nestingOf(normalized.content.firstChild?.toJSON())).toBe(NESTING_MAX)
    expect(normalized.content.textBetween(0, normalized.content.size)).toBe('x'.repeat(40))
    expect(normalized.openStart).toBeLessThanOrEqual(80)
    expect(normalized.openEnd).toBeLessThanOrEqual(42)
    expect(() => schema.nodes.doc.create(null, normalized.content).check()).not.toThrow()
  })

  test('leave the rest of the clipboard as it is', () => {
    const slice = new Slice(parsed('<p>a <b>b</b></p>').content, 1, 1)
    expect(normalizeSlice(slice)).toBe(slice)
  })
})
