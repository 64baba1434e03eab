import type { Locator, Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const FINGER_PX = 44
/** The tab stops of the form, in order. */
const stops = (form: Locator) =>
  form.locator('input:not([type=hidden], [tabindex="-1"]), select, textarea, button, a[href]')

/**
 * Controls with touch targets that are too small: a point 21 px from the middle in each direction must belong to the control (a
 * checkbox has a larger target than its box). A link inside a sentence is as tall as its line (WCAG 2.5.8).
 */
const missed = (form: Locator) =>
  form.locator('input:not([type=hidden], [tabindex="-1"]), select, textarea, button').evaluateAll((all) =>
    all
      .filter((one) => {
        one.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = one.getBoundingClientRect()
        const reach = 21
        const surroundings = [
          [-reach, 0],
          [reach, 0],
          [0, -reach],
          [0, reach],
        ] as const
        const at = surroundings.map(([dx, dy]) => document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy))
        return !at.every((hit) => hit !== null && one.contains(hit))
      })
      .map((one) => one.getAttribute('name')),
  )

/** Walks through the form with Tab and returns the names of the tab stops. */
async function walked(page: Page, form: Locator): Promise<(string | null)[]> {
  const count = await stops(form).count()
  const names: (string | null)[] = []
  await stops(form).first().focus()
  for (let n = 0; n < count; n++) {
    names.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null))
    await page.keyboard.press('Tab')
  }
  return names
}

for (const path of ['/pricing/try-for-free/on-a-phone', '/contact-us']) {
  test(
    `the form of ${path} on a phone has large touch targets and a tab order that matches the layout`,
    inFullRun(path === '/contact-us'),
    async ({ page }) => {
      await page.goto(path)
      const form = page.locator('main form')
      expect(await missed(form)).toEqual([])
      const rendered = await stops(form).evaluateAll((all) => all.map((one) => one.getAttribute('name')))
      expect(await walked(page, form)).toEqual(rendered)
      const tops = await stops(form).evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().top + scrollY)),
      )
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
  )

  test(`the links in the alert of ${path} on a phone focus the fields`, inFullRun(), async ({ page }) => {
    await page.goto(path)
    // Before hydration, the browser itself reports an empty field.
    await hydrated(page)
    await page.getByRole('button', { name: /Start my free trial|Send message/ }).tap()
    const alert = page.getByRole('alert')
    await expect(alert).toBeFocused()
    const link = alert.getByRole('link', { name: 'Email' })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER_PX)
    await link.tap()
    await expect(page.getByLabel('Email')).toBeFocused()
  })
}

test('the state field offers the states of the country and accepts autofill', inFullRun(), async ({ page }) => {
  await page.goto('/pricing/try-for-free/on-a-phone')
  const state = page.getByRole('combobox', { name: 'State' })
  const offered = () => state.evaluate((input: HTMLInputElement) => input.list?.options.length)
  expect(await offered()).toBe(56)
  await page.getByLabel('Country').selectOption('Canada')
  await expect.poll(offered).toBe(13)
  await expect(page.getByLabel('Postal Code')).toHaveAttribute('inputmode', 'text')
  await state.fill('ON')
  await expect(state).toHaveValue('ON')
})
