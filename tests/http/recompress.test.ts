import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { precompress, recompressBest, respond } from '#server/http/responses.ts'

const text = Array.from({ length: 400 }, (_, line) => `<li>Line ${line * 7919} of the page</li>`).join('')
const asked = () => new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } })

test('recompresses a page to the same text with a new ETag, once', async () => {
  const variants = await precompress(text, { 'content-type': 'text/html' })
  const first = await respond(asked(), variants)
  await recompressBest(variants)
  const second = await respond(asked(), variants)
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect(Object.fromEntries(second.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  const body = await second.bytes()
  expect(body.byteLength).toBe(Number(second.headers.get('content-length')))
  expect(body.byteLength).toBeLessThan((await first.bytes()).byteLength)
  expect(brotliDecompressSync(body).toString()).toBe(text)
  await recompressBest(variants)
  expect((await respond(asked(), variants)).headers.get('etag')).toBe(second.headers.get('etag'))
})
