import { describe, expect, test } from 'bun:test'
import type { DiffPart } from '#contract/history.ts'
import { diffTexts, hunksOf } from '#server/git/history/diff.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'

const side = (parts: readonly DiffPart[], left: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')
/** `-gone-`, `+new+`. */
const marked = (parts: readonly DiffPart[]) =>
  parts.map(({ kind, text }) => ({ same: text, removed: `-${text}-`, added: `+${text}+` })[kind]).join('')

describe('a text diff', () => {
  test('marks words in a line with small changes', () => {
    expect(marked(diffTexts('Bread.\nBake at five.\n', 'Bread.\nBake at six, then.\n'))).toBe(
      'Bread.\nBake at -five-+six, then+.\n',
    )
  })

  test('replaces a line as a whole when most of it changed', () => {
    expect(marked(diffTexts('The van leaves at night.\n', 'Count crates, always twice.\n'))).toBe(
      '-The van leaves at night.\n-+Count crates, always twice.\n+',
    )
  })

  test('contains both texts completely', () => {
    const { pick, below } = seeded(5)
    const words = ['a', 'bake ', 'b.', '\n', '\n\n', 'ä', '  ', '__proto__', '<ins>', '\r\n']
    const text = () => Array.from({ length: below(40) }, () => pick(words)).join('')
    for (let round = 0; round < 500; round++) {
      const [before, after] = [text(), text()]
      const parts = diffTexts(before, after)
      expect(side(parts, 'added')).toBe(before)
      expect(side(parts, 'removed')).toBe(after)
    }
  })

  test('is computed quickly for the largest texts', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${at % 3 ? word : 'x'}${at}\n`).join('')
    const started = cpuMilliseconds()
    diffTexts(lines('a'), lines('b'))
    diffTexts('\n'.repeat(100_000), `a${'\n'.repeat(99_000)}b`)
    diffTexts('a b '.repeat(50_000), 'b a '.repeat(50_000))
    expect(cpuMilliseconds() - started).toBeLessThan(1_500)
  })
})

describe('the hunks of a diff', () => {
  const numbered = (to: number, change: Record<number, string> = {}) =>
    Array.from({ length: to }, (_, at) => `${change[at + 1] ?? `Line ${at + 1}`}\n`).join('')

  test('have two lines of context, and a count of the skipped lines between them', () => {
    const { hunks, cut } = hunksOf(diffTexts(numbered(60), numbered(60, { 10: 'Ten', 50: 'Fifty' })))
    expect(hunks.map(({ skipped, parts }) => [skipped, marked(parts).split('\n')[0]])).toEqual([
      [7, 'Line 8'],
      [35, 'Line 48'],
    ])
    expect(hunks.map(({ parts }) => marked(parts)).join('')).toContain('Line 52')
    expect(hunks.map(({ parts }) => marked(parts)).join('')).not.toContain('Line 53')
    expect(cut).toBe(false)
  })

  test('are empty without changes, and truncated after a limit', () => {
    expect(hunksOf(diffTexts('a\n', 'a\n'))).toEqual({ hunks: [], cut: false })
    const { hunks, cut } = hunksOf(diffTexts('', 'long '.repeat(20_000)))
    expect(cut).toBe(true)
    expect(JSON.stringify(hunks).length).toBeLessThan(41_000)
  })
})
