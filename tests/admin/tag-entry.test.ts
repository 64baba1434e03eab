import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { createTagEntry, matchTag, TAG_MATCH_DELAY_MS, typedSoFar } from '#client/admin/post-form/session/tag-entry.ts'
import type { Term } from '#contract/posts.ts'
import { newTerm } from '#contract/term-choice.ts'

const named = (name: string): Term => ({ id: name.toLowerCase().replaceAll(' ', '-'), name })
const known = ['Milk route', 'Milk', 'Bakery', 'Cut-off times'].map(named)

/** A tag entry with a server that creates the requested tags and records them. */
function anEntry({ start = [] as Term[], create = async (names: string[]) => names.map(named) } = {}) {
  const asked: string[][] = []
  const entry = createTagEntry(
    {
      existing: known,
      create: (names) => {
        asked.push(names)
        return create(names)
      },
    },
    start,
  )
  return { entry, asked, chips: () => entry.state().selected.map((tag) => tag.name), text: () => entry.state().text }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const after = async (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds)
  await settled()
}

describe('matching a typed tag', () => {
  test('prefers an exact match in another case to a partial one', () => {
    expect(matchTag('MILK', known)?.name).toBe('Milk')
  })
  test('uses the first partial match without an exact one', () => {
    expect(matchTag('cut', known)?.name).toBe('Cut-off times')
    expect(matchTag('ilk r', known)?.name).toBe('Milk route')
  })
  test('reports an unmatched name as to be created', () => {
    expect(matchTag('Gluten', known)).toBeUndefined()
  })
  test('ignores fewer than two characters after the last comma while typing', () => {
    expect(typedSoFar('Bakery, M')).toEqual({ done: 'Bakery', rest: ', M' })
    expect(typedSoFar('Bakery, ')).toEqual({ done: 'Bakery', rest: ', ' })
    expect(typedSoFar('M')).toEqual({ done: '', rest: 'M' })
    expect(typedSoFar('Bakery, Mi')).toEqual({ done: 'Bakery, Mi', rest: '' })
  })
})

describe('the tag entry', () => {
  test('matches names 300 ms after typing stops, not before', async () => {
    const { entry, chips, text } = anEntry()
    entry.type('bak')
    await after(TAG_MATCH_DELAY_MS - 1)
    expect(chips()).toEqual([])
    entry.type('bake')
    await after(TAG_MATCH_DELAY_MS - 1)
    expect(chips()).toEqual([])
    await after(1)
    expect(chips()).toEqual(['Bakery'])
    expect(text()).toBe('Bakery')
  })

  test('matches several names at once and creates each unmatched one once', async () => {
    const { entry, asked, chips, text } = anEntry()
    entry.type('milk, Gluten free, , gluten FREE, Nuts')
    expect(await entry.settle()).toBe(true)
    expect(asked).toEqual([['Gluten free'], ['Nuts']])
    expect(chips()).toEqual(['Milk', 'Gluten free', 'Nuts'])
    expect(text()).toBe('Milk, Gluten free, Nuts')
  })

  test('creates nothing in a pause, however long', async () => {
    const { entry, asked, chips, text } = anEntry()
    entry.type('bak, Glut')
    await after(TAG_MATCH_DELAY_MS * 10)
    expect(text()).toBe('Bakery, Glut')
    expect(chips()).toEqual(['Bakery'])
    expect(asked).toEqual([])
  })

  test('creates the names before a comma at once', async () => {
    const { entry, asked, chips, text } = anEntry()
    entry.type('Gluten')
    entry.type('Gluten,')
    await settled()
    expect(asked).toEqual([['Gluten']])
    expect(chips()).toEqual(['Gluten'])
    expect(text()).toBe('Gluten,')
  })

  test('creates a name that is part of another one only if it is chosen', async () => {
    const { entry, asked, chips } = anEntry()
    entry.type('Mil', { waits: true })
    expect(entry.suggestions('Mil').map(({ name }) => name)).toEqual(['Milk route', 'Milk'])
    await entry.choose('Mil')
    expect(asked).toEqual([['Mil']])
    expect(chips()).toEqual(['Mil'])
  })

  test('keeps the comma after a matched name while the next name is typed', async () => {
    const { entry, chips, text } = anEntry()
    entry.type('bakery, ')
    await after(TAG_MATCH_DELAY_MS)
    expect(chips()).toEqual(['Bakery'])
    expect(text()).toBe('Bakery, ')
  })

  test('updates the text when a chip is removed', async () => {
    const { entry, chips, text } = anEntry({ start: known.slice(1, 4) })
    expect(text()).toBe('Milk, Bakery, Cut-off times')
    await entry.remove(named('Bakery'))
    expect(chips()).toEqual(['Milk', 'Cut-off times'])
    expect(text()).toBe('Milk, Cut-off times')
  })

  test('does not complete a name that is being erased', async () => {
    const { entry, chips, text } = anEntry({ start: [named('Milk'), named('Bakery')] })
    entry.type('Milk, Baker')
    await after(TAG_MATCH_DELAY_MS * 2)
    expect(text()).toBe('Milk, Baker')
    expect(chips()).toEqual(['Milk'])
    entry.type('')
    expect(chips()).toEqual([])
  })

  test('shows a creation failure and keeps the text', async () => {
    const { entry, chips, text } = anEntry({
      start: [named('Milk')],
      create: () => Promise.reject(new Error('The disk is full.')),
    })
    entry.type('Milk, Nuts')
    expect(await entry.settle()).toBe(false)
    expect(entry.state().failure).toBe('The disk is full.')
    expect(text()).toBe('Milk, Nuts')
    expect(chips()).toEqual(['Milk'])
    entry.type('Milk, Nutsy')
    expect(entry.state().failure).toBeUndefined()
  })

  test('knows tags that the save creates until they are removed or saved', async () => {
    const { entry, asked, chips } = anEntry({ create: async (names) => names.map(newTerm) })
    entry.type('Nuts,')
    await settled()
    entry.type('Nuts, nuts,')
    await settled()
    expect([chips(), asked]).toEqual([['Nuts'], [['Nuts']]])
    await entry.remove(newTerm('Nuts'))
    expect(entry.suggestions('Nu')).toEqual([])
    await entry.choose('Nuts')
    entry.replace('Nuts', [named('Nuts')])
    expect(await entry.settle()).toBe(true)
    expect(entry.state().selected).toEqual([named('Nuts')])
  })

  test('keeps text that is typed while a tag is being created, and matches it afterwards', async () => {
    const waiting = Promise.withResolvers<void>()
    const { entry, asked, chips, text } = anEntry({
      create: async (names) => {
        await waiting.promise
        return names.map(named)
      },
    })
    entry.type('Nuts,')
    await settled()
    entry.type('Nuts, bak')
    waiting.resolve()
    await settled()
    expect(text()).toBe('Nuts, bak')
    await after(TAG_MATCH_DELAY_MS)
    expect(chips()).toEqual(['Nuts', 'Bakery'])
    expect(asked).toEqual([['Nuts']])
  })
})
