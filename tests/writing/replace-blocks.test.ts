import { describe, expect, test } from 'bun:test'
import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import { withBlocksOf } from '#client/admin/visual-editor/commands/replace-blocks.ts'
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

  test('is not undone, but what was typed before is', () => {
    const opened = open('Two', 'One.', 'Two.')
    const typed = opened.apply(opened.tr.insertText(' Typed.'))
    let state = replaced(typed, 'One, merged.', 'Two. Typed.')
    undo(state, (tr) => {
      state = state.apply(tr)
    })
    expect(textsOf(state)).toEqual(['One, merged.', 'Two.'])
  })
})
