import { describe, expect, test } from 'bun:test'
import { Selection } from 'prosemirror-state'
import { aParagraph } from './blocks.ts'
import { list, text } from './random-changes.ts'
import { ctrl, dispatching, openVisualState, typeLines, type VisualState } from './visual-state.ts'

describe('Backspace of the visual editor', () => {
  test.each([
    ['## ', [], '## '],
    ['- ', [aParagraph('Before')], '- '],
    ['- ', [list('bullet_list', 'a')], '- '],
    ['[x] ', [], '[x] '],
    ['3. ', [], '3. '],
    ['> ', [], '> '],
    ['```js ', [], '```js '],
    ['---', [], '---'],
    ['a **b**', [], 'a **b**'],
    ['a [b](/c)', [], 'a [b](/c)'],
  ])('right after the shortcut %j leaves it as text', (words, before, expected) => {
    for (const format of ['md', 'html'] as const) {
      const editor = openVisualState([...before, aParagraph('')], format)
      moveToEnd(editor)
      const first = editor.doc()
      editor.type(words)
      expect(editor.doc().textContent).not.toEndWith(expected)
      editor.press('Backspace')
      editor.type('!')
      expect(editor.doc().lastChild?.textContent).toBe(`${expected}!`)
      const last = editor.doc()
      editor.undoAll()
      expect(editor.doc().eq(first)).toBe(true)
      editor.redoAll()
      expect(editor.doc().eq(last)).toBe(true)
    }
  })

  test('deletes as always once something else was done', () => {
    const editor = openVisualState()
    editor.type('**b**')
    editor.type('c')
    // The browser deletes a character.
    expect(editor.press('Backspace')).toBe(false)
  })

  // Below a list, a quote or code there is a line already.
  test.each([
    ['## ', ['paragraph']],
    ['```js ', ['paragraph', 'paragraph']],
    ['- ', ['paragraph', 'paragraph']],
    ['1. ', ['paragraph', 'paragraph']],
    ['[ ] ', ['paragraph', 'paragraph']],
    ['> ', ['paragraph', 'paragraph']],
    ['> [!TIP] ', ['paragraph', 'paragraph']],
    ['> ## ', ['blockquote(paragraph)', 'paragraph']],
  ])('in the empty block of %j makes it a paragraph', (words, expected) => {
    const editor = openVisualState([aParagraph('Before'), aParagraph('')])
    moveToEnd(editor)
    editor.type(`${words}x`)
    editor.press('Backspace')
    // Deleting a character is the browser's.
    editor.run((state, dispatch) => {
      const { from } = state.selection
      if (state.doc.textBetween(from - 1, from) === 'x') dispatch?.(state.tr.delete(from - 1, from))
      return true
    })
    editor.press('Backspace')
    expect(editor.lines()).toEqual(['paragraph("Before")', ...expected])
    editor.type('After')
    expect(editor.doc().textContent).toBe('BeforeAfter')
  })

  test('in an empty item ends the list there, one level at a time', () => {
    const editor = openVisualState()
    typeLines(editor, '- one', '')
    editor.press('Tab')
    editor.press('Backspace')
    editor.press('Backspace')
    expect(editor.lines()).toEqual(['bullet_list(list_item(paragraph("one")))', 'paragraph', 'paragraph'])
  })

  test('leaves a block that has text', () => {
    const editor = openVisualState([
      aParagraph('One'),
      { type: 'heading', attrs: { level: 2 }, content: [text('Head')] },
    ])
    editor.select(6)
    editor.press('Backspace')
    expect(editor.lines()[0]).toBe('paragraph("OneHead")')
  })
})

test('Ctrl+Enter in code continues in a paragraph below, and changes nothing elsewhere', () => {
  const editor = openVisualState()
  editor.type('```js let x')
  editor.press('Enter', ctrl)
  editor.type('After')
  editor.press('Enter', ctrl)
  expect(editor.lines()).toEqual(['code_block("let x")', 'paragraph("After")', 'paragraph'])
})

function moveToEnd(editor: VisualState) {
  editor.run(dispatching((tr) => tr.setSelection(Selection.atEnd(tr.doc))))
}
