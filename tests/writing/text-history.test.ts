import { describe, expect, test } from 'bun:test'
import { createTextHistory } from '#client/admin/writing/use-text-history.ts'

function openHistory() {
  const shown: string[] = []
  return { shown, history: createTextHistory('one', (content) => shown.push(content)) }
}

describe('the history of a text across its editors', () => {
  test('has nothing to undo until another editor is opened: the first one has its own history', () => {
    const { history, shown } = openHistory()
    history.changed('one two')
    expect([history.undo(true), history.redo(true), shown]).toEqual([false, false, []])
  })

  test('returns to the versions of before a switch, and back', () => {
    const { history, shown } = openHistory()
    history.changed('one two')
    history.changed('one two three')
    history.opened('one two three')
    expect([history.undo(false), shown]).toEqual([true, []])
    history.undo(true)
    history.undo(true)
    expect([history.undo(true), shown]).toEqual([false, ['one two', 'one']])
    history.redo(true)
    history.redo(true)
    expect([history.redo(true), shown.slice(2)]).toEqual([false, ['one two', 'one two three']])
  })

  test('leaves what the new editor did to its own history', () => {
    const { history, shown } = openHistory()
    history.changed('two')
    history.opened('two')
    history.changed('three')
    history.changed('four')
    // The editor has undone both before it asks.
    history.undo(true)
    expect(shown).toEqual(['one'])
    history.redo(true)
    expect(shown).toEqual(['one', 'two'])
  })

  test('has nothing to redo after a change', () => {
    const { history } = openHistory()
    history.changed('two')
    history.opened('two')
    history.undo(true)
    history.changed('other')
    expect(history.redo(false)).toBe(false)
  })

  test('remembers a text that was replaced as a whole', () => {
    const { history, shown } = openHistory()
    history.opened('restored')
    history.undo(true)
    expect(shown).toEqual(['one'])
  })

  test('forgets the oldest of hundreds of versions', () => {
    const { history, shown } = openHistory()
    for (let i = 0; i < 300; i++) history.changed(`version ${i}`)
    history.opened('version 299')
    while (history.undo(true));
    expect([shown.length, shown.at(-1)]).toEqual([200, 'version 99'])
  })
})
