import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { type EncodedVariants, precompress, recompressBest, respond } from '#server/http/responses.ts'
import { createRecompressor } from '#server/pages/recompress.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const text = Array.from({ length: 400 }, (_, line) => `<li>Line ${line * 7919} of the page</li>`).join('')
const asked = () => new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } })

test('recompresses a cached page in the background to the same text with a new ETag', async () => {
  const variants = await precompress(text, { 'content-type': 'text/html' })
  const first = respond(asked(), variants)
  createRecompressor(() => variants, 0)('/')
  await eventually(
    () => respond(asked(), variants).headers.get('etag'),
    (etag) => etag !== first.headers.get('etag'),
  )
  const second = respond(asked(), variants)
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

test('recompresses a page once if it is still cached when its turn comes', async () => {
  const page = () => precompress('<p>Short.</p>', {})
  const [gone, before, now, last] = await Promise.all([page(), page(), page(), page()])
  const cached = new Map([
    ['/gone', gone],
    ['/', before],
    ['/last', last],
  ])
  const isSmall = ({ br }: EncodedVariants) => br.etag.endsWith('-11"')
  const shrinkLater = createRecompressor((key) => cached.get(key), 0)
  for (const key of ['/gone', '/', '/', '/last']) shrinkLater(key)
  cached.delete('/gone')
  cached.set('/', now)
  await eventually(() => isSmall(last), Boolean)
  expect([gone, before, now].map(isSmall)).toEqual([false, false, true])
  const etag = now.br.etag
  await recompressBest(now)
  expect(now.br.etag).toBe(etag)
})
