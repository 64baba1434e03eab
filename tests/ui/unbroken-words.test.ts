import { expect, test } from 'bun:test'
import { unbrokenWords } from '#client/ui/unbroken-words.ts'

/** Shows word joiners. */
const unbroken = (title: string) => unbrokenWords(title).replaceAll('\u2060', '·')

test('words with hyphens in a title are not broken at them', () => {
  expect(unbroken('Net 14 or auto-bill-pay? Before the cut-off - or later')).toBe(
    'Net 14 or auto-·bill-·pay? Before the cut-·off - or later',
  )
})

test('the marks of a search result do not count as characters of a word', () => {
  expect(unbroken('or <mark>auto</mark>-<mark>bill</mark>-pay')).toBe('or <mark>auto</mark>-·<mark>bill</mark>-·pay')
})

test('words that may be longer than a line are broken', () => {
  expect(unbroken('a farm-to-restaurant-kitchen route')).toBe('a farm-to-restaurant-kitchen route')
})
