import { describe, expect, test } from 'bun:test'
import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { bodyOf, decodeFields } from '#server/content/files/post-file.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { BASE, body, fieldsOf, form, merge, theirs } from './merging.ts'

describe('merging two changes of one post', () => {
  test('applies changes of different keys, and edits their file only where mine differs', () => {
    const merged = merge({ title: 'Mine' }, { summary: 'Theirs.', category: 'shipping' })
    expect(merged.text).toBe(
      BASE.replace('"Crates"', '"Mine"').replace('In short.', 'Theirs.').replace('production', 'shipping'),
    )
    expect([merged.fields, merged.body.conflicts, merged.theirs]).toEqual([[], [], ['summary', 'category']])
  })

  test('reports one key with two values as a conflict with base and both versions', () => {
    const { fields, text } = merge({ title: 'Mine', image_alt: 'My crate' }, { title: 'Theirs' })
    expect(fields).toEqual([{ field: 'title', base: 'Crates', mine: 'Mine', theirs: 'Theirs' }])
    expect(decodeFields(text)).toMatchObject({ title: 'Theirs', image_alt: 'My crate' })
  })

  test('accepts the same value on both sides', () => {
    const merged = merge({ title: 'Both', body: body({ 0: 'Both.' }) }, { title: 'Both', body: body({ 0: 'Both.' }) })
    expect([merged.fields, merged.body.conflicts, merged.theirs]).toEqual([[], [], []])
    expect(merged.text).toBe(theirs({ title: 'Both', body: body({ 0: 'Both.' }) }))
  })

  test('never conflicts in the time of the last save', () => {
    const saved = theirs({ updated: '2026-03-04T05:06:07.000Z' }, `${BASE}`)
    const merged = mergePost({
      base: BASE,
      mine: form({ title: 'Mine', updated: '2026-04-04T05:06:07.000Z' }),
      theirs: saved,
    })
    expect([merged.fields, merged.theirs]).toEqual([[], []])
  })

  test('keeps comments and keys that only the file has', () => {
    const other = BASE.replace('mood: calm', 'mood: wild # now').replace('own note', 'other note')
    const { text } = mergePost({ base: BASE, mine: form({ title: 'Mine' }), theirs: other })
    expect(text).toBe(other.replace('"Crates"', '"Mine"'))
  })
})

describe('merging tags', () => {
  test('applies additions and removals one by one', () => {
    const merged = merge({ tags: ['milk', 'mine'] }, { tags: ['milk', 'sauce', 'theirs'] })
    expect(decodeFields(merged.text).tags).toEqual(['milk', 'theirs', 'mine'])
    expect([merged.fields, merged.theirs]).toEqual([[], ['tags']])
  })

  test('conflicts when both sides changed them and one changed the order', () => {
    expect(merge({ tags: ['sauce', 'milk'] }, { tags: ['milk', 'sauce', 'theirs'] }).fields).toEqual([
      { field: 'tags', base: ['milk', 'sauce'], mine: ['sauce', 'milk'], theirs: ['milk', 'sauce', 'theirs'] },
    ])
    expect(fieldsOf(merge({ tags: ['sauce', 'milk'] }, { title: 'Theirs' })).tags).toEqual(['sauce', 'milk'])
  })

  test('conflicts when the result has too many', () => {
    const many = (prefix: string) =>
      ['milk', 'sauce'].concat(Array.from({ length: TAGS_PER_POST_MAX - 2 }, (_, at) => `${prefix}${at}`))
    expect(merge({ tags: many('a') }, { tags: many('b') }).fields).toHaveLength(1)
  })
})

describe('merging bodies', () => {
  test('works line by line', () => {
    const merged = merge({ body: body({ 0: 'Mine.' }) }, { body: body({ 8: 'Theirs.' }) })
    expect(bodyOf(merged.text)).toBe(body({ 0: 'Mine.', 8: 'Theirs.' }))
    expect(merged.theirs).toEqual(['body'])
  })

  test('keeps Windows line endings', () => {
    const windows = BASE.replaceAll('\n', '\r\n')
    const merged = merge({ body: body({ 0: 'Mine.' }) }, { body: body({ 8: 'Theirs.' }) }, windows)
    expect(bodyOf(merged.text)).toBe(body({ 0: 'Mine.', 8: 'Theirs.' }))
    expect(merged.text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('conflicts only at the end when both sides extend a last line without a line break', () => {
    const mine = `${body()}\n\nMine.`
    const { body: found, text } = merge({ body: mine }, { body: `${body({ 0: 'Theirs.' })}\n\nTheirs too.` })
    expect(found.conflicts).toEqual([{ base: '', mine: '\nMine.\n', theirs: '\nTheirs too.\n' }])
    expect(found.context).toEqual([`${body({ 0: 'Theirs.' })}\n`, ''])
    expect(bodyOf(text)).toBe(`${body({ 0: 'Theirs.' })}\n\nTheirs too.`)
  })

  test('returns several conflicts with the text between them', () => {
    const { conflicts: overlaps, context: around } = merge(
      { body: body({ 0: 'M', 4: 'M3', 8: 'M' }) },
      { body: body({ 0: 'T', 8: 'T' }) },
    ).body
    expect(overlaps).toEqual([
      { base: 'One.\n', mine: 'M\n', theirs: 'T\n' },
      { base: 'Five.\n', mine: 'M\n', theirs: 'T\n' },
    ])
    expect(around).toEqual(['', '\nTwo.\n\nM3\n\nFour.\n\n', ''])
  })

  test('conflicts as a whole in another format, unless my side is unchanged', () => {
    const other = theirs({ body: '<p>One.</p>' })
    const all = { base: BASE, theirs: other, inOtherFormat: true }
    expect(mergePost({ ...all, mine: form({ title: 'Mine' }) }).text).toBe(other.replace('"Crates"', '"Mine"'))
    expect(mergePost({ ...all, mine: form({ body: 'Mine.' }) }).body).toEqual({
      conflicts: [{ base: `${body()}\n`, mine: 'Mine.\n', theirs: '<p>One.</p>\n' }],
      context: ['', ''],
    })
  })
})

test('reports all differences as conflicts without a base', () => {
  const merged = mergePost({
    base: undefined,
    mine: form({ title: 'Mine', body: 'Mine.' }),
    theirs: theirs({ tags: ['theirs'] }),
  })
  expect(merged.isBaseKnown).toBe(false)
  expect(merged.fields.map(({ field, base }) => [field, base])).toEqual([
    ['title', null],
    ['tags', null],
  ])
  expect(merged.body.conflicts).toHaveLength(1)
  expect(mergePost({ base: 'no post', mine: form(), theirs: BASE })).toMatchObject({ isBaseKnown: false, fields: [] })
})
