import { describe, expect, test } from 'bun:test'
import type { EditorState, Transaction } from 'prosemirror-state'
import { isTyping } from '#client/admin/visual-editor/typing.ts'
import { aParagraph } from './blocks.ts'
import { openVisualState, type VisualState } from './visual-state.ts'

/** Whether a change is typing that changes nothing around the text. */
function isTypingOf(change: (editor: VisualState) => void, typed = 'Rye'): boolean {
  const editor = openVisualState([aParagraph('')])
  editor.type(typed)
  const before = editor.state()
  change(editor)
  return isTyping(before, editor.state(), [])
}

describe('typing that renders nothing around the text', () => {
  test('is words, and erasing them', () => {
    expect(isTypingOf((editor) => editor.type('x'))).toBe(true)
    expect(isTypingOf((editor) => editor.run(erase))).toBe(true)
  })

  test.each<[string, (editor: VisualState) => void, string]>([
    ['a line', (editor) => editor.press('Enter'), 'Rye'],
    ['a heading', (editor) => editor.type(' '), '#'],
    ['a list', (editor) => editor.type(' '), '-'],
    ['a slash, which opens a menu', (editor) => editor.type('/'), 'Rye '],
    ['what is typed into the menu', (editor) => editor.type('t'), '/'],
    ['a selection', (editor) => editor.select(1, 3), 'Rye'],
    ['nothing', () => {}, 'Rye'],
  ])('is not %s', (_, change, typed) => {
    expect(isTypingOf(change, typed)).toBe(false)
  })

  test('is not the first change, nor one after undo, which enable and disable undo and redo', () => {
    const editor = openVisualState([aParagraph('')])
    const empty = editor.state()
    editor.type('R')
    expect(isTyping(empty, editor.state(), [])).toBe(false)
    editor.pause()
    editor.type('ye')
    editor.undo()
    const undone = editor.state()
    editor.type('x')
    expect(isTyping(undone, editor.state(), [])).toBe(false)
  })

  test('is not undo', () => {
    const editor = openVisualState([aParagraph('')])
    editor.type('Rye')
    editor.pause()
    editor.type('x')
    const before = editor.state()
    const undone: Transaction[] = []
    editor.tools.find(({ id }) => id === 'undo')?.command(before, (tr) => undone.push(tr))
    const after = undone.reduce((state: EditorState, tr) => state.apply(tr), before)
    expect(isTyping(before, after, undone)).toBe(false)
  })
})

const erase = (state: EditorState, dispatch?: (tr: Transaction) => void) => {
  const { from } = state.selection
  dispatch?.(state.tr.delete(from - 1, from))
  return true
}
