import { expect, test } from 'bun:test'
import { applySeparateEdits } from '#server/import/source/references.ts'
import { applyDisjoint, OverlappingEdits } from '#server/text/blocks/source-text.ts'
import { applyEdits } from '#server/text/scan/apply-edits.ts'

const overlapping = [
  { start: 2, end: 5, text: 'Y' },
  { start: 0, end: 3, text: 'X' },
]

test('applies edits by their places in the text before, in any order', () => {
  const edits = [
    { start: 4, end: 6, text: '' },
    { start: 1, end: 1, text: '+' },
    { start: 0, end: 1, text: 'A' },
    { start: 6, end: 6, text: '!' },
  ]
  expect(applyEdits('abcdef', edits)).toBe('A+bcd!')
  expect(applyEdits('abcdef', [])).toBe('abcdef')
})

test('removes what overlapping edits replace once', () => {
  expect(applyEdits('abcdef', overlapping)).toBe('XYf')
  const within = [
    { start: 0, end: 5, text: '' },
    { start: 1, end: 2, text: '' },
  ]
  expect(applyEdits('abcdef', within)).toBe('f')
})

test('rejects overlapping edits of a document, and skips the later one in an imported text', () => {
  const edits = overlapping.map(({ start, end, text }) => ({ from: start, to: end, insert: text }))
  expect(() => applyDisjoint('abcdef', edits)).toThrow(OverlappingEdits)
  expect(applySeparateEdits('abcdef', overlapping)).toBe('Xdef')
})
