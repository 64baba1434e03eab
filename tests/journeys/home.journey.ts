import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ reducedMotion: 'no-preference' })

const state = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    paused: video.paused,
    muted: video.muted,
    loop: video.loop,
    controls: video.controls,
    // The background behind the video until it plays.
    poster: getComputedStyle(video.closest('div') ?? video).backgroundImage,
  }))
const second = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const poster = /\/storage\/hero\/dark-[0-9a-f]{32}\.avif/

test('the video plays automatically, muted and looping, and can be paused (WCAG 2.2.2)', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => second(page)).toBeGreaterThan(0)
  expect(await state(page)).toMatchObject({ paused: false, muted: true, loop: true, controls: false })
  await page.getByRole('button', { name: 'Pause the video' }).click()
  await expect.poll(async () => (await state(page)).paused).toBe(true)
  await page.getByRole('button', { name: 'Play the video' }).click()
  await expect.poll(async () => (await state(page)).paused).toBe(false)
})

test(
  'the other theme has its own video, which continues playing or paused like the first',
  inFullRun(),
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the video' }).click()
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    await expect.poll(async () => (await state(page)).poster).toMatch(/\/hero\/light-/)
    expect((await state(page)).paused).toBe(true)
    await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible()
  },
)

test.describe('the home page with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test("shows the video's poster until the reader plays it", inFullRun(), async ({ page }) => {
    await page.goto('/')
    const play = page.getByRole('button', { name: 'Play the video' })
    await expect(play).toBeVisible()
    const shown = await state(page)
    expect(shown.paused).toBe(true)
    expect(shown.poster).toMatch(poster)
    expect(await second(page)).toBe(0)
    await play.click()
    await expect.poll(() => second(page)).toBeGreaterThan(0)
  })
})

test('a reader who saves data sees the poster and the play button', inFullRun(), async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible()
  expect((await state(page)).paused).toBe(true)
})

test('the video shows its poster and native controls without JavaScript', inFullRun(), async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/')
  const video = page.locator('video')
  await expect(video).toHaveAttribute('controls')
  // Those controls hide the text behind them.
  await expect(video).toHaveAttribute('poster', poster)
  await expect(video).not.toHaveAttribute('autoplay')
  await expect(page.getByRole('button', { name: /the video/ })).toHaveCount(0)
  await context.close()
})

test(
  'nothing on the home page shifts while it loads and its video starts',
  inFullRun(),
  async ({ page, complaints }) => {
    // Whether fonts arrive before the first paint varies; the stability journey limits the shift of late fonts.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }
      type Shift = PerformanceEntry & { value: number; sources: Source[] }
      const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join()
      const moved = ({ node, previousRect, currentRect }: Source) =>
        `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${place(previousRect)} → ${place(currentRect)}`
      const observer = new PerformanceObserver((list) => {
        for (const { value, startTime, sources } of list.getEntries() as Shift[])
          shifts.push(`${value} after ${Math.round(startTime)} ms: ${sources.map(moved).join(' · ')}`)
      })
      observer.observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    await expect.poll(() => second(page)).toBeGreaterThan(0)
    const shifts = await page.evaluate(() => (window as typeof window & { shifts: string[] }).shifts)
    expect(shifts).toEqual([])
    forgive(complaints, /woff2|ERR_FAILED/)
  },
)

for (const [width, most] of [
  [390, 8_000],
  [1440, 6_000],
] as const)
  test(`the home page is at most ${most} px high in a window of ${width}`, inFullRun(), async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    // Before hydration, sections out of view have an estimated height.
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most)
  })

test('a promise of the home page opens its clause of the agreement, which leads back', async ({ page }) => {
  await page.goto('/')
  const promise = page.getByRole('link', { name: 'Leave any time' })
  await promise.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/subscription-agreement#cancel-any-time$/)
  await expect(page.getByRole('heading', { name: 'Cancel any time' })).toBeInViewport()
  await page.getByRole('link', { name: 'Palletry', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
})
