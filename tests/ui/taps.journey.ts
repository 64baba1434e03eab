import type { Locator, Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const valid: Readonly<Record<string, string>> = {
  email: 'rosa@delgado.example',
  phone: '5035550142',
  postalCode: '97201',
  password: 'sourdough-18h',
  password_confirmation: 'sourdough-18h',
}
const wrong: Readonly<Record<string, string>> = { email: 'rosa@', password: 'abc', password_confirmation: 'abd' }

/** Numbers the controls, and remembers which one a click reached. Links and buttons stay without effect. */
const watchClicks = (controls: Locator) =>
  controls.evaluateAll((all) => {
    for (const [index, one] of all.entries()) one.setAttribute('data-number', String(index))
    const remember = (event: Event) => {
      const control = event.target instanceof Element ? event.target.closest('[data-number]') : null
      document.documentElement.dataset.clicked = control?.getAttribute('data-number') ?? 'nothing'
      if (control?.matches('a, [type=submit]')) event.preventDefault()
    }
    document.addEventListener('click', remember, true)
  })
const clicked = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.clicked))

/** At the place where the control was when the finger came down. */
async function tapAtOnce(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

for (const path of ['/pricing/try-for-free/taps-here', '/contact-us'])
  test(`a tap on each control of ${path} arrives right after a field was corrected`, inFullRun(), async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    const form = page.locator('main form')
    const controls = form.locator(
      ":is(input:not([type=hidden], [tabindex='-1']), select, textarea, button, a):not([role=alert] *)",
    )
    const names = await controls.evaluateAll((all) =>
      all.map((one) => (one.matches('input:not([type=checkbox]), textarea') ? (one.getAttribute('name') ?? '') : '')),
    )
    const typeWrong = (index: number) => controls.nth(index).fill(wrong[names[index] ?? ''] ?? '')
    for (const [index, name] of names.entries()) if (name) await typeWrong(index)
    await form.getByRole('button', { name: /Start my free trial|Send message/ }).tap()
    await expect(page.getByRole('alert')).toBeFocused()
    await watchClicks(controls)

    const lost: string[] = []
    for (let tapped = 1; tapped < names.length; tapped++) {
      const field = names.findLastIndex((name, index) => name && index < tapped)
      await controls.nth(field).fill(valid[names[field] ?? ''] ?? 'Alder')
      await tapAtOnce(page, controls.nth(tapped))
      if ((await clicked(page)) !== tapped) lost.push(`${tapped}, after ${names[field]}`)
      await typeWrong(field)
      await controls.nth(field).blur()
    }
    expect(lost).toEqual([])
  })
