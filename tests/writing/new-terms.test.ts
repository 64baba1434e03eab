import { expect, test } from 'bun:test'
import { conflictsOf, resolveConflicts, shown } from '#client/admin/conflicts/resolve-conflicts.ts'
import {
  blankFields,
  formOf,
  fromWorkingCopy,
  toWorkingFields,
  withTypedSince,
} from '#client/admin/post-form/session/fields.ts'
import type { StalePost } from '#contract/posts.ts'
import { newTerm, withNewTerm } from '#contract/term-choice.ts'
import { aSession, post } from './a-session.ts'

const milk = { id: 'milk', name: 'Milk' }
const spelt = { id: 'spelt', name: 'Spelt' }
const base = { format: 'md', revision: 'r1' } as const
const fields = { ...blankFields, category_id: 'new:Night shift', tags: [milk, newTerm('Spelt')] }

test('new categories and tags are stored with an unsaved text, and are new when it is opened again', () => {
  const stored = toWorkingFields(fields, base)
  expect([stored.category_id, stored.tags]).toEqual(['new:Night shift', ['milk', 'new:Spelt']])
  const copy = { key: 'post-rye', title: '', saved_at: '', deleted_at: '', revision: 'r1', fields: stored }
  const opened = fromWorkingCopy(copy, { base, draft: true, existingTags: [milk] }).fields
  expect([opened.category_id, opened.tags]).toEqual([fields.category_id, fields.tags])
})

test('a save sends their names in place of ids', () => {
  const { category_id, tags } = formOf(fields, base)
  expect([category_id, tags]).toEqual(['new:Night shift', ['milk', 'new:Spelt']])
})

test('tags that a save has created are not new any more, also where others were chosen since', () => {
  const saved = { ...fields, category_id: 'night-shift', tags: [milk, spelt] }
  const now = { ...fields, tags: [newTerm('Spelt'), newTerm('Rye')], tagText: 'Spelt, Rye' }
  expect(withTypedSince(saved, fields, now).tags).toEqual([spelt, newTerm('Rye')])
  expect(withTypedSince(saved, fields, fields).tags).toEqual([milk, spelt])
})

test('the writing page asks the server for no tag, and lists a category once its save has created it', async () => {
  const { session, server } = aSession()
  await session.entry.choose('Spelt')
  expect(session.state().fields.tags).toEqual([newTerm('Spelt')])
  session.set({ category_id: 'new:Night shift' })
  server.change({ category_id: 'night-shift', tags: [spelt] }, [])
  await session.save('draft')
  expect(server.requests).not.toContain('tags')
  expect(session.state()).toMatchObject({
    fields: { category_id: 'night-shift', tags: [spelt] },
    created: [{ id: 'night-shift', name: 'Night shift' }],
  })
})

test('a resolved conflict keeps what is new, by its name', () => {
  const current = { ...post, tags: [milk], revision: 'r2' }
  const stale: StalePost = {
    message: '',
    base: null,
    current,
    merged: { ...current, tags: [milk, newTerm('Spelt')] },
    theirs: [],
    overlaps: [{ field: 'category_id', base: null, mine: 'new:Night shift', theirs: 'production' }],
    around: [],
  }
  const [question] = conflictsOf(stale)
  const names = { categories: withNewTerm([], fields.category_id), tags: fields.tags }
  expect(shown('category_id', question?.mine ?? null, names)).toBe('Night shift')
  const resolved = resolveConflicts(stale, conflictsOf(stale), () => ({ take: 'mine', own: '' }), { names, mine: base })
  expect([resolved.fields.category_id, resolved.fields.tags]).toEqual(['new:Night shift', fields.tags])
})
