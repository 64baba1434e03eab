import { expect, test } from 'bun:test'
import { deleteCharBackward, history, insertNewlineKeepIndent, isolateHistory, redo, undo } from '@codemirror/commands'
import { EditorSelection, EditorState, type StateCommand, Transaction } from '@codemirror/state'
import { changesBetween } from '#client/admin/source-editor/create-source-view.ts'
import { toggleMarks } from '#client/admin/source-editor/format-commands.ts'
import { continueMarkup } from '#client/admin/source-editor/list-continuation.ts'
import { syntaxOf } from '#client/admin/source-editor/source-format.ts'
import { seeded } from '#tests/helpers/seeded.ts'

test('undo and redo of the source editor return to the first and to the last text after any edits', () => {
  for (const format of ['md', 'html'] as const) for (let seed = 1; seed <= 60; seed++) editAndReturn(format, seed)
})

test('what was typed is undone and redone after a merge changed words before and behind it', () => {
  let state = EditorState.create({ doc: 'One two.\n\nThree.\n', extensions: history() })
  const dispatch = (transaction: Transaction) => {
    state = transaction.state
  }
  dispatch(state.update({ changes: { from: 7, insert: ' typed' } }))
  const merged = 'One merged two typed.\n\nThree, merged.\n'
  const changes = changesBetween(state.doc.toString(), merged)
  dispatch(state.update({ changes, annotations: Transaction.addToHistory.of(false) }))
  expect(state.doc.toString()).toBe(merged)
  undo({ state, dispatch })
  expect(state.doc.toString()).toBe('One merged two.\n\nThree, merged.\n')
  redo({ state, dispatch })
  expect(state.doc.toString()).toBe(merged)
})

test('undo and redo return to the same text where merges and other edits alternate', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed)
    let state = EditorState.create({ doc: 'One two.\n\n- Three\n- four\n', extensions: history({ minDepth: 1000 }) })
    const dispatch = (transaction: Transaction) => {
      state = transaction.state
    }
    const all = (command: StateCommand) => {
      while (command({ state, dispatch }));
      return state.doc.toString()
    }
    for (let step = 0; step < 30; step++) {
      const text = state.doc.toString()
      const from = random.below(text.length + 1)
      const to = random.below(3) === 0 ? Math.min(from + random.below(5), text.length) : from
      const changes = { from, to, insert: random.pick(['word ', '\n\n', '🎉']) }
      const kind = random.below(6)
      if (kind === 0) undo({ state, dispatch })
      else if (kind === 1) redo({ state, dispatch })
      else if (kind === 2) {
        const merged = text.replace(random.pick(['One', 'word', '- ', 'four']), 'Bob')
        const annotations = Transaction.addToHistory.of(false)
        dispatch(state.update({ changes: changesBetween(text, merged), annotations }))
        expect(state.doc.toString()).toBe(merged)
      } else dispatch(state.update({ changes, annotations: isolateHistory.of('full') }))
    }
    const last = all(redo)
    const first = all(undo)
    expect([seed, all(redo)]).toEqual([seed, last])
    expect([seed, all(undo)]).toEqual([seed, first])
  }
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
