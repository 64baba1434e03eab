import { describe, expect, test } from 'bun:test'
import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { mergePost, type PostEdit } from '#server/content/merge-post.ts'
import { bodyOf, decodeFields, editPost } from '#server/content/post-file.ts'
import { seeded } from '#tests/helpers/seeded.ts'

const LINES = ['One.', '', 'Two.', '', 'Three.', '', 'Four.', '', 'Five.']
const BASE = `---
# the editor's own note
title: "Crates"
summary: In short.
category: production
tags: [milk, sauce]   # for now
image: posts/old.webp
image_alt: A crate
date: 2026-01-02
mood: calm
---

${LINES.join('\n')}
`
const body = (change: Record<number, string> = {}) => LINES.map((line, at) => change[at] ?? line).join('\n')
/** All that the dashboard sends: what is not changed is sent as it was. */
const form = (changes: Partial<PostEdit> = {}): PostEdit => ({
  title: 'Crates',
  summary: 'In short.',
  category: 'production',
  tags: ['milk', 'sauce'],
  image_alt: 'A crate',
  draft: false,
  body: body(),
  ...changes,
})
const theirs = (changes: Partial<PostEdit>, base = BASE) => editPost(base, changes)
const merge = (mine: Partial<PostEdit>, other: Partial<PostEdit>, base = BASE) =>
  mergePost({ base, mine: form(mine), theirs: theirs(other, base) })
const fieldsOf = ({ text }: { text: string }) => ({ ...decodeFields(text), body: bodyOf(text) })

describe('two changes of one post (issue 5)', () => {
  test('of different keys are both in, and theirs is edited where mine changed, nowhere else', () => {
    const merged = merge({ title: 'Mine' }, { summary: 'Theirs.', category: 'shipping' })
    expect(merged.text).toBe(
      BASE.replace('"Crates"', '"Mine"').replace('In short.', 'Theirs.').replace('production', 'shipping'),
    )
    expect([merged.fields, merged.body.overlaps, merged.theirs]).toEqual([[], [], ['summary', 'category']])
  })

  test('of one key to two values overlap, and all three are told', () => {
    const { fields, text } = merge({ title: 'Mine', image_alt: 'My crate' }, { title: 'Theirs' })
    expect(fields).toEqual([{ field: 'title', base: 'Crates', mine: 'Mine', theirs: 'Theirs' }])
    expect(decodeFields(text)).toMatchObject({ title: 'Theirs', image_alt: 'My crate' })
  })

  test('to the same value are one', () => {
    const merged = merge({ title: 'Both', body: body({ 0: 'Both.' }) }, { title: 'Both', body: body({ 0: 'Both.' }) })
    expect([merged.fields, merged.body.overlaps, merged.theirs]).toEqual([[], [], []])
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
    expect(found.overlaps).toEqual([{ base: '', mine: '\nMine.\n', theirs: '\nTheirs too.\n' }])
    expect(found.around).toEqual([`${body({ 0: 'Theirs.' })}\n`, ''])
    expect(bodyOf(text)).toBe(`${body({ 0: 'Theirs.' })}\n\nTheirs too.`)
  })

  test('in several overlaps comes with what lies between them', () => {
    const { overlaps, around } = merge(
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
      overlaps: [{ base: `${body()}\n`, mine: 'Mine.\n', theirs: '<p>One.</p>\n' }],
      around: ['', ''],
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
  expect(merged.body.overlaps).toHaveLength(1)
  expect(mergePost({ base: 'no post', mine: form(), theirs: BASE })).toMatchObject({ isBaseKnown: false, fields: [] })
})

describe('whatever two people change', () => {
  const choices = {
    title: ['Crates', 'A', 'B: "c"'],
    summary: ['In short.', 'x\ny', '<p>#</p>'],
    category: ['production', 'shipping'],
    image_alt: ['A crate', ''],
    draft: [false, true],
    tags: [['milk', 'sauce'], ['milk'], ['milk', 'sauce', 'x'], ['sauce', 'y']],
  }
  const sorted = (post: { text: string }) => {
    const { tags, ...rest } = fieldsOf(post)
    return { ...rest, tags: tags.toSorted() }
  }

  test('in different places, both keep all of it, and it does not matter who was first', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const { pick, below } = seeded(seed)
      const sides: [Partial<PostEdit>, Partial<PostEdit>] = [{}, {}]
      for (const [key, values] of Object.entries(choices)) {
        const [value] = [pick<unknown>(values)]
        Object.assign(sides[below(2)] ?? {}, { [key]: value })
      }
      const lines: [Record<number, string>, Record<number, string>] = [{}, {}]
      for (const at of [0, 2, 4, 6, 8]) {
        const side = lines[below(2)]
        if (side && below(2)) side[at] = pick([`new ${at}`, `new ${at}\nand more ${at}`])
      }
      const [a, b] = [
        { ...sides[0], body: body(lines[0]) },
        { ...sides[1], body: body(lines[1]) },
      ]
      const [one, other] = [merge(a, b), merge(b, a)]
      expect([seed, one.fields, one.body.overlaps]).toEqual([seed, [], []])
      expect([seed, sorted(one)]).toEqual([seed, sorted(other)])
      const both = theirs({ ...sides[0], ...sides[1], body: body({ ...lines[0], ...lines[1] }) })
      expect([seed, sorted(one)]).toEqual([seed, sorted({ text: both })])
    }
  })

  test('each thing ends up in the text or in an overlap, and the same change never overlaps', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const { pick, below } = seeded(seed)
      const edit = (): Partial<PostEdit> => ({
        ...Object.fromEntries(Object.entries(choices).map(([key, values]) => [key, pick<unknown>(values)])),
        body: body({ [below(9)]: `line ${below(3)}`, [below(9)]: `other ${below(3)}` }),
      })
      const [a, b] = [edit(), edit()]
      const merged = merge(a, b)
      const now = fieldsOf(merged)
      for (const key of ['title', 'summary', 'category', 'image_alt', 'draft'] as const) {
        const overlap = merged.fields.find(({ field }) => field === key)
        const wanted = overlap?.mine ?? now[key]
        if (!Bun.deepEquals(a[key], choices[key][0])) expect([seed, key, wanted]).toEqual([seed, key, a[key] ?? null])
      }
      const { around, overlaps } = merged.body
      const mineIn = [around[0], ...overlaps.flatMap(({ mine }, at) => [mine, around[at + 1]])].join('').split('\n')
      const added = String(a.body)
        .split('\n')
        .filter((line) => !LINES.includes(line))
      expect([seed, added.filter((line) => !mineIn.includes(line))]).toEqual([seed, []])
      const same = merge(a, a)
      expect([seed, same.fields, same.body.overlaps, same.text]).toEqual([seed, [], [], theirs(a)])
    }
  })
})
