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
  createShrinking(0)('/', variants)
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
