import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright'
import { test as base, expect } from 'playwright/test'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { hydrated } from '#tests/helpers/hydrated.ts'
import type { Site } from '#tests/helpers/site.ts'
import { showFeed } from './feed-reader.ts'
import { harmIn, storedIn } from './harm.ts'
import { asWords, hostileNames, hostilePost, hostileSite } from './hostile-content.ts'
import { type Breaches, watch } from './watch.ts'

const folder = 'tests/fixtures/xss'
const fixtures = readdirSync(folder).map((file) => {
  const [name = '', extension = ''] = file.split('.')
  return { id: `${name}-${extension}`, extension, text: readFileSync(join(folder, file), 'utf8').replaceAll('\0', '') }
})

/** Fixtures that swallow everything after them come last. */
const everything = fixtures
  .map(({ text }) => text)
  .sort((a, b) => Number(a.includes('<plaintext>')) - Number(b.includes('<plaintext>')))
  .join('\n\n')

/**
 * In `bun run test`, all fixtures are opened without the policy, as the server renders them, and some of them in every other
 * way.
 */
const some = isFullRun ? fixtures : fixtures.filter((_, index) => index % 4 === 0)

const wordsOf = (id: string, text: string) => ({
  title: asWords(`${id} ${text}`, 200),
  summary: text.slice(0, 5000),
  image_alt: asWords(text, 200),
  author: asWords(text, 60),
})

/** Each fixture as a post and in every other text field, and all of them in one draft. */
const files = Object.fromEntries([
  ...fixtures.flatMap(({ id, extension, text }) => {
    const matter = { ...wordsOf(id, text), date: '2026-01-02', category: id, tags: [id] }
    return [[`posts/${id}.${extension}`, hostilePost(text, matter)], ...Object.entries(hostileNames(id, text))]
  }),
  [
    'posts/everything.html',
    hostilePost(everything, { ...wordsOf('everything', everything), date: '2026-01-03', draft: true }),
  ],
])

/** The tests of this file share one site: with `fullyParallel`, each worker would start one. */
base.describe.configure({ mode: 'default' })

const test = base.extend<{ breaches: Breaches }, { files: Record<string, string>; site: Site }>({
  files: [files, { option: true, scope: 'worker' }],
  site: [
    async ({ files }, use) => {
      const site = await hostileSite(files)
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  breaches: async ({ context, site }, use) => use(await watch(context, site.url)),
})

/** The page contains nothing hostile and at least so many pieces of stored HTML. */
async function isClean(page: Page, where: string, stored = 0) {
  expect(await harmIn(page), where).toEqual([])
  expect(await storedIn(page), where).toBeGreaterThanOrEqual(stored)
}

/** Answers what a document of the site asks for with nothing: code, styles and images take most of the time of a page. */
const documentOnly = (route: Route) =>
  route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ body: '' })

/** Navigates inside the app, which sets HTML by script. */
async function goInside(page: Page, id: string) {
  await hydrated(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/blog/${id}`)
  await expect(page.locator('h1')).toContainText(`${id} `)
}

const lists = Array.from({ length: Math.ceil(fixtures.length / 12) }, (_, index) => `/blog?page=${index + 1}`)
const ofEverything = (page: Page, what: string) => page.getByRole('button', { name: new RegExp(`^${what} everything`) })

const oldVersionIn = (page: Page) => page.frameLocator('iframe[title="The post as visitors saw it"]')

for (const csp of ['off', 'on'] as const) {
  // Without the policy, nothing but the sanitizer prevents it.
  test.describe(`a hostile post runs nothing with the security policy ${csp}`, inFullRun(csp === 'on'), () => {
    test.use({ bypassCSP: csp === 'off' })
    test.afterEach(({ breaches }) => expect(breaches).toEqual({ executed: [], foreign: [], violations: [] }))

    test('on the lists', async ({ page }) => {
      for (const path of lists) {
        await page.goto(path)
        await isClean(page, path, 3)
      }
      await page.goto(`/blog/category/${fixtures[0]?.id}`)
      await isClean(page, 'category', 1)
    })

    test('on the post, as the server renders it', async ({ page, site }) => {
      await page.route(`${site.url}/**`, documentOnly)
      for (const { id } of csp === 'off' ? fixtures : some) {
        await page.goto(`/blog/${id}`)
        await isClean(page, id, 2)
      }
    })

    test('on the post, opened by its URL', async ({ page }) => {
      for (const { id } of csp === 'off' && isFullRun ? fixtures : some) {
        await page.goto(`/blog/${id}`)
        await isClean(page, id, 2)
      }
    })

    test('on the post, opened from a list inside the app', async ({ page }) => {
      await page.goto('/blog')
      for (const { id } of csp === 'off' ? (isFullRun ? fixtures : some) : some.slice(0, 3)) {
        await goInside(page, id)
        await isClean(page, `${id}, inside the app`, 2)
      }
    })

    test('in the dashboard, the editor, the history and the preview', async ({ page }) => {
      await logIn(page)
      await isClean(page, 'dashboard')
      await ofEverything(page, 'Edit').click()
      await expect(page.getByLabel(/^Content/)).toHaveValue(everything.replace(/\r\n?/g, '\n').trimEnd())
      await isClean(page, 'editor')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await ofEverything(page, 'History of').click()
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await expect(oldVersionIn(page).locator('h1')).toHaveText(/everything/)
      await isClean(page, 'an old version')
      const token = await page.evaluate(
        () => localStorage.getItem('admin_token') ?? sessionStorage.getItem('admin_token'),
      )
      const link = await page.request.post('/api/blog-posts/everything/preview', {
        headers: { authorization: `Bearer ${token}` },
      })
      await page.goto((await link.json()).path)
      await isClean(page, 'preview', 2)
    })
  })
}

test.describe('a feed reader that trusts our feeds', () => {
  test.use({ bypassCSP: true })

  test('runs nothing of a hostile post', async ({ page, breaches }) => {
    for (const path of ['/feed.xml', '/feed.json', ...some.map(({ id }) => `/blog/category/${id}/feed.xml`)]) {
      expect(await showFeed(page, path), path).toBeGreaterThan(0)
      await isClean(page, path, 1)
    }
    expect(breaches).toEqual({ executed: [], foreign: [], violations: [] })
  })
})

test.describe('if the server sanitized nothing', inFullRun(), () => {
  test.use({ bypassCSP: true })

  test('an old version would run nothing, because the browser sanitizes it again', async ({ page, breaches }) => {
    await page.route('**/api/writing/preview', async (route) => {
      const json = { summary: everything, content: everything, minutes: 1, words: 1 }
      await route.fulfill({ json })
    })
    await logIn(page)
    await ofEverything(page, 'History of').click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(oldVersionIn(page).locator('article')).toContainText('alert(1)')
    await isClean(page, 'an old version')
    expect(breaches).toEqual({ executed: [], foreign: [], violations: [] })
  })
})
