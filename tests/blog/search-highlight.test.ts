import { expect, test } from 'bun:test'
import { firstMatch, highlight, snippet } from '#server/blog/search.ts'

const matches = (word: string) => word.startsWith('oven') || word === 'a'.repeat(40)

test('highlights whole words that match, with any capitals and accents, and escapes the rest', () => {
  expect(highlight('<b> Ovens, cloven & ÖVEN7 o\u0308ven', matches)).toBe(
    '&lt;b&gt; <mark>Ovens</mark>, cloven &amp; <mark>ÖVEN7</mark> <mark>o\u0308ven</mark>',
  )
  expect(highlight(`x ${'A'.repeat(60)}`, matches)).toBe(`x <mark>${'A'.repeat(60)}</mark>`)
  expect(highlight('no match', matches)).toBe('no match')
})

test('finds the first matching word', () => {
  expect(firstMatch('cloven oven, ovens', matches)).toBe(7)
  expect(firstMatch('cloven', matches)).toBeUndefined()
})

test('cuts a snippet around the first match between words', () => {
  const text = `${'before '.repeat(30)}oven ${'after '.repeat(60)}`
  const part = snippet(text, firstMatch(text, matches) ?? 0)
  expect(part).toMatch(/^…before .*before oven after .*after…$/)
  expect(part.length).toBeLessThanOrEqual(202)
  expect(snippet('short', 0)).toBe('short')
})
