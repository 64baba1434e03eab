import { describe, expect, test } from 'bun:test'
import { browserKey, createBrowserCopies } from '#client/admin/post-form/session/browser-copies.ts'
import { baseOf, blankFields } from '#client/admin/post-form/session/fields.ts'
import { aStorage } from '#tests/helpers/memory-storage.ts'

const key = browserKey('a-post')
const titled = (title: string) => ({ fields: { ...blankFields, title }, base: baseOf(undefined) })

describe('the unsaved text of a post in this browser', () => {
  test('is offered to the next editing session, not to its own', () => {
    const storage = aStorage()
    const first = createBrowserCopies(storage, key, 'first', () => new Date('2026-11-20T08:00:00Z'))
    first.keep(titled('Half a'))
    first.keep(titled('Half a title'))
    expect(first.others()[0]).toBeUndefined()
    expect(createBrowserCopies(storage, key, 'second').others()[0]).toEqual({
      editorSession: 'first',
      savedAt: '2026-11-20T08:00:00.000Z',
      fields: { ...blankFields, title: 'Half a title' },
      base: { format: 'html', revision: null },
    })
  })

  test('is kept when the editor types on without answering the offer', () => {
    const storage = aStorage()
    createBrowserCopies(storage, key, 'first').keep(titled('Old'))
    createBrowserCopies(storage, key, 'second').keep(titled('New'))
    const third = createBrowserCopies(storage, key, 'third')
    const newest = third.others()[0]
    expect(newest?.fields.title).toBe('New')
    if (newest) third.discard(newest)
    expect(third.others()[0]?.fields.title).toBe('Old')
  })

  test('is removed after a save', () => {
    const storage = aStorage()
    const draft = createBrowserCopies(storage, key, 'first')
    draft.keep(titled('Saved'))
    draft.clear()
    expect(storage.length).toBe(0)
  })

  test('belongs to one post', () => {
    const storage = aStorage()
    createBrowserCopies(storage, browserKey(undefined), 'first').keep(titled('New post'))
    expect(createBrowserCopies(storage, key, 'second').others()[0]).toBeUndefined()
  })

  test('does not break the editor when browser storage is full or an entry is damaged', () => {
    const full = aStorage(() => {
      throw new Error('QuotaExceededError')
    })
    expect(() => createBrowserCopies(full, key, 'first').keep(titled('Long'))).not.toThrow()
    const broken = aStorage()
    broken.setItem(key, '{"not":')
    expect(createBrowserCopies(broken, key, 'first').others()[0]).toBeUndefined()
    broken.setItem(key, '[{"sitting":1}]')
    expect(createBrowserCopies(broken, key, 'first').others()[0]).toBeUndefined()
  })
})
