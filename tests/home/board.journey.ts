import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const MIN_TEXT_PX = 11

const board = (page: Page) => page.getByRole('region', { name: 'Production board to try, sample data' })
const tryIt = (page: Page) => page.getByRole('button', { name: 'Try it' })

/** Records what moves outside of the board, also after clicks. */
const recordShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node } of sources)
          if (!node?.parentElement?.closest('[aria-label^="Production board"]')) shifts.push(node?.textContent ?? '')
    }).observe({ type: 'layout-shift' })
  })
const shifts = (page: Page) => page.evaluate(() => (window as typeof window & { shifts: string[] }).shifts)

/** The places of what is around the board. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h1, main h2')].map((one) => one.getBoundingClientRect().top + scrollY),
  )

test('"Try it" loads the board and puts it in the place of the video without a shift, and Close returns the video', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => /\/code\/board-/.test(request.url()) && asked.push(request.url()))
  await page.goto('/')
  await expect(tryIt(page)).toBeVisible()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const before = await places(page)
  expect(asked).toEqual([])
  await tryIt(page).click()
  await expect(board(page)).toBeFocused()
  expect(asked).toHaveLength(1)
  await expect(page.locator('video')).toHaveCount(0)
  expect(await places(page)).toEqual(before)
  await page.getByRole('button', { name: 'Close the board' }).click()
  await expect(page.locator('video')).toBeVisible()
  await expect(tryIt(page)).toBeFocused()
  expect(await places(page)).toEqual(before)
})

test(
  'an order is added with the keyboard alone: numbers, crates and invoice follow, and are announced',
  inFullRun(),
  async ({ page }) => {
    await page.goto('/')
    await tryIt(page).focus()
    await page.keyboard.press('Enter')
    await expect(board(page)).toBeFocused()
    await page.getByRole('radio', { name: 'Friday' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Less Sourdough' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('20')
    await page.getByRole('button', { name: 'Add order for Saturday' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: '180 +20' })).toBeVisible()
    await expect(board(page).getByText('24 crates for Saturday +3 from you')).toBeVisible()
    await expect(board(page).getByText('Total$214.80')).toBeVisible()
    await expect(board(page).getByRole('status')).toContainText('Invoice total $214.80.')
  },
)

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const)
  test.describe(`the board in a window of ${width} px`, () => {
    test.use({ viewport: { width, height }, bypassCSP: true })

    test(
      'is legible, fits, moves nothing around it and has no accessibility faults',
      inFullRun(width !== 320),
      async ({ page }) => {
        await page.goto('/')
        await expect(tryIt(page)).toBeVisible()
        await recordShifts(page)
        await tryIt(page).click()
        await page.getByRole('button', { name: 'Add order for Friday' }).click()
        await expect(board(page).getByText('20 crates', { exact: true })).toBeVisible()
        const { small, overhanging } = await board(page).evaluate((section, least) => {
          const { left, right } = section.getBoundingClientRect()
          const shown = [...section.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().width > 1)
          const name = (one: Element) => `${one.tagName} ${one.textContent}`
          return {
            small: shown.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < least).map(name),
            overhanging: [section, ...shown]
              .filter((one) => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
              .map(name),
          }
        }, MIN_TEXT_PX)
        expect(small).toEqual([])
        expect(overhanging).toEqual([])
        const [inside, outside] = await board(page).evaluate((section) => [section.scrollHeight, section.clientHeight])
        expect(inside).toBe(outside ?? 0)
        expect(await seriousFaults(page)).toEqual([])
        expect(await shifts(page)).toEqual([])
      },
    )
  })

test('a board whose code does not load leaves the video and says so', inFullRun(), async ({ page, complaints }) => {
  await page.route('**/code/board-*.js', (route) => route.abort())
  await page.goto('/')
  await tryIt(page).click()
  await expect(page.getByRole('alert')).toHaveText('The board did not load. Reload the page to try it.')
  await expect(page.locator('video')).toBeVisible()
  await expect(tryIt(page)).toBeFocused()
  forgive(complaints, /ERR_FAILED|failed: .*board-/)
})
