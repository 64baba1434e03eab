import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { routes } from '#client/app/routing/all-routes.ts'
import { builtAssets } from '#server/http/static-files.ts'
import { expectWithinBudget } from '#tests/helpers/budgets.ts'
import { dist, manifest } from './test-pages.ts'

/** Pages with their lazy parts. */
const LAZY_PARTS = [
  ['client/home/home-page.tsx', ['below-hero', 'hero-video']],
  ['client/pricing/pricing-page.tsx', ['calculator']],
  ['client/landing/landing-page.tsx', ['trade-sections']],
] as const
const publicScreens = routes.filter(({ frame }) => frame === 'site').map(({ file }) => file)
const adminScreens = routes.filter(({ frame }) => frame === 'admin').map(({ file }) => file)
/** The start of every page. */
const APP = manifest.routes['client/features/features-page.tsx']?.[0] ?? ''
const code = (file: string) => Bun.file(join(dist, file)).text()

describe('the client bundle', () => {
  const brotliBytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + Bun.file(join(dist, `${file}.br`)).size, 0)

  /** Adds scripts with everything that they import at once. */
  async function addImports(files: Set<string>, scripts: readonly string[]) {
    for (const missing = [...scripts]; missing.length > 0; ) {
      const file = missing.pop() ?? ''
      if (files.has(file)) continue
      files.add(file)
      for (const [, name] of (await code(file)).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
        missing.push(`/code/${name}`)
    }
  }

  test.each([...new Set([...publicScreens, ...adminScreens])])(
    '%s ships no more JavaScript than its budget',
    (screen) => expectWithinBudget('scripts', screen, brotliBytes(manifest.routes[screen] ?? [])),
  )

  /** The scripts of a page with its lazy parts, which are not loaded at the start. */
  async function scriptsWithParts(page: string, parts: readonly string[]) {
    const files = new Set(manifest.routes[page])
    const found = await Array.fromAsync(new Bun.Glob(`code/{${parts.join()}}-*.js`).scan(dist), (file) => `/${file}`)
    expect(found.filter((file) => !files.has(file))).toHaveLength(parts.length)
    await addImports(files, found)
    return files
  }

  test.each(LAZY_PARTS)('%s with its lazy parts %p ships no more JavaScript than its budget', async (page, parts) =>
    expectWithinBudget('scripts with lazy parts', page, brotliBytes(await scriptsWithParts(page, parts))),
  )

  test('the board of the home page is loaded on demand and ships no more JavaScript than its budget', async () => {
    const [page, parts] = LAZY_PARTS[0]
    const home = await scriptsWithParts(page, parts)
    const boards = await Array.fromAsync(new Bun.Glob('code/board-*.js').scan(dist), (file) => `/${file}`)
    expect(boards).toHaveLength(1)
    expect(boards.filter((file) => home.has(file))).toEqual([])
    const files = new Set(home)
    await addImports(files, boards)
    expectWithinBudget('scripts on demand', 'the board of the home page', brotliBytes(files.difference(home)))
  })

  test('writing ships no more JavaScript than its budget, besides that of the dashboard', async () => {
    const parts = await Array.fromAsync(new Bun.Glob('code/{visual-editor,source-editor,preview-pane}-*.js').scan(dist))
    expect(parts).toHaveLength(3)
    const page = manifest.routes['client/admin/writing/writing-page.tsx'] ?? []
    const dashboard = new Set(manifest.routes['client/admin/posts/dashboard-page.tsx'])
    const addresses = parts.map((file) => `/${file}`)
    // They are loaded on demand.
    expect(addresses.filter((file) => page.includes(file))).toEqual([])
    const files = new Set<string>()
    await addImports(files, [...page, ...addresses])
    expectWithinBudget('scripts on demand', 'writing', brotliBytes(files.difference(dashboard)))
  })

  test('the inline start script is small', () => {
    expectWithinBudget(
      'scripts on demand',
      'the inline start script',
      brotliCompressSync(manifest.startScript).byteLength,
    )
  })

  /** It would cost a cheap phone more time than anything else during the load of a page: see client/lib/format-number.ts. */
  test("no public page formats with the browser's locale data", async () => {
    const files = new Set(publicScreens.flatMap((file) => manifest.routes[file] ?? []))
    for (const file of files) expect(await code(file)).not.toMatch(/\bIntl\.|\.toLocale(?:Date|Time)?String\(/)
    const admin = await Promise.all(adminScreens.flatMap((file) => manifest.routes[file] ?? []).map(code))
    expect(admin.some((text) => /\bIntl\.|\.toLocale(?:Date|Time)?String\(/.test(text))).toBe(true)
  })

  test("no public page loads the dashboard's code", async () => {
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

describe('build files over HTTP', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.handle(new Request(`http://localhost${path}`, { headers }))

  test('have the requested encoding and are immutable', async () => {
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
  ])('are %s for %p, compressed by the build', async (accepted, encoding, ending) => {
    const answer = await get(APP, { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(await answer.bytes()).toEqual(await Bun.file(join(dist, APP + ending)).bytes())
  })

  test('include sprites as compressed images', async () => {
    const answer = await get(manifest.drawings, { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect((await answer.bytes()).byteLength).toBe(Bun.file(join(dist, `${manifest.drawings}.br`)).size)
  })

  test('include themes as compressed style sheets', async () => {
    const answer = await get(manifest.themes, { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect((await answer.bytes()).byteLength).toBe(Bun.file(join(dist, `${manifest.themes}.br`)).size)
  })

  test.each(Object.values(manifest.statics))('%s is served as immutable', async (address) => {
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
  ])('%s is 404', async (path) => {
    expect((await get(path)).status).not.toBe(200)
  })
})
