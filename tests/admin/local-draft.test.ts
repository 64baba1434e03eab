import { describe, expect, test } from 'bun:test'
import { baseOf, blankFields, createLocalDraft, draftKey } from '#client/admin/post-form/use-post-form.ts'

/** The used part of browser storage, in memory. */
function aStorage(setItem?: () => never): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => items.delete(key),
    setItem: setItem ?? ((key, value) => items.set(key, value)),
  }
}

const key = draftKey('a-post')
const titled = (title: string) => [{ ...blankFields, title }, baseOf(undefined)] as const

describe('the local draft of a post', () => {
  test('is offered to the next editing session, not to its own', () => {
    const storage = aStorage()
    const first = createLocalDraft(storage, key, 'first', () => new Date('2026-11-20T08:00:00Z'))
    first.keep(...titled('Half a'))
    first.keep(...titled('Half a title'))
    expect(first.offered()).toBeUndefined()
    expect(createLocalDraft(storage, key, 'second').offered()).toEqual({
      sitting: 'first',
      savedAt: '2026-11-20T08:00:00.000Z',
      fields: { ...blankFields, title: 'Half a title' },
      base: { format: 'html', revision: null },
    })
  })

  test('is kept when the editor types on without answering the offer', () => {
    const storage = aStorage()
    createLocalDraft(storage, key, 'first').keep(...titled('Old'))
    createLocalDraft(storage, key, 'second').keep(...titled('New'))
    const third = createLocalDraft(storage, key, 'third')
    const newest = third.offered()
    expect(newest?.fields.title).toBe('New')
    if (newest) third.discard(newest)
    expect(third.offered()?.fields.title).toBe('Old')
  })

  test('is removed after a save', () => {
    const storage = aStorage()
    const draft = createLocalDraft(storage, key, 'first')
    draft.keep(...titled('Saved'))
    draft.clear()
    expect(storage.length).toBe(0)
  })

  test('belongs to one post', () => {
    const storage = aStorage()
    createLocalDraft(storage, draftKey(undefined), 'first').keep(...titled('New post'))
    expect(createLocalDraft(storage, key, 'second').offered()).toBeUndefined()
  })

  test('does not break the editor when browser storage is full or an entry is damaged', () => {
    const full = aStorage(() => {
      throw new Error('QuotaExceededError')
    })
    expect(() => createLocalDraft(full, key, 'first').keep(...titled('Long'))).not.toThrow()
    const broken = aStorage()
    broken.setItem(key, '{"not":')
    expect(createLocalDraft(broken, key, 'first').offered()).toBeUndefined()
    broken.setItem(key, '[{"sitting":1}]')
    expect(createLocalDraft(broken, key, 'first').offered()).toBeUndefined()
  })
})
