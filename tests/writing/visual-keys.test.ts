import { describe, expect, test } from 'bun:test'
import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import * as blocks from '#client/admin/visual-editor/commands/block-commands.ts'
import { numberedFootnotes } from '#client/admin/visual-editor/commands/footnote-numbers.ts'
import { insertImage, toggleCaption } from '#client/admin/visual-editor/commands/image-commands.ts'
import { setLink } from '#client/admin/visual-editor/commands/link-commands.ts'
import { splitItem, toggleList } from '#client/admin/visual-editor/commands/lists.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { goToCellBelow, goToRow, insertTable } from '#client/admin/visual-editor/commands/table-commands.ts'
import { aParagraph } from './blocks.ts'
import { openState } from './editor-state.ts'
import { openVisualState } from './visual-state.ts'

const insertImageAt =
  (pos: number): Command =>
  ({ tr }, dispatch) => {
    dispatch?.(insertImage(tr, pos, { src: '/a.webp', alt: 'A' }))
    return true
  }

describe('Markdown that is typed', () => {
  test.each([
    ['## Bread', 'heading("Bread")'],
    ['> Bread', 'blockquote(paragraph("Bread"))'],
    ['> [!TIP] Bread', 'callout(paragraph("Bread"))'],
    ['- Bread', 'bullet_list(list_item(paragraph("Bread")))'],
    ['3. Bread', 'ordered_list(list_item(paragraph("Bread")))'],
    ['[x] Bread', 'bullet_list(list_item(paragraph("Bread")))'],
    ['- [ ] Bread', 'bullet_list(list_item(paragraph("Bread")))'],
    ['```js let', 'code_block("let")'],
    ['a **b** c', 'paragraph("a ", strong("b"), " c")'],
    ['a *b* c', 'paragraph("a ", em("b"), " c")'],
    ['a `b` c', 'paragraph("a ", code("b"), " c")'],
    ['a ~~b~~ c', 'paragraph("a ", strike("b"), " c")'],
    ['a [b](/c) d', 'paragraph("a ", link("b"), " d")'],
    ['snake_case_name 2*3*4', 'paragraph("snake_case_name 2", em("3"), "4")'],
  ])('%s', (typed, expected) => {
    const { type, doc } = openState([''])
    type(typed)
    expect(String(doc().firstChild)).toBe(expected)
  })

  test('is formatted when several characters arrive at once, as from phones', () => {
    const { insert, type, select, doc } = openState(['a '])
    insert('**b**')
    expect(String(doc().firstChild)).toBe('paragraph("a ", strong("b"))')
    insert(' and *c')
    insert('* ')
    expect(String(doc().firstChild)).toBe('paragraph("a ", strong("b"), " and *c* ")')
    type('~~d~')
    insert('~')
    expect(String(doc().firstChild)).toBe('paragraph("a ", strong("b"), " and *c* ", strike("d"))')
    select(3, 4)
    insert('*e*')
    expect(String(doc().firstChild)).toBe('paragraph("a ", strong("*e*"), " and *c* ", strike("d"))')
  })

  test('keeps the state of tasks, the start of lists and the language of code', () => {
    const attrsAfter = (typed: string) => {
      const { type, doc } = openState([''])
      type(typed)
      return { ...doc().firstChild?.attrs, ...doc().firstChild?.firstChild?.attrs }
    }
    expect(attrsAfter('[x] a').checked).toBe(true)
    expect(attrsAfter('- [ ] a').checked).toBe(false)
    expect(attrsAfter('7. a').start).toBe(7)
    expect(attrsAfter('```js a').language).toBe('js')
  })

  test('does not make links of scripts', () => {
    const { type, doc } = openState([''])
    type('[b](javascript:x)')
    expect(String(doc().firstChild)).toBe('paragraph("[b](javascript:x)")')
  })
})

describe('commands of the visual editor', () => {
  test('make a list of a line, change its kind, and end it', () => {
    const { run, lines, doc } = openState(['Flour'])
    run(toggleList('bullet'))
    run(toggleList('task'))
    expect(doc().firstChild?.firstChild?.attrs.checked).toBe(false)
    run(toggleList('ordered'))
    expect(lines()).toEqual(['ordered_list(list_item(paragraph("Flour")))'])
    expect(doc().firstChild?.firstChild?.attrs.checked).toBe(null)
    run(toggleList('ordered'))
    expect(lines()).toEqual(['paragraph("Flour")'])
  })

  test('begin a new task after one that is done', () => {
    const { run, type, doc } = openState([''])
    type('[x] Flour')
    run(splitItem)
    expect(doc().firstChild?.children.map(({ attrs }) => attrs.checked)).toEqual([true, false])
  })

  test('join lists that become adjacent', () => {
    const { run, select, lines } = openState(['One', 'Two'])
    run(toggleList('bullet'))
    select(12)
    run(toggleList('bullet'))
    expect(lines()).toEqual(['bullet_list(list_item(paragraph("One")), list_item(paragraph("Two")))'])
  })

  test('put lines into a quote and take them out', () => {
    const { run, lines } = openState(['One', 'Two'])
    run(blocks.toggleQuote)
    expect(lines()).toEqual(['blockquote(paragraph("One"))', 'paragraph("Two")'])
    run(blocks.toggleQuote)
    expect(lines()).toEqual(['paragraph("One")', 'paragraph("Two")'])
  })

  test('insert a table below the line, or in place of an empty one', () => {
    const after = (text: string) => {
      const { run, doc } = openState([text, 'After'])
      run(insertTable)
      return doc().children.map((node: Node) => node.type.name)
    }
    expect(after('Before')).toEqual(['paragraph', 'table', 'paragraph'])
    expect(after('')).toEqual(['table', 'paragraph'])
  })

  test('go to the cell below, and add a row after the last one', () => {
    const { run, type, doc } = openState([''])
    run(insertTable)
    type('a')
    for (let row = 0; row < 3; row++) run(goToCellBelow)
    type('z')
    expect(doc().firstChild?.childCount).toBe(4)
    expect(doc().firstChild?.lastChild?.firstChild?.textContent).toBe('z')
  })

  test('go up and down between rows, and out of the table', () => {
    const { run, type, lines } = openState([''])
    run(insertTable)
    type('a')
    run(goToRow(1))
    type('b')
    run(goToRow(-1))
    type('c')
    for (let row = 0; row < 3; row++) run(goToRow(1))
    type('below')
    expect(lines()).toEqual([expect.stringMatching(/table_header\("ca"\).*table_cell\("b"\)/), 'paragraph("below")'])
  })

  test('number footnotes, and continue in their text', () => {
    const { run, type, select, lines } = openState(['Bread'])
    run(blocks.insertFootnote)
    type('Of rye.')
    select(4)
    run(blocks.insertFootnote)
    expect(lines()).toEqual([
      'paragraph("Bre", footnote_reference, "ad", footnote_reference)',
      'footnote_definition(paragraph)',
      'footnote_definition(paragraph("Of rye."))',
    ])
  })

  test('insert an image with the marks of its place, and give it a caption', () => {
    const { run, select, state, lines } = openState(['abcd'])
    select(1, 5)
    run((now, dispatch) => {
      dispatch?.(now.tr.addMark(1, 5, schema.marks.strong.create()))
      return true
    })
    run(insertImageAt(3))
    expect(lines()).toEqual(['paragraph(strong("ab"), strong(image), strong("cd"))'])
    run(toggleCaption(3))
    expect(lines()).toEqual(['paragraph(strong("ab"))', 'figure', 'paragraph(strong("cd"))'])
    expect(state().selection.$from.parent.type.name).toBe('figure')
    run(toggleCaption(4))
    expect(lines()[1]).toBe('paragraph(image)')
  })

  test('insert an image below a heading, not into it', () => {
    const { run, type, lines } = openState([''])
    type('## Bread')
    run(insertImageAt(3))
    expect(lines()).toEqual(['heading("Bread")', 'paragraph(image)', 'paragraph'])
  })

  test('insert each image into a line of its own where no text is, and continue below', () => {
    const { run, type, lines } = openState([''])
    run(insertImageAt(1))
    run(insertImageAt(2))
    type('Bread')
    expect(lines()).toEqual(['paragraph(image)', 'paragraph(image)', 'paragraph("Bread")'])
  })

  test('link the selection, and change the link at the cursor', () => {
    const { run, select, doc } = openState(['See flour here'])
    select(5, 10)
    run(setLink('https://example.com', ''))
    select(7)
    run(setLink('/flour', ''))
    expect(String(doc().firstChild)).toBe('paragraph("See ", link("flour"), " here")')
    expect(doc().firstChild?.child(1).marks[0]?.attrs.href).toBe('/flour')
  })
})

describe('footnotes of an HTML post', () => {
  test('are numbered in the order of the text, and so are their texts', () => {
    const { run, select, type, lines, doc } = openState(['One two'], [numberedFootnotes()])
    select(8)
    run(blocks.insertFootnote)
    type('Second')
    select(4)
    run(blocks.insertFootnote)
    type('First')
    expect(lines()).toEqual([
      'paragraph("One", footnote_reference, " two", footnote_reference)',
      'footnote_definition(paragraph("First"))',
      'footnote_definition(paragraph("Second"))',
    ])
    const labels: string[] = []
    doc().descendants(({ attrs }) => {
      if (attrs.label) labels.push(attrs.label)
    })
    expect(labels).toEqual(['1', '2', '1', '2'])
  })
})

describe('Enter leaves', () => {
  test.each([
    ['code', 'let a', ['code_block("let a")', 'paragraph("After")']],
    ['code with empty lines', 'a\n\nb', ['code_block("a\\n\\nb")', 'paragraph("After")']],
    ['an empty code block', '', ['code_block', 'paragraph("After")']],
  ])('%s at the third time', (_, code, lines) => {
    const content = code === '' ? [] : [{ type: 'text', text: code }]
    const editor = openVisualState([{ type: 'code_block', attrs: { language: '' }, content }])
    for (let times = 0; times < 3; times++) editor.press('Enter')
    editor.type('After')
    expect(editor.lines().slice(0, 2)).toEqual(lines)
  })

  test.each(['tip', 'note', 'warning'])(
    'a quote at the second time, and a callout after it is separate: %s',
    (kind) => {
      const editor = openVisualState([aParagraph('')])
      editor.type('> Quoted')
      editor.press('Enter')
      editor.press('Enter')
      editor.type(`> [!${kind.toUpperCase()}] Rest`)
      const [quote, callout] = editor.doc().children
      expect([String(quote), String(callout), callout?.attrs.kind]).toEqual([
        'blockquote(paragraph("Quoted"))',
        'callout(paragraph("Rest"))',
        kind,
      ])
    },
  )

  test('nothing in the middle of code, and not before the third time', () => {
    const editor = openVisualState([
      { type: 'code_block', attrs: { language: '' }, content: [{ type: 'text', text: 'a' }] },
    ])
    editor.press('Enter')
    editor.press('Enter')
    editor.type('b')
    expect(editor.lines()[0]).toBe('code_block("a\\n\\nb")')
  })
})
