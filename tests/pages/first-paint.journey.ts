import type { Page } from 'playwright'
import { heroMedia } from '#client/home/hero-media.ts'
import { storageUrl } from '#contract/paths.ts'
import { expect, forgive, takenOver, test } from '#tests/helpers/journey.ts'

/** Names that the page draws by, and no drawing has. */
const missing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('use')]
      .filter((use) => !use.closest('[data-later]'))
      .map((use) => use.getAttribute('href') ?? '')
      .filter((href) => !document.querySelector(`.sprite > ${href}`)),
  )
const drawings = (page: Page) => page.locator('.sprite > symbol').count()

test('a page brings the drawings that it shows, and the app all others', async ({ page }) => {
  await page.goto('/blog')
  const brought = await page.evaluate(async () => {
    const text = await (await fetch(location.href)).text()
    return new DOMParser().parseFromString(text, 'text/html').querySelectorAll('.sprite > symbol').length
  })
  await takenOver(page)
  await expect.poll(() => drawings(page)).toBeGreaterThan(brought)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await page.evaluate(() => document.querySelectorAll('.sprite > #good-loaf').length)).toBe(1)
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL(/contact-us$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await missing(page)).toEqual([])
})

test('drawings that failed to come are asked for again', async ({ page, complaints }) => {
  let refused = 0
  await page.route('**/code/drawings-*', (route) => (refused++ === 0 ? route.abort() : route.continue()))
  await page.goto('/blog')
  const brought = await drawings(page)
  await expect.poll(() => drawings(page)).toBeGreaterThan(brought)
  forgive(complaints, /drawings-|ERR_FAILED/)
})

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const lightGround = /^rgb\(250, 246, 236\)$/

test('themes that failed to come are asked for again; then the light one can be chosen', async ({
  page,
  complaints,
}) => {
  let refused = 0
  await page.route('**/code/themes-*', (route) => (refused++ === 0 ? route.abort() : route.continue()))
  await page.goto('/blog')
  await takenOver(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect.poll(() => ground(page)).toMatch(lightGround)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', lightGround)
  forgive(complaints, /themes-|ERR_FAILED/)
})

test('who chose the light theme sees its colors before the app is there', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await page.route('**/code/*.js', () => {})
  for (const path of ['/blog', '/features']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    expect(await ground(page)).toMatch(lightGround)
    const card = page.locator('main :is(article, li)').first()
    expect(await card.evaluate((one) => getComputedStyle(one).getPropertyValue('--text').trim())).toBe('#1a1e1b')
  }
})

test('without script each page has the drawings that it shows', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  for (const path of ['/', '/features', '/bakery-erp', '/pricing', '/blog', '/contact-us', '/pricing/try-for-free']) {
    await page.goto(path)
    expect([path, ...(await missing(page))]).toEqual([path])
  }
  await context.close()
})

test('the letters of the home page come in two files', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await takenOver(page)
  expect(fonts.map((url) => /\/([a-z-]+)\.[0-9a-f]+\.woff2$/.exec(url)?.[1]).toSorted()).toEqual([
    'besley',
    'libre-franklin',
  ])
})

test('what is further down is laid out when there is time; who was there comes back to the same place', async ({
  page,
}) => {
  await page.goto('/')
  await takenOver(page)
  await expect(page.locator('html[data-laid-out]')).toBeAttached()
  expect(await page.locator('section[data-laid-out]').count()).toBe(0)
  const link = page.getByRole('link', { name: /Distributors/ }).first()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(3_000)
  await link.click()
  await expect(page).toHaveURL(/distributors$/)
  await page.goBack()
  // Heights are fractions of pixels, positions are not.
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), before)).toBeLessThanOrEqual(1)
})

test('who goes to a part of a post, or loads a page again, finds all of it laid out, and stays where they are', async ({
  page,
}) => {
  await page.goto('/blog/counting-jars')
  await expect(page.locator('html[data-laid-out]')).toBeAttached()
  const contents = page.getByRole('navigation', { name: 'In this post' })
  const address = (await contents.getByRole('link').last().getAttribute('href')) ?? ''
  const laidOutAtOnce = () => page.evaluate(() => document.documentElement.hasAttribute('data-laid-out'))
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector('main')
  expect(await laidOutAtOnce()).toBe(true)
  await takenOver(page)
  await expect(page.locator(address.slice(address.indexOf('#')))).toBeInViewport()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await page.reload()
  await takenOver(page)
  expect(await laidOutAtOnce()).toBe(true)
  await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), place)).toBeLessThanOrEqual(1)
})

const drawnStyle = (html: string) => /<style data-drawn[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? ''

/** The rules of the page's styles, as the browser spells them, and those of styled-components' now. */
const rulesOf = (page: Page, drawn: string) =>
  page.evaluate((drawn) => {
    const textsOf = (sheet: CSSStyleSheet | null) => [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText)
    const before = new CSSStyleSheet()
    before.replaceSync(drawn)
    const sheets = [...document.querySelectorAll<HTMLStyleElement>('style[data-styled]')]
    const now = sheets.flatMap(({ sheet }) => textsOf(sheet))
    return {
      sheets: sheets.length,
      drawing: textsOf(before),
      now,
    }
  }, drawn)

for (const path of ['/', '/features', '/pricing', '/blog', '/contact-us', '/admin/login'])
  test(`the app takes over all styles that ${path} came with, in their order, and makes none of them anew`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
    await page.goto(path)
    await takenOver(page)
    const { sheets, drawing, now } = await rulesOf(page, drawnStyle(html))
    expect(sheets).toBe(1)
    expect(drawing.length).toBeGreaterThan(30)
    expect(now.slice(0, drawing.length)).toEqual(drawing)
    expect(now).toHaveLength(new Set(now).size)
  })

test('the app takes the styles over that the page came with, makes none of them anew, and adds its own after them', async ({
  page,
}) => {
  const html = await (await page.request.get('/pricing', { headers: { accept: 'text/html' } })).text()
  await page.goto('/pricing')
  await takenOver(page)
  await page.getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(page).toHaveURL(/contact-us$/)
  await expect(page.locator('main form')).toBeVisible()
  const { sheets, drawing, now } = await rulesOf(page, drawnStyle(html))
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('[class]')].map(({ classList: [component, ...names] }) => ({ component, names })),
  )
  const isNew = names
    .filter(({ component }) => !new RegExp(`[" ]${component} `).test(html))
    .flatMap(({ names }) => names)
  const firstNew = now.findIndex((text) => isNew.some((name) => text.startsWith(`.${name} `)))
  expect(sheets).toBe(1)
  expect(drawing.length).toBeGreaterThan(100)
  expect(now.filter((text) => drawing.includes(text))).toEqual(drawing)
  expect(now).toHaveLength(new Set(now).size)
  expect(firstNew).toBeGreaterThan(now.indexOf(drawing.at(-1) ?? ''))
})

test.describe('the poster of the film', () => {
  const widths = { posterSmall: 390, poster: 1280 } as const
  for (const theme of ['dark', 'light'] as const)
    for (const size of ['posterSmall', 'poster'] as const)
      test(`is asked for once, as the reader needs it, with the first text: ${theme}, ${size}`, async ({ page }) => {
        await page.setViewportSize({ width: widths[size], height: 800 })
        await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
        const asked: string[] = []
        page.on('request', (request) => request.url().endsWith('.avif') && asked.push(new URL(request.url()).pathname))
        await page.goto('/')
        await takenOver(page)
        expect(asked).toEqual([storageUrl(heroMedia[theme][size])])
      })
})

test.describe('the film on a phone', () => {
  test.use({ viewport: { width: 600, height: 823 }, deviceScaleFactor: 1.75 })

  test('its poster is the largest thing that a phone paints, also once the film plays', async ({ page }) => {
    await page.goto('/')
    const film = page.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    const largest = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) =>
          new PerformanceObserver((list) =>
            resolve(
              (list.getEntries() as (PerformanceEntry & { element?: Element })[]).map(
                (one) => one.element?.tagName ?? '',
              ),
            ),
          ).observe({ type: 'largest-contentful-paint', buffered: true }),
        ),
    )
    expect(largest.at(-1)).toBe('DIV')
    expect(largest).not.toContain('VIDEO')
    // Of two that are as large, browsers now and then took the film: it is smaller.
    const [poster, inside] = await film.evaluate((video) => [video.parentElement?.clientWidth ?? 0, video.clientWidth])
    expect(inside).toBeLessThan(poster ?? 0)
  })
})
