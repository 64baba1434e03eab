import { expect, test } from 'bun:test'
import { deleteCharBackward, history, insertNewlineKeepIndent, isolateHistory, redo, undo } from '@codemirror/commands'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { toggleMarks } from '#client/admin/source-editor/format-commands.ts'
import { continueMarkup } from '#client/admin/source-editor/list-continuation.ts'
import { syntaxOf } from '#client/admin/source-editor/source-format.ts'
import { seeded } from '#tests/helpers/seeded.ts'

test('undo and redo of the source editor return to the first and to the last text after any edits', () => {
  for (const format of ['md', 'html'] as const) for (let seed = 1; seed <= 60; seed++) editAndReturn(format, seed)
})

function editAndReturn(format: 'md' | 'html', seed: number) {
  const random = seeded(seed)
  const first = random.pick(['', 'One\n\nTwo', '- a\n- b\n', '<p>Rye</p>\n'])
  let state = EditorState.create({ doc: first, extensions: history({ minDepth: 1000 }) })
  const view = {
    get state() {
      return state
    },
    dispatch(transaction: { state: EditorState }) {
      state = transaction.state
    },
  }
  const run = (command: unknown) => (command as StateCommand)(view)
  const syntax = syntaxOf(format)
  const commands = [
    insertNewlineKeepIndent,
    deleteCharBackward,
    ...(syntax ? [toggleMarks(syntax.bold), toggleMarks(syntax.italic)] : []),
    ...(format === 'md' ? [continueMarkup] : []),
  ]
  const place = () => random.below(state.doc.length + 1)
  for (let step = 0; step < 30; step++) {
    const kind = random.below(4)
    const selection = EditorSelection.range(place(), place())
    if (kind === 0) view.dispatch(state.update({ selection, annotations: isolateHistory.of('full') }))
    else if (kind === 1) run(random.pick(commands))
    else if (kind === 2 && random.below(3) === 0) run(undo)
    else view.dispatch(state.update(state.replaceSelection(random.pick(['word ', '- ', '\n', '🎉', '<b>']))))
  }
  while (run(redo));
  const last = state.doc.toString()
  while (run(undo));
  expect([seed, state.doc.toString()]).toEqual([seed, first])
  while (run(redo));
  expect([seed, state.doc.toString()]).toEqual([seed, last])
}
