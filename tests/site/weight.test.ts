import { afterAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { heroMedia } from '#client/home/hero-media.ts'
import { storageUrl } from '#contract/paths.ts'
import { expectWithinBudget } from '#tests/helpers/budgets.ts'
import { elementText } from '#tests/helpers/element-text.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { addressesIn } from './crawl.ts'
import { realSite } from './real-site.ts'

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

/** Hashes in the names of built files. They change with every build, and the compressed size by up to 50 bytes with them. */
const NAME_HASH = /(?<=[.-])[0-9a-z]{8,10}(?=\.(?:js|css|woff2|png|svg|webp)\b)/g

/** Replaces each hash by other characters, the same in every build and as hard to compress. */
function withFixedHashes(html: string): string {
  const { below } = seeded(1)
  const fixed = new Map<string, string>()
  return html.replace(NAME_HASH, (hash) => {
    if (!fixed.has(hash)) fixed.set(hash, Array.from(hash, () => below(36).toString(36)).join(''))
    return fixed.get(hash) ?? hash
  })
}

/** The bytes of a page without headers, at the best compression, which most visitors receive. */
async function settledBytes(path: string): Promise<number> {
  const answer = await local.get(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  const html = Buffer.from(brotliDecompressSync(await answer.bytes())).toString()
  return brotliCompressSync(withFixedHashes(html)).byteLength
}

// The limit is what a server sends on a new connection before the first acknowledgement: ten packets.
test.each(['/pricing', '/features', '/blog', '/blog/counting-jars'])(
  'the HTML of %s fits into the first packets of a connection',
  async (path) => expectWithinBudget('html', path, await settledBytes(path)),
)

describe('the weight of the home page without its video', () => {
  test('is at most 250 KB compressed for HTML, styles, code, fonts and images above the fold', async () => {
    const requests = (await firstRequests('/')).add(storageUrl(heroMedia.dark.poster))
    expect([...requests].filter((one) => one.endsWith('.woff2'))).toHaveLength(2)
    expectWithinBudget('first requests', '/', await total(['/', ...requests]))
  })

  test('is at most 100 KB of JavaScript at the start', async () => {
    const asked = scripts(await firstRequests('/'))
    expect(asked.length).toBeGreaterThan(0)
    expectWithinBudget('scripts of a document', '/', await total(asked))
  })
})

test.each(['/blog', '/blog/counting-jars'])('the JavaScript of %s is within its budget', async (path) =>
  expectWithinBudget('scripts of a document', path, await total(scripts(await firstRequests(path)))),
)
