import { afterAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { heroMedia } from '#client/home/hero-media.ts'
import { storageUrl } from '#contract/paths.ts'
import { elementText } from '#tests/helpers/element-text.ts'
import { addressesIn } from './crawl.ts'
import { realSite } from './real-site.ts'

/** Of the home page without its video, in bytes as sent. */
const PAGE_MAX = 250_000
const SCRIPT_MAX = { home: 100_000, list: 103_000, post: 103_000 }

const app = await realSite()
afterAll(app.close)
/** As `bun run lighthouse` starts it: without a public URL. */
const local = await realSite({}, {})
afterAll(local.close)

/** The bytes that a browser receives for a URL, in the best encoding that it accepts. */
async function bytesSent(address: string): Promise<number> {
  const answer = await app.get(address, { headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' } })
  expect([address, answer.status]).toEqual([address, 200])
  return (await answer.bytes()).byteLength
}
const total = async (addresses: Iterable<string>) =>
  (await Promise.all([...addresses].map(bytesSent))).reduce((sum, one) => sum + one, 0)

/** All that a page's markup asks for before anybody scrolls: its code (once it is painted), fonts, icons, and each picture that does not wait to be seen. */
async function firstRequests(path: string): Promise<Set<string>> {
  const html = await (await app.get(path)).text()
  const eager = new HTMLRewriter()
    .on('a', { element: (element) => void element.removeAttribute('href') })
    .on('[loading="lazy"], video > source, link[rel="canonical"], link[rel="alternate"], meta', {
      element: (element) => void element.remove(),
    })
    .transform(html)
  const code: string[] = JSON.parse(elementText(html, 'script-urls'))
  return new Set([...(await addressesIn(eager)).filter((one) => one.startsWith('/')), ...code])
}
const scripts = (requests: Set<string>) => [...requests].filter((one) => one.startsWith('/code/'))

/** What a server sends on a new connection before the first acknowledgement: ten packets. */
const INITIAL_WINDOW = 14_600

/** The bytes of a page without headers, at the best compression, which most visitors receive. */
async function settledBytes(path: string): Promise<number> {
  const answer = await local.get(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  return brotliCompressSync(brotliDecompressSync(await answer.bytes())).byteLength
}

test.each(['/pricing', '/features', '/blog', '/blog/counting-jars'])(
  'the HTML of %s fits into the first packets of a connection',
  async (path) => expect(await settledBytes(path)).toBeLessThanOrEqual(INITIAL_WINDOW),
)

describe('the weight of the home page without its video', () => {
  test('is at most 250 KB compressed for HTML, styles, code, fonts and images above the fold', async () => {
    const requests = (await firstRequests('/')).add(storageUrl(heroMedia.dark.poster))
    expect([...requests].filter((one) => one.endsWith('.woff2'))).toHaveLength(2)
    expect(await total(['/', ...requests])).toBeLessThanOrEqual(PAGE_MAX)
  })

  test('is at most 100 KB of JavaScript at the start', async () => {
    const asked = scripts(await firstRequests('/'))
    expect(asked.length).toBeGreaterThan(0)
    expect(await total(asked)).toBeLessThanOrEqual(SCRIPT_MAX.home)
  })
})

test.each([
  ['/blog', SCRIPT_MAX.list],
  ['/blog/counting-jars', SCRIPT_MAX.post],
])('the JavaScript of %s is at most %d bytes', async (path, max) => {
  expect(await total(scripts(await firstRequests(path)))).toBeLessThanOrEqual(max)
})
