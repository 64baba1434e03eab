import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHtmlCache } from '#server/blog/render/html-cache.ts'

const dir = await mkdtemp(join(tmpdir(), 'html-cache-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const TEXT = 'x'.repeat(100)
const key = (number: number) => String(number).padStart(64, '0')

test('keeps recently used HTML in memory and the rest on disk', async () => {
  const { get, set } = createHtmlCache(dir, { maxCharacters: 10 * TEXT.length })
  await set(key(0), TEXT)
  for (let number = 1; number < 100; number++) {
    await set(key(number), TEXT)
    expect(await get(key(0))).toBe(TEXT)
  }
  expect(await get(key(1))).toBe(TEXT)
  await rm(dir, { recursive: true })
  expect(await get(key(0))).toBe(TEXT)
  const left = await Promise.all(Array.from({ length: 100 }, (_, number) => get(key(number))))
  const inMemory = left.filter((text) => text !== undefined).length
  // Two halves, each of which may exceed its size by one text.
  expect(inMemory).toBeGreaterThanOrEqual(5)
  expect(inMemory).toBeLessThanOrEqual(12)
})
