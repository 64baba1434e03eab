import { describe, expect, test } from 'bun:test'
import { DOMParser as DocumentParser, type Node } from 'prosemirror-model'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { cleanPastedHtml } from '#client/admin/visual-editor/paste/clean-pasted-html.ts'

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
      'code_block js: const hours\u00a0= 8\n  wait(hours)',
      'bullet_list > list_item true > paragraph: Feed it',
      'bullet_list > list_item false > paragraph: Bake it',
      'paragraph: A loaf after eight hours',
    ])
    expect(imagesLeftOut).toBe(1)
    expect(html).not.toMatch(/style|class|onclick|javascript|script|iframe|input|button|cdn\.example/)
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
