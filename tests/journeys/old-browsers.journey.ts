import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

/** Like Safari before 26.2 and Firefox before 144: the browser ignores `command` and `commandfor`. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    for (const name of ['command', 'commandForElement']) Reflect.deleteProperty(HTMLButtonElement.prototype, name)
    document.addEventListener('command', (event) => event.preventDefault(), true)
  }),
)

for (const state of ['before hydration', 'after hydration'] as const) {
  test.describe(`in a browser without Invoker Commands, ${state}`, () => {
    test.beforeEach(async ({ page }) => {
      if (state === 'before hydration') {
        await hold(page, '**/code/*.js')
        await page.goto('/', { waitUntil: 'commit' })
      } else {
        await page.goto('/')
        await hydrated(page)
      }
    })

    test('opens the menu, and its Close button closes it', inFullRun(state === 'after hydration'), async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const burger = page.getByRole('button', { name: 'Open menu' })
      await burger.click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expect(menu).toBeVisible()
      await menu.getByRole('button', { name: 'Close menu' }).click()
      await expect(menu).toBeHidden()
      await expect(burger).toBeFocused()
    })

    test('opens the privacy policy, and each of its buttons closes it', inFullRun(), async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Privacy Policy' })
      for (const which of [0, 1]) {
        await page.getByRole('button', { name: 'Privacy Policy' }).click()
        await expect(dialog).toBeVisible()
        await dialog.getByRole('button', { name: 'Close' }).nth(which).click()
        await expect(dialog).toBeHidden()
      }
    })
  })
}
