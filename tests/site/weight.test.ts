import { afterAll, describe, expect, test } from 'bun:test'
import { addressesIn } from './crawl.ts'
import { realSite } from './real-site.ts'

/** Of the home page, video apart, in bytes as they are sent. */
const PAGE_MAX = 250_000
const SCRIPT_MAX = { home: 95_000, blog: 90_000 }

const app = await realSite()
afterAll(app.close)

/** What a browser receives for an address, in the encoding that it likes best. */
async function bytesSent(address: string): Promise<number> {
  const answer = await app.get(address, { headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' } })
  expect([address, answer.status]).toEqual([address, 200])
  return (await answer.bytes()).byteLength
}
const total = async (addresses: Iterable<string>) =>
  (await Promise.all([...addresses].map(bytesSent))).reduce((sum, one) => sum + one, 0)

/** All that a page asks for before anybody scrolls: its code, fonts, icons, the film's poster, and each picture that does not wait to be seen. */
async function firstRequests(path: string): Promise<Set<string>> {
  const html = await (await app.get(path)).text()
  const eager = new HTMLRewriter()
    .on('a', { element: (element) => void element.removeAttribute('href') })
    .on('[loading="lazy"], video > source, link[rel="canonical"], meta', {
      element: (element) => void element.remove(),
    })
    .transform(html)
  return new Set((await addressesIn(eager)).filter((one) => one.startsWith('/')))
}
const scripts = (requests: Set<string>) => [...requests].filter((one) => one.startsWith('/code/'))

describe('what the home page weighs, video apart', () => {
  test('HTML, styles, code, fonts and the pictures above the fold: at most 250 KB compressed', async () => {
    const requests = await firstRequests('/')
    expect([...requests].some((one) => one.startsWith('/storage/hero/'))).toBe(true)
    expect([...requests].filter((one) => one.endsWith('.woff2'))).toHaveLength(2)
    expect(await total(['/', ...requests])).toBeLessThanOrEqual(PAGE_MAX)
  })

  test('its JavaScript: at most 95 KB', async () => {
    expect(await total(scripts(await firstRequests('/')))).toBeLessThanOrEqual(SCRIPT_MAX.home)
  })
})

test.each(['/blog', '/blog/counting-jars'])('the JavaScript of %s: at most 90 KB', async (path) => {
  expect(await total(scripts(await firstRequests(path)))).toBeLessThanOrEqual(SCRIPT_MAX.blog)
})
