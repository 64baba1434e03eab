import { describe, expect, test } from 'bun:test'
import { createTextHistory } from '#client/admin/writing/use-text-history.ts'
import { seeded } from '#tests/helpers/seeded.ts'

function openHistory() {
  const shown: string[] = []
  const history = createTextHistory('one', (content) => shown.push(content))
  const reports = (by: 'edit' | 'undo' | 'redo', ...texts: string[]) => {
    for (const text of texts) {
      history.changing(by)
      history.changed(text)
    }
  }
  return { shown, history, reports, edit: (...texts: string[]) => reports('edit', ...texts) }
}

type History = ReturnType<typeof createTextHistory>

/** Returns whether there was a version to show. */
function undo(history: History): boolean {
  const isPossible = history.canUndo()
  history.undo()
  return isPossible
}
function redo(history: History): boolean {
  const isPossible = history.canRedo()
  history.redo()
  return isPossible
}

describe('the history of a text across its editors', () => {
  test('has nothing to undo until another editor is opened: the first one has its own history', () => {
    const { history, shown, edit } = openHistory()
    edit('one two')
    expect([undo(history), redo(history), shown]).toEqual([false, false, []])
  })

  test('returns to the versions of before a switch, and back', () => {
    const { history, shown, edit } = openHistory()
    edit('one two', 'one two three')
    history.opened('one two three')
    expect([history.canUndo(), shown]).toEqual([true, []])
    undo(history)
    undo(history)
    expect([undo(history), shown]).toEqual([false, ['one two', 'one']])
    redo(history)
    redo(history)
    expect([redo(history), shown.slice(2)]).toEqual([false, ['one two', 'one two three']])
  })

  test('redoes what the new editor did, too, once undo has gone behind it', () => {
    const { history, shown, edit, reports } = openHistory()
    edit('two')
    history.opened('two')
    edit('three', 'four')
    reports('undo', 'three', 'two')
    expect(redo(history)).toBe(false)
    undo(history)
    expect(shown).toEqual(['one'])
    while (redo(history));
    expect(shown).toEqual(['one', 'two', 'three', 'four'])
  })

  test('has nothing to redo after a change', () => {
    const { history, edit } = openHistory()
    edit('two')
    history.opened('two')
    undo(history)
    history.changing('edit')
    // Before the editor has reported it, too.
    expect(history.canRedo()).toBe(false)
    history.changed('other')
    expect(history.canRedo()).toBe(false)
  })

  test('has nothing to redo after what was typed was deleted by hand', () => {
    const { history, shown, edit, reports } = openHistory()
    edit('one two', 'one')
    history.opened('one')
    expect(redo(history)).toBe(false)
    edit('one x')
    reports('undo', 'one')
    while (undo(history));
    while (redo(history));
    expect(shown).toEqual(['one two', 'one', 'one two', 'one', 'one x'])
  })

  test('knows that an undo of the editor is no new version, although its text is reported later', () => {
    const { history, shown, edit } = openHistory()
    edit('two')
    history.opened('two')
    history.changing('edit')
    history.changing('undo')
    history.changed('three')
    history.changed('two')
    undo(history)
    redo(history)
    redo(history)
    expect([redo(history), shown]).toEqual([false, ['one', 'two', 'three']])
  })

  test('puts a text that only undo or redo of the editor has reported where it was typed', () => {
    const { history, shown, edit, reports } = openHistory()
    edit('one two three four')
    reports('undo', 'one two', 'one')
    reports('redo', 'one two', 'one two three')
    history.opened('one two three')
    while (undo(history));
    while (redo(history));
    expect(shown).toEqual(['one two', 'one', 'one two', 'one two three', 'one two three four'])
  })

  test('does not take the late report of an editor that is closed for a change', () => {
    const { history, shown, edit } = openHistory()
    edit('two')
    history.opened('two')
    undo(history)
    history.changed('two and more')
    redo(history)
    expect(shown).toEqual(['one', 'two'])
  })

  test('remembers a text that was replaced as a whole', () => {
    const { history, shown } = openHistory()
    history.opened('restored')
    undo(history)
    expect(shown).toEqual(['one'])
  })

  test('forgets the oldest of hundreds of versions', () => {
    const { history, shown, edit } = openHistory()
    for (let i = 0; i < 300; i++) edit(`version ${i}`)
    history.opened('version 299')
    while (undo(history));
    expect([shown.length, shown.at(-1)]).toEqual([200, 'version 99'])
  })

  test('has nothing older than an editor that forgot what it was opened with', () => {
    const { history, edit } = openHistory()
    for (let i = 0; i < 300; i++) edit(`version ${i}`)
    expect([undo(history), redo(history)]).toEqual([false, false])
  })

  test('never turns in a circle: undo and redo end whatever was done before', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed)
      const { history, shown } = openHistory()
      for (let step = 0; step < 30; step++) {
        const text = `text ${random.below(5)}`
        const kind = random.below(6)
        if (kind < 3) history.changing(random.pick(['edit', 'undo', 'redo']))
        if (kind < 4) history.changed(text)
        else if (kind === 4) history.opened(text)
        else random.pick([undo, redo])(history)
      }
      const count = (run: () => boolean) => {
        for (let times = 0; times < 100; times++) if (!run()) return times
        throw new Error(`It turns in a circle (seed ${seed}).`)
      }
      history.opened('the newest')
      shown.length = 0
      const undone = count(() => undo(history))
      expect(count(() => redo(history))).toBe(undone)
      expect(shown.slice(undone, -1).reverse()).toEqual(shown.slice(0, Math.max(0, undone - 1)))
      expect(shown.at(-1) ?? 'the newest').toBe('the newest')
    }
  })
})
