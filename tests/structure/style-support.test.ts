import { expect, test } from 'bun:test'
import { sources } from '#tests/helpers/source.ts'

/** Safari reads `text-decoration` with one value only, and ignores the declaration otherwise. */
const shorthand = /\b(?:text-decoration:\s*[\w-]+\s+[^;\s]|textDecoration:\s*['"`][\w-]+\s)/

const found = (text: string) => text.match(new RegExp(shorthand, 'g')) ?? []

test('styles set the thickness, style and color of an underline by properties of their own', async () => {
  const files = await sources('client')
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(({ text }) => found(text).length > 0).map(({ path }) => path)).toEqual([])
})

test.each([
  'text-decoration: underline 2px;',
  "textDecoration: 'underline wavy red'",
  'text-decoration:\n underline dotted',
])('finds %j', (text) => expect(found(text)).toHaveLength(1))
test.each(['text-decoration: none;', 'text-decoration: underline; color: red', "textDecoration: 'line-through'"])(
  'allows %j',
  (text) => expect(found(text)).toEqual([]),
)
