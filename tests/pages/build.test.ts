import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { routes } from '#client/app/routes.ts'
import { builtAssets } from '#server/http/built-assets.ts'
import { dist, manifest } from './a-world.ts'

/** Of all JavaScript that a page asks for by itself, in bytes of Brotli. More than half of it is React. */
const MAX_BYTES: Record<string, number> = {
  'client/home/home-screen.tsx': 88_000,
  'client/features/features-screen.tsx': 84_500,
  'client/pricing/pricing-screen.tsx': 89_500,
  'client/registration/registration-screen.tsx': 99_000,
  'client/welcome/welcome-screen.tsx': 84_500,
  'client/downloads/download-screen.tsx': 90_000,
  'client/contact/contact-screen.tsx': 95_000,
  'client/learn-more/learn-more-screen.tsx': 84_500,
  'client/landing/landing-screen.tsx': 84_500,
  'client/blog/list-screen.tsx': 89_500,
  'client/blog/post-screen.tsx': 86_000,
  'client/blog/name-screen.tsx': 89_500,
}
/** The one script that runs before a page is painted. */
const STARTER_MAX_BYTES = 700
const publicScreens = routes.filter(({ frame }) => frame === 'site').map(({ file }) => file)
const adminScreens = routes.filter(({ frame }) => frame === 'admin').map(({ file }) => file)
/** What every page begins with. */
const APP = manifest.routes['client/features/features-screen.tsx']?.[0] ?? ''
const code = (file: string) => Bun.file(join(dist, file)).text()

describe('the browser’s code', () => {
  test.each([...new Set(publicScreens)])('%s ships no more JavaScript than its budget', (screen) => {
    const sizes = (manifest.routes[screen] ?? []).map((file) => Bun.file(join(dist, `${file}.br`)).size)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES[screen] ?? 0)
  })

  test('what stands inline to start it is small', () => {
    expect(brotliCompressSync(manifest.starter).byteLength).toBeLessThanOrEqual(STARTER_MAX_BYTES)
  })

  test('the app’s file waits for a step of its own before it runs, and no other does', async () => {
    const waits = /^await Promise\.resolve\(\)\.then\(\(\)=>new Promise\(\w=>setTimeout\(\w\)\)\);/
    const files = [...new Set(Object.values(manifest.routes).flat())]
    const waiting = await Promise.all(files.map(async (file) => waits.test(await code(file))))
    expect(files.filter((_, index) => waiting[index])).toEqual([APP])
  })

  test('a screen on which nothing is alive ships no code of its own', () => {
    const still = routes.filter(({ isStill }) => isStill).map(({ file }) => manifest.routes[file])
    expect(still.length).toBeGreaterThan(0)
    for (const files of still) expect(files).toEqual([APP])
  })

  /** What takes longer on a cheap phone than anything else that a page does at once: see server/contract/figures.ts. */
  test('no public page makes a browser read its tables of languages', async () => {
    const files = new Set(publicScreens.flatMap((file) => manifest.routes[file] ?? []))
    for (const file of files) expect(await code(file)).not.toMatch(/\bIntl\.|\.toLocale(?:Date|Time)?String\(/)
    const admin = await Promise.all(adminScreens.flatMap((file) => manifest.routes[file] ?? []).map(code))
    expect(admin.some((text) => /\bIntl\.|\.toLocale(?:Date|Time)?String\(/.test(text))).toBe(true)
  })

  test('no public page asks for the administrator’s code', async () => {
    const files = new Set(publicScreens.flatMap((file) => manifest.routes[file] ?? []))
    const texts = await Promise.all([...files].map(code))
    const admin = await Promise.all(adminScreens.flatMap((file) => manifest.routes[file] ?? []).map(code))
    for (const words of ['Current image will be kept', 'New Tags (comma-separated)']) {
      expect(admin.some((text) => text.includes(words))).toBe(true)
      expect(texts.some((text) => text.includes(words))).toBe(false)
    }
  })
})

const app = await builtAssets(dist)

describe('built files over HTTP', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.handle(new Request(`http://localhost${path}`, { headers }))

  test('code comes in the encoding asked for, and may be kept for ever', async () => {
    const answer = await get(APP, { 'accept-encoding': 'gzip;q=0.5, br' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await answer.arrayBuffer()).byteLength).toBe(Bun.file(join(dist, `${APP}.br`)).size)
  })

  test.each([
    ['zstd, gzip', 'zstd', '.zst'],
    ['gzip', 'gzip', '.gz'],
  ])('who takes %p gets %s, made by the build', async (accepted, encoding, ending) => {
    const answer = await get(APP, { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(await answer.bytes()).toEqual(await Bun.file(join(dist, APP + ending)).bytes())
  })

  test('drawings come as a picture, compressed', async () => {
    const answer = await get(manifest.drawings, { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect((await answer.bytes()).byteLength).toBe(Bun.file(join(dist, `${manifest.drawings}.br`)).size)
  })

  test('themes come as a style sheet, compressed', async () => {
    const answer = await get(manifest.themes, { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect((await answer.bytes()).byteLength).toBe(Bun.file(join(dist, `${manifest.themes}.br`)).size)
  })

  test.each(Object.values(manifest.statics))('%s is served, and may be kept for ever', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await answer.arrayBuffer()).byteLength).toBe(Bun.file(join(dist, address)).size)
  })

  test.each([
    '/code/nothing.js',
    '/code/../manifest.json',
    '/code/..%2fmanifest.json',
    '/static/..%2fmanifest.json',
    '/static/',
  ])('%s is not found', async (path) => {
    expect((await get(path)).status).not.toBe(200)
  })
})
