import { describe, expect, test } from 'bun:test'
import { redoDepth, undoDepth } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import { createTextHistory } from '#client/admin/writing/use-text-history.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { aParagraph } from './blocks.ts'
import { randomChange, texts } from './random-changes.ts'
import { randomRepair, randomRewrite } from './random-rewrites.ts'
import { ctrl, ctrlShift, dispatching, openVisualState, typeLines, type VisualState } from './visual-state.ts'

describe('undo and redo of the visual editor', () => {
  test.each([
    ['a line', ['Alpha one.']],
    ['three paragraphs', ['One.', 'Two.', 'Three.']],
    ['a heading', ['## Head']],
    ['a list and code', ['- one', 'two', '', '```js let x']],
    ['a callout', ['> [!TIP] Rest', '', 'After **bold** text']],
  ])('stop at their ends after %s', (_, lines) => {
    const editor = openVisualState()
    const first = editor.doc()
    typeLines(editor, ...lines)
    const last = editor.doc()
    for (const times of [1, 2, 5]) {
      while (!editor.isDisabled('undo')) editor.undo()
      // Once more than there is to undo.
      for (let more = 0; more < times; more++) expect(editor.undo()).toBe(true)
      expect(editor.doc().eq(first)).toBe(true)
      while (!editor.isDisabled('redo')) editor.redo()
      for (let more = 0; more < times; more++) expect(editor.redo()).toBe(true)
      expect(editor.doc().eq(last)).toBe(true)
    }
  })

  test('stay where they are, whatever letter the keyboard sends with Shift', () => {
    const editor = openVisualState()
    editor.type('Alpha')
    for (const [key, modifiers] of [
      ['z', ctrlShift],
      ['Z', { ...ctrlShift, keyCode: 90 }],
      ['я', { ...ctrlShift, keyCode: 90 }],
      ['y', ctrl],
    ] as const) {
      expect(editor.press(key, modifiers)).toBe(true)
      expect(editor.doc().textContent).toBe('Alpha')
    }
  })

  test('do not let a key of one tool run another where the first cannot run', () => {
    const editor = openVisualState()
    editor.type('# Head')
    editor.run(dispatching((tr) => tr.setSelection(TextSelection.create(tr.doc, 1, 5))))
    editor.press('x', ctrlShift)
    const { tools } = editor
    for (const { keys } of tools.filter(({ keys }) => keys?.startsWith('Mod-Shift-')))
      expect(editor.press(keys?.slice(-1) ?? '', ctrlShift)).toBe(true)
  })

  test('go on to what was there before the editor was opened, and return', () => {
    let shown = ''
    const versions = createTextHistory('one', (content) => {
      shown = content
    })
    versions.changing('edit')
    versions.changed('two')
    versions.opened('two')
    const editor = openVisualState([aParagraph('two')], 'md', () => versions)
    expect([editor.isDisabled('undo'), editor.isDisabled('redo')]).toEqual([false, true])
    editor.type(' more')
    versions.changing('edit')
    editor.undo()
    expect([editor.doc().textContent, shown]).toEqual(['two', ''])
    editor.undo()
    expect(shown).toBe('one')
    const older = openVisualState([aParagraph('one')], 'md', () => versions)
    expect([older.isDisabled('undo'), older.isDisabled('redo')]).toEqual([true, false])
    older.redo()
    expect(shown).toBe('two')
  })

  test.each(['md', 'html'] as const)(
    'return to the same document where blocks are replaced by others (%s)',
    (format) => {
      for (let seed = 1; seed <= 60; seed++) {
        const random = seeded(seed)
        const editor = openVisualState(random.pick(texts), format)
        const done: string[] = []
        for (let step = 0; step < 25; step++) {
          const kind = random.below(8)
          if (kind < 2) done.push(randomRewrite(editor, random))
          else if (kind === 2) done.push(randomRepair(editor, random))
          else done.push(randomChange(editor, random))
          if (random.below(3) === 0) editor.pause()
          if (random.below(6) === 0) editor.undo()
          if (random.below(6) === 0) editor.redo()
        }
        editor.redoAll()
        const last = editor.doc()
        const description = `seed ${seed}: ${done.join(', ')}`
        editor.undoAll()
        editor.doc().check()
        const first = editor.doc()
        editor.redoAll()
        expect(`${description} → ${editor.doc()}`).toBe(`${description} → ${last}`)
        expect(editor.doc().eq(last)).toBe(true)
        editor.undoAll()
        expect(`${description} → ${editor.doc()}`).toBe(`${description} → ${first}`)
      }
    },
  )

  test.each(['md', 'html'] as const)('return to the first and to the last document after any edits (%s)', (format) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed)
      const editor = openVisualState(random.pick(texts), format)
      const first = editor.doc()
      const done: string[] = []
      for (let step = 0; step < 25; step++) {
        done.push(randomChange(editor, random))
        if (random.below(3) === 0) editor.pause()
        // Redo must survive what plugins add to an undo.
        if (random.below(6) === 0) undoSome(editor, random)
      }
      editor.redoAll()
      const last = editor.doc()
      const description = `seed ${seed}: ${done.join(', ')}`
      const passed: Node[] = []
      while (undoDepth(editor.state()) > 0) {
        passed.push(editor.doc())
        editor.undo()
      }
      expect(`${description} → ${editor.doc()}`).toBe(`${description} → ${first}`)
      expect(editor.doc().eq(first)).toBe(true)
      while (redoDepth(editor.state()) > 0) {
        editor.redo()
        expect(`${description} → ${editor.doc()}`).toBe(`${description} → ${passed.at(-1)}`)
        expect(passed.pop()?.eq(editor.doc())).toBe(true)
      }
      expect([passed.length, editor.doc().eq(last)]).toEqual([0, true])
      editor.doc().check()
    }
  })
})

function undoSome(editor: VisualState, random: ReturnType<typeof seeded>): void {
  const before = editor.doc()
  const depth = Math.min(undoDepth(editor.state()), 1 + random.below(3))
  for (let times = 0; times < depth; times++) editor.undo()
  expect(redoDepth(editor.state())).toBeGreaterThanOrEqual(depth)
  if (random.below(2) === 0) return
  for (let times = 0; times < depth; times++) editor.redo()
  expect(String(editor.doc())).toBe(String(before))
}
