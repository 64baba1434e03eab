import { expect, test } from 'bun:test'
import { firstMatch, highlight, type Matcher, snippet } from '#server/blog/search-highlight.ts'

const matches: Matcher = {
  isMatch: (word) => word.startsWith('oven') || word === 'a'.repeat(40),
  isJoinedMatch: (joined) => joined === 'cutoff',
  runs: ['面包店', 'ขนมปง'],
}

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

test('marks neighbors that are one word of the query, and words in scripts without spaces', () => {
  expect(highlight('Cut off, cut-off; cut. Off', matches)).toBe('<mark>Cut off</mark>, <mark>cut-off</mark>; cut. Off')
  expect(highlight('我们的面包店，面包', matches)).toBe('我们的<mark>面包店</mark>，面包')
  expect(highlight('ร้านขนมปังสด', matches)).toBe('ร้าน<mark>ขนมปัง</mark>สด')
})

test('cuts a snippet of a script without spaces between any letters', () => {
  const text = `ERP 系统${'每天早上六点开始烘焙'.repeat(20)}面包店${'新鲜'.repeat(200)}`
  const part = snippet(text, firstMatch(text, matches) ?? 0)
  expect(part).toMatch(/^….{60}面包店.{137}…$/u)
})
