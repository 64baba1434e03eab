import { describe, expect, test } from 'bun:test'
import type { PostEdit } from '#server/content/merge-post.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { body, fieldsOf, LINES, merge, theirs } from './merging.ts'

describe('a three-way merge', () => {
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

  test('of changes in different places keeps both and does not depend on their order', () => {
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
      expect([seed, one.fields, one.body.conflicts]).toEqual([seed, [], []])
      expect([seed, sorted(one)]).toEqual([seed, sorted(other)])
      const both = theirs({ ...sides[0], ...sides[1], body: body({ ...lines[0], ...lines[1] }) })
      expect([seed, sorted(one)]).toEqual([seed, sorted({ text: both })])
    }
  })

  test('puts each change into the text or a conflict, and never conflicts on equal changes', () => {
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
        const conflict = merged.fields.find(({ field }) => field === key)
        const wanted = conflict?.mine ?? now[key]
        if (!Bun.deepEquals(a[key], choices[key][0])) expect([seed, key, wanted]).toEqual([seed, key, a[key] ?? null])
      }
      const { context: around, conflicts: overlaps } = merged.body
      const mineIn = [around[0], ...overlaps.flatMap(({ mine }, at) => [mine, around[at + 1]])].join('').split('\n')
      const added = String(a.body)
        .split('\n')
        .filter((line) => !LINES.includes(line))
      expect([seed, added.filter((line) => !mineIn.includes(line))]).toEqual([seed, []])
      const same = merge(a, a)
      expect([seed, same.fields, same.body.conflicts, same.text]).toEqual([seed, [], [], theirs(a)])
    }
  })
})
