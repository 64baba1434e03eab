import { expect, test } from 'bun:test'
import { decodeUri } from '#contract/paths.ts'

test.each([
  ['a%20van.jpg', 'a van.jpg'],
  ['100%-rye.jpg', '100%-rye.jpg'],
  ['%ff', '%ff'],
  ['caf%C3%A9', 'café'],
])('decodes the part %p of a URL, which may not be encoded', (part, decoded) => {
  expect(decodeUri(part)).toBe(decoded)
})
