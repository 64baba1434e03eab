import { describe, expect, test } from 'bun:test'
import { cutText } from '#contract/cut-text.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const text = 'a'.repeat(199)

describe('cutting a text', () => {
  test.each([
    ['an emoji of two units', '🥐'],
    ['a family, joined by ZWJ', FAMILY],
    ['a flag', '🇩🇪'],
    ['a skin tone', '👍🏽'],
    ['a letter with a combining mark', 'e\u0301'],
    ['a Hangul syllable of jamo', '\u1112\u1161\u11ab'],
    ['a Devanagari syllable', 'नि'],
  ])('leaves out %s that does not fit wholly', (_, letter) => {
    expect(cutText(`${text}${letter}`, 200)).toBe(text)
    expect(cutText(`${text}${letter} more`, 199 + letter.length)).toBe(text + letter)
  })

  test('leaves a text that fits as it is, and cuts plain letters at the limit', () => {
    expect(cutText(text + FAMILY, 199 + FAMILY.length)).toBe(text + FAMILY)
    expect(cutText('abcdef', 3)).toBe('abc')
    expect(cutText('', 3)).toBe('')
  })

  test('cuts within a letter with endless marks, but not within a pair of surrogates', () => {
    expect(cutText(`a${'\u0301'.repeat(500)}`, 200)).toHaveLength(200)
    expect(cutText(`a${'\u{1e000}'.repeat(500)}`, 200).isWellFormed()).toBe(true)
    expect(cutText(`a${'\u{1e000}'.repeat(500)}`, 200).length).toBeGreaterThan(190)
  })
})
