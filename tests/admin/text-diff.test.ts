import { describe, expect, test } from 'bun:test'
import { textDiff } from '#client/admin/shared/diff-text.tsx'
import { seeded } from '#tests/helpers/seeded.ts'

/** `-gone-`, `+new+` */
const rendered = (before: string, after: string) =>
  textDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `-${text}-` : `+${text}+`))
    .join('')
const side = (before: string, after: string, without: 'gone' | 'new') =>
  textDiff(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

describe('the diff of two texts', () => {
  test('marks words, and joins adjacent changed words', () => {
    expect(rendered('Plan a bake.', 'Plan a bake.')).toBe('Plan a bake.')
    expect(rendered('Plan a bake.', 'Plan the bake.')).toBe('Plan -a-+the+ bake.')
    expect(rendered('one two three', 'four five three')).toBe('-one two-+four five+ three')
    expect(rendered('', 'new')).toBe('+new+')
    expect(rendered('gone', '')).toBe('-gone-')
    expect(rendered('', '')).toBe('')
  })

  test('contains both texts completely', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { pick, below } = seeded(seed)
      const text = () =>
        Array.from({ length: below(30) }, () => pick(['a', 'b', 'ü', ' ', '\n', '<p>', '.', 'ab'])).join('')
      const [before, after] = [text(), text()]
      expect([side(before, after, 'new'), side(before, after, 'gone')]).toEqual([before, after])
    }
  })

  test('compares long texts line by line within the time limit', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `line ${at} of many`)
    const before = long.slice(0, 3000).join('\n')
    expect(rendered(before, before.replace('line 7 of', 'line seven of'))).toContain(
      '-line 7 of many\n-+line seven of many\n+',
    )
    expect(textDiff(long.join('\n'), `${long.join('\n')}!`)).toHaveLength(2)
  })
})
