import { afterAll, describe, expect, test } from 'bun:test'
import { routes } from '#client/app/routing/all-routes.ts'
import { findPage, pathIn } from '#client/app/routing/find-page.ts'
import { fullSpriteSvg } from '#client/ui/brand/sprite.ts'
import { AGREEMENT_PATH, PRIVACY_POLICY_PATH, pagePaths } from '#contract/paths.ts'
import { splitTarget } from '#server/pages/render-page.tsx'
import { addressesIn, crawl, idsIn } from './crawl.ts'
import { realSite } from './real-site.ts'
import { isUnlinked } from './unlinked.ts'

const app = await realSite()
afterAll(app.close)
const { slug } = app.content.snapshot().site
const found = await crawl(app)
const pages = [...found].filter(([, { html, status }]) => html && status === 200)
const pathOf = (address: string) => address.split('?')[0] ?? ''
const at = (address: string) => findPage(splitTarget(address), slug)

/** The visible pages, and the sprites that the app loads. */
function splitDeferred(html: string): [now: string, later: string] {
  const pictures = /<svg [^>]*data-later[\s\S]*?<\/svg>/g
  return [html.replace(pictures, ''), (html.match(pictures) ?? []).join('')]
}

describe('every link in server-rendered pages', () => {
  test('has an existing target', () => {
    const dead = [...found].filter(([, { status }]) => status !== 200)
    expect(dead.map(([address, { status, from }]) => `${status} ${address} from ${[...from][0]}`)).toEqual([])
  })

  test('with a fragment names an element of its page', async () => {
    const lost: string[] = []
    const drawings = await idsIn(fullSpriteSvg)
    for (const [address, { html }] of pages) {
      const [now, later] = splitDeferred(html)
      for (const link of await addressesIn(now)) {
        const [path, hash] = link.split('#')
        const target = path ? found.get(path)?.html : html
        if (hash && target && !(await idsIn(target)).has(hash)) lost.push(`${link} from ${address}`)
      }
      for (const link of await addressesIn(later))
        if (!drawings.has(link.slice(1))) lost.push(`${link} from ${address}`)
    }
    expect(lost).toEqual([])
  })
})

describe('every page is linked', () => {
  const reached = new Set(pages.map(([address]) => at(address)?.route))

  test("from another page, for visitors' routes", () => {
    const orphans = routes.filter((route) => route.frame === 'site' && !reached.has(route))
    expect(orphans.map((route) => pathIn(route, slug)).filter((path) => !isUnlinked(path))).toEqual([])
  })

  test('from another page, for live posts', async () => {
    const { posts } = await app.services.blog.queries.api.cards({ page: 1, per_page: 100 })
    const orphans = posts.map(({ id }) => pagePaths.post(id)).filter((path) => found.get(path)?.status !== 200)
    expect(orphans).toEqual([])
  })

  test("or, in the dashboard, answers and is not linked from visitors' pages", async () => {
    for (const { path } of routes.filter((route) => route.frame === 'admin' && !route.path.includes(':'))) {
      expect((await app.get(path)).status).toBe(200)
      expect(found.has(path)).toBe(false)
    }
  })
})

describe('every page', () => {
  test('has a unique title and description', () => {
    const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const heads = pages
      .filter(([address]) => !address.includes('?'))
      .map(([address, { html }]) => ({
        address,
        title: part(html, /<title>([^<]*)/),
        description: part(html, /<meta name="description" content="([^"]*)"/),
      }))
    for (const key of ['title', 'description'] as const) {
      const shared = heads.filter((one) => heads.some((other) => other !== one && other[key] === one[key]))
      expect(shared.map((one) => `${one.address}: ${one[key]}`)).toEqual([])
    }
  })

  test('has one h1 that names its topic', () => {
    const wrong = pages.filter(([, { html }]) => (html.match(/<h1[ >]/g) ?? []).length !== 1)
    expect(wrong.map(([address]) => address)).toEqual([])
  })

  test("has its own share image; a post without an image uses the blog's", () => {
    // The legal texts are plain pages, which nobody shares.
    const plain = [PRIVACY_POLICY_PATH, AGREEMENT_PATH]
    const shared = pages.filter(([address]) => !plain.includes(pathOf(address)))
    const shown = shared.map(([address, { html }]) => ({
      kind: /^\/blog(\/|$)/.test(pathOf(address)) ? '/blog' : pathOf(address),
      image: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1],
    }))
    const wrong = shown.filter(({ kind, image }) => !image || shown.some((o) => o.image === image && o.kind !== kind))
    expect(wrong).toEqual([])
  })
})
