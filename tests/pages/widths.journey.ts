import type { Locator } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

const boundsOf = (items: Locator) =>
  items.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, height } = element.getBoundingClientRect()
      return { x: Math.round(x), y: Math.round(y), height: Math.round(height) }
    }),
  )
const different = (values: readonly number[]) => new Set(values).size

test(
  'from 600 to 1,000 pixels, steps and cards stay in columns, and the closing picture is at most 320 high',
  inFullRun(),
  async ({ page }) => {
    for (const width of [600, 768, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/features')
      await hydrated(page)
      const steps = await boundsOf(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) }))
      expect([width, steps.length, different(steps.map(({ y }) => y))]).toEqual([width, 5, 1])
      const cards = await boundsOf(page.locator('li').filter({ has: page.getByRole('heading', { level: 3 }) }))
      expect([width, cards.length, different(cards.map(({ y }) => y))]).toEqual([width, 3, 1])
      const [picture] = await boundsOf(page.locator('main > section > div > svg').last())
      expect(picture?.height).toBeLessThanOrEqual(320)
    }
  },
)

test('below 600 pixels, the steps are below each other along a vertical line', inFullRun(), async ({ page }) => {
  await page.setViewportSize({ width: 599, height: 900 })
  await page.goto('/features')
  await hydrated(page)
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  const steps = await boundsOf(items)
  expect([different(steps.map(({ x }) => x)), different(steps.map(({ y }) => y))]).toEqual([1, 5])
  const line = await page.locator('ol:has(> li > h2)').evaluate((list) => {
    const { width, height } = getComputedStyle(list, '::before')
    return [width, Math.round(Number.parseFloat(height)) === list.clientHeight]
  })
  expect(line).toEqual(['8px', true])
})
