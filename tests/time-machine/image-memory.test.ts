import { expect, test } from 'bun:test'
import { createImageMemory } from '#server/time-machine/image-memory.ts'

test('images of the past are encoded once, until there are too many', async () => {
  const images = createImageMemory(250)
  const encoded: string[] = []
  const load = (key: string) =>
    images.load(key, async () => {
      encoded.push(key)
      return key === 'none' ? undefined : new Uint8Array(100)
    })
  for (const key of ['a', 'b', 'a', 'none', 'none']) await load(key)
  expect(encoded).toEqual(['a', 'b', 'none', 'none'])
  // The third image takes the place of the one that was read longest ago.
  for (const key of ['c', 'a', 'b']) await load(key)
  expect(encoded.slice(4)).toEqual(['c', 'b'])
})
