import { describe, expect, test } from 'bun:test'
import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { bodyOf, decodeFields } from '#server/content/post-file.ts'
import { BASE, body, fieldsOf, form, merge, theirs } from './merging.ts'

describe('two changes of one post (issue 5)', () => {
  test('of different keys are both in, and theirs is edited where mine changed, nowhere else', () => {
    const merged = merge({ title: 'Mine' }, { summary: 'Theirs.', category: 'shipping' })
    expect(merged.text).toBe(
      BASE.replace('"Crates"', '"Mine"').replace('In short.', 'Theirs.').replace('production', 'shipping'),
    )
    expect([merged.fields, merged.body.conflicts, merged.theirs]).toEqual([[], [], ['summary', 'category']])
  })

  test('of one key to two values overlap, and all three are told', () => {
    const { fields, text } = merge({ title: 'Mine', image_alt: 'My crate' }, { title: 'Theirs' })
    expect(fields).toEqual([{ field: 'title', base: 'Crates', mine: 'Mine', theirs: 'Theirs' }])
    expect(decodeFields(text)).toMatchObject({ title: 'Theirs', image_alt: 'My crate' })
  })

  test('to the same value are one', () => {
    const merged = merge({ title: 'Both', body: body({ 0: 'Both.' }) }, { title: 'Both', body: body({ 0: 'Both.' }) })
    expect([merged.fields, merged.body.conflicts, merged.theirs]).toEqual([[], [], []])
    expect(merged.text).toBe(theirs({ title: 'Both', body: body({ 0: 'Both.' }) }))
  })

  test('of the time of the last save never overlap', () => {
    const saved = theirs({ updated: '2026-03-04T05:06:07.000Z' }, `${BASE}`)
    const merged = mergePost({
      base: BASE,
      mine: form({ title: 'Mine', updated: '2026-04-04T05:06:07.000Z' }),
      theirs: saved,
    })
    expect([merged.fields, merged.theirs]).toEqual([[], []])
  })

  test('of a comment or a key that only the file has stay as they are', () => {
    const other = BASE.replace('mood: calm', 'mood: wild # now').replace('own note', 'other note')
    const { text } = mergePost({ base: BASE, mine: form({ title: 'Mine' }), theirs: other })
    expect(text).toBe(other.replace('"Crates"', '"Mine"'))
  })
})

describe('tags', () => {
  test('that one adds and another adds or takes away are merged one by one', () => {
    const merged = merge({ tags: ['milk', 'mine'] }, { tags: ['milk', 'sauce', 'theirs'] })
    expect(decodeFields(merged.text).tags).toEqual(['milk', 'theirs', 'mine'])
    expect([merged.fields, merged.theirs]).toEqual([[], ['tags']])
  })

  test('in another order on one side overlap, where both changed them', () => {
    expect(merge({ tags: ['sauce', 'milk'] }, { tags: ['milk', 'sauce', 'theirs'] }).fields).toEqual([
      { field: 'tags', base: ['milk', 'sauce'], mine: ['sauce', 'milk'], theirs: ['milk', 'sauce', 'theirs'] },
    ])
    expect(fieldsOf(merge({ tags: ['sauce', 'milk'] }, { title: 'Theirs' })).tags).toEqual(['sauce', 'milk'])
  })

  test('that together are too many overlap', () => {
    const many = (prefix: string) =>
      ['milk', 'sauce'].concat(Array.from({ length: TAGS_PER_POST_MAX - 2 }, (_, at) => `${prefix}${at}`))
    expect(merge({ tags: many('a') }, { tags: many('b') }).fields).toHaveLength(1)
  })
})

describe('the body', () => {
  test('is merged line by line', () => {
    const merged = merge({ body: body({ 0: 'Mine.' }) }, { body: body({ 8: 'Theirs.' }) })
    expect(bodyOf(merged.text)).toBe(body({ 0: 'Mine.', 8: 'Theirs.' }))
    expect(merged.theirs).toEqual(['body'])
  })

  test('keeps the line ends of a file from Windows', () => {
    const windows = BASE.replaceAll('\n', '\r\n')
    const merged = merge({ body: body({ 0: 'Mine.' }) }, { body: body({ 8: 'Theirs.' }) }, windows)
    expect(bodyOf(merged.text)).toBe(body({ 0: 'Mine.', 8: 'Theirs.' }))
    expect(merged.text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('that both continue behind its last line, which has no end, overlaps only there', () => {
    const mine = `${body()}\n\nMine.`
    const { body: found, text } = merge({ body: mine }, { body: `${body({ 0: 'Theirs.' })}\n\nTheirs too.` })
    expect(found.conflicts).toEqual([{ base: '', mine: '\nMine.\n', theirs: '\nTheirs too.\n' }])
    expect(found.context).toEqual([`${body({ 0: 'Theirs.' })}\n`, ''])
    expect(bodyOf(text)).toBe(`${body({ 0: 'Theirs.' })}\n\nTheirs too.`)
  })

  test('in several overlaps comes with what lies between them', () => {
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

  test('in another format overlaps as a whole, unless I left it alone', () => {
    const other = theirs({ body: '<p>One.</p>' })
    const all = { base: BASE, theirs: other, inOtherFormat: true }
    expect(mergePost({ ...all, mine: form({ title: 'Mine' }) }).text).toBe(other.replace('"Crates"', '"Mine"'))
    expect(mergePost({ ...all, mine: form({ body: 'Mine.' }) }).body).toEqual({
      conflicts: [{ base: `${body()}\n`, mine: 'Mine.\n', theirs: '<p>One.</p>\n' }],
      context: ['', ''],
    })
  })
})

test('without a base, all that differs overlaps, and nothing else', () => {
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
