import { describe, expect, test } from 'bun:test'
import { blankFields } from '#client/admin/post-form/session/fields.ts'
import { consequences, mainAction, nextState, stateAt } from '#client/admin/post-form/session/publication.ts'
import { newTerm } from '#contract/term-choice.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const PAST = '2026-11-20T08:00:00.000Z'
const FUTURE = '2026-12-01T08:00:00.000Z'
const fields = (changes: Partial<typeof blankFields> = {}) => ({ ...blankFields, ...changes })
const next = (changes: Partial<typeof blankFields> = {}) => nextState(fields(changes), NOW)

describe('the main button of the writing page', () => {
  test('publishes a draft, and schedules it if its date is in the future', () => {
    expect(mainAction('draft', next())).toBe('publish')
    expect(mainAction('draft', next({ date: PAST }))).toBe('publish')
    expect(mainAction('draft', next({ date: FUTURE }))).toBe('schedule')
  })

  test('updates what stays published or scheduled', () => {
    expect(mainAction('live', next({ date: PAST }))).toBe('update')
    expect(mainAction('scheduled', next({ date: FUTURE }))).toBe('update')
    expect(mainAction('expired', next({ date: PAST, expires: PAST }))).toBe('update')
  })

  test('publishes a scheduled or expired post that becomes public by its dates', () => {
    expect(mainAction('scheduled', next({ date: PAST }))).toBe('publish')
    expect(mainAction('expired', next({ date: PAST }))).toBe('publish')
  })

  test('schedules a live post whose date moves into the future', () => {
    expect(mainAction('live', next({ date: FUTURE }))).toBe('schedule')
  })
})

describe('what changes for visitors', () => {
  const sentences = (
    action: 'publish' | 'schedule' | 'update' | 'unpublish',
    before: 'draft' | 'live' | 'scheduled',
    changes = {},
  ) =>
    consequences(
      { action, before, fields: fields(changes), source: undefined, url: 'https://x.example/blog/rye' },
      NOW,
    ).join(' ')

  test('names the page of a post that is published', () => {
    expect(sentences('publish', 'draft')).toContain('at once: at https://x.example/blog/rye')
  })

  test('says that a live post disappears until its new date', () => {
    expect(sentences('schedule', 'live', { date: FUTURE })).toContain('disappears now')
    expect(sentences('schedule', 'draft', { date: FUTURE })).not.toContain('disappears')
  })

  test('says when a post ends by itself', () => {
    expect(sentences('update', 'live', { date: PAST, expires: FUTURE })).toContain('visitors no longer see it')
  })

  test('says that an unpublished page is not found', () => {
    expect(sentences('unpublish', 'live')).toContain('not found')
    expect(sentences('unpublish', 'scheduled')).not.toContain('not found')
  })
})

test('a post is expired from its expiry date on', () => {
  expect(stateAt({ draft: false, date: PAST, expires: NOW.toISOString() }, NOW)).toBe('expired')
  expect(stateAt({ draft: true, date: PAST, expires: PAST }, NOW)).toBe('draft')
})

test('the dialog names the categories and tags that the save creates', () => {
  const tags = [newTerm('Spelt'), { id: 'milk', name: 'Milk' }, newTerm('Rye')]
  const change = { action: 'publish', before: 'draft', source: undefined, url: '/blog/rye' } as const
  const sentences = consequences({ ...change, fields: fields({ category_id: 'new:Night shift', tags }) }, NOW)
  expect(sentences.at(-1)).toBe('This also creates the category “Night shift”, the tag “Spelt”, and the tag “Rye”.')
  expect(consequences({ ...change, fields: fields() }, NOW)).toHaveLength(1)
})
