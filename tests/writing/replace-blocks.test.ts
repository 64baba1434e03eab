import { describe, expect, test } from 'bun:test'
import { history, redo, undo } from 'prosemirror-history'
import { Fragment } from 'prosemirror-model'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { withBlocksOf, withReread } from '#client/admin/visual-editor/commands/replace-blocks.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import { aParagraph } from './blocks.ts'

const BLANK = { type: 'paragraph' }
const aDoc = (...texts: string[]) => toDocument(texts.map((text) => (text === '' ? BLANK : aParagraph(text))))
const textsOf = ({ doc }: EditorState) => doc.children.map(({ textContent }) => textContent)

/** The editor with the cursor at the end of the paragraph that begins with `at`. */
function open(at: string, ...texts: string[]) {
  const doc = aDoc(...texts)
  let state = EditorState.create({ doc, plugins: [history()] })
  doc.forEach((block, pos) => {
    if (!block.textContent.startsWith(at)) return
    state = state.apply(state.tr.setSelection(TextSelection.create(doc, pos + block.nodeSize - 1)))
  })
  return state
}
const after = (state: EditorState, command: Command) => {
  let next = state
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}
const replaced = (state: EditorState, ...texts: string[]) => state.apply(withBlocksOf(state, aDoc(...texts)))

describe('another text in place of the one that is shown', () => {
  test.each([
    ['a changed block', ['One, merged.', 'Two.', 'Three.']],
    ['blocks that changed before and after the cursor', ['One, merged.', 'Two.', 'Three, merged.']],
    ['new blocks before and after', ['Zero.', 'One.', 'Two.', 'Half.', 'Three.', 'Four.']],
    ['deleted blocks', ['Two.']],
  ])('replaces %s, and leaves the cursor where it was', (_, texts) => {
    const state = replaced(open('Two', 'One.', 'Two.', 'Three.'), ...texts)
    expect(textsOf(state)).toEqual(texts)
    const { $head } = state.selection
    expect([$head.parent.textContent, $head.parentOffset]).toEqual(['Two.', 4])
  })

  test('keeps blank paragraphs, in which somebody may be about to write', () => {
    const state = replaced(open('Two', 'One.', 'Two.', '', 'Three.', ''), 'One, merged.', 'Two.', 'Three.', 'Four.')
    expect(textsOf(state)).toEqual(['One, merged.', 'Two.', '', 'Three.', 'Four.', ''])
  })

  test.each([
    ['in another block', ['One, merged.', 'Two. Typed.'], ['One, merged.', 'Two.']],
    ['in the same block', ['One.', 'Now two. Typed. And more'], ['One.', 'Now two. And more']],
    [
      'in the same block, with a new block before it',
      ['New.', 'One.', 'Only two. Typed.'],
      ['New.', 'One.', 'Only two.'],
    ],
  ])('is not undone, but what was typed before is: a change %s', (_, merged, undone) => {
    const opened = open('Two', 'One.', 'Two.')
    const shown = replaced(opened.apply(opened.tr.insertText(' Typed.')), ...merged)
    const back = after(shown, undo)
    expect(textsOf(back)).toEqual(undone)
    expect(textsOf(after(back, redo))).toEqual(merged)
  })

  test('keeps what was typed in a block undoable when its link is read again', () => {
    const opened = open('Two', 'One.', 'Two.')
    const typed = opened.apply(opened.tr.insertText(' Typed.'))
    const block = typed.doc.child(1)
    const link = schema.marks.link.create({ href: '/new' })
    const reread = block.copy(Fragment.from(schema.text('Two. Typed.', [link])))
    const shown = typed.apply(withReread(typed, new Map([[block, reread]])))
    expect(shown.doc.child(1).eq(reread)).toBe(true)
    const back = after(shown, undo)
    expect(String(back.doc.child(1))).toBe('paragraph(link("Two."))')
    expect(after(back, redo).doc.eq(shown.doc)).toBe(true)
  })
})
