import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { answer, compressed } from '#server/http/compressed.ts'
import { createShrinking } from '#server/pages/shrinking.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const text = Array.from({ length: 400 }, (_, line) => `<li>Line ${line * 7919} of the page</li>`).join('')
const asked = () => new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } })

test('a page that lies ready becomes smaller by itself: the same text, under an ETag of its own', async () => {
  const variants = await compressed(text, { 'content-type': 'text/html' })
  const first = answer(asked(), variants)
  createShrinking(0)('/', variants, () => true)
  await eventually(
    () => answer(asked(), variants).headers.get('etag'),
    (etag) => etag !== first.headers.get('etag'),
  )
  const second = answer(asked(), variants)
  expect(Object.fromEntries(second.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  const body = await second.bytes()
  expect(body.byteLength).toBe(Number(second.headers.get('content-length')))
  expect(body.byteLength).toBeLessThan((await first.bytes()).byteLength)
  expect(brotliDecompressSync(body).toString()).toBe(text)
})

test('a page that is gone, or one too many, stays as it is', async () => {
  const pages = await Promise.all(Array.from({ length: 102 }, () => compressed('<p>Short.</p>', {})))
  const tags = () => pages.map((page) => page.br.etag)
  const before = tags()
  const shrinkLater = createShrinking(0)
  for (const [at, page] of pages.entries()) shrinkLater(`/${at}`, page, () => at !== 0)
  await eventually(
    () => tags().filter((tag, at) => tag !== before[at]).length,
    (changed) => changed >= 99,
  )
  expect(
    tags()
      .map((tag, at) => (tag === before[at] ? at : -1))
      .filter((at) => at >= 0),
  ).toEqual([0, 100, 101])
})
