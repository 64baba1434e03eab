import type { Locator } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn, storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { png } from './inputs.ts'

const file = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png(width, 300)) })

/** The image of a card is loaded: it could not be after it was deleted. */
const shown = (card: Locator) => expect(card.locator('img')).toHaveJSProperty('complete', true)

/** So that axe can be injected into the page. */
test.use({ bypassCSP: true })

test('an image is uploaded, found as unused, replaced and deleted by keyboard', async ({ page }) => {
  await logIn(page)
  await page.getByRole('link', { name: 'Media' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Media library' })).toBeFocused()
  const images = page.getByRole('region', { name: 'List of images' })
  const cards = images.getByRole('listitem').filter({ has: page.getByRole('button') })
  await expect(images.getByRole('link').first()).toBeVisible()
  const before = await cards.count()

  await page.getByLabel('Upload images').setInputFiles([file('crates.png', 640)])
  await expect(cards).toHaveCount(before + 1)
  await expect(cards.first()).toContainText('640 × 300')
  await page.getByLabel('Use', { exact: true }).selectOption('Unused')
  await expect(images.getByText('Used in')).toHaveCount(0)
  const unused = (await cards.count()) - 1

  await cards
    .first()
    .getByRole('button', { name: /^Replace everywhere/ })
    .press('Enter')
  const replace = page.getByRole('dialog', { name: 'Replace everywhere' })
  await replace.getByLabel('New image').setInputFiles(file('new.png', 800))
  await expect(replace.getByText('New: new.png')).toBeVisible()
  await replace.getByRole('button', { name: 'Replace everywhere' }).press('Enter')
  await expect(replace).toBeHidden()
  await expect(cards).toHaveCount(unused + 2)

  for (const left of [1, 0]) {
    await shown(cards.first())
    await cards
      .first()
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete this image?' })
    await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect(cards).toHaveCount(unused + left)
    await expect(images).toBeFocused()
  }
})

test('images are selected, deleted together and brought back by keyboard, and one is described, on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await storeToken(page)
  await page.goto('/admin/media?use=unused')
  const names = ['first van.png', 'second van.png']
  await page.getByLabel('Upload images').setInputFiles(names.map((name, index) => file(name, 300 + index)))
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  for (const name of names) await expect(box(name)).toBeVisible()
  await box('second van.png').press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(box('first van.png')).toBeFocused()
  const selected = page.getByRole('group', { name: 'Selected images' })
  await expect(selected.getByRole('status')).toHaveText('2 selected')
  await selected.getByRole('button', { name: 'Delete selected …' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete the selected images?' })
  await expect(question.getByRole('list', { name: 'Images to delete' }).getByRole('listitem')).toHaveText(
    names.toReversed(),
  )
  expect(await seriousFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete 2 images' }).press('Enter')
  await expect(page.getByText('2 images deleted.')).toBeVisible()
  await expect(box('first van.png')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(box('first van.png')).toBeVisible()

  await page.getByRole('link', { name: 'first van.png' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing uses this image' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('textbox', { name: 'Description' }).fill('The first van')
  await page.getByRole('button', { name: 'Save description' }).press('Enter')
  await expect(page.getByText('Description saved')).toBeVisible()
  await page.getByRole('link', { name: 'All images' }).press('Enter')
  await page.getByLabel('Search').fill('the first van')
  await expect(page.getByRole('link', { name: 'first van.png' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'second van.png' })).toHaveCount(0)

  // Nothing stays for other journeys.
  await page.getByLabel('Search').fill('van.png')
  for (const name of ['The first van', 'second van.png']) await box(name).press('Space')
  await selected.getByRole('button', { name: 'Delete selected …' }).press('Enter')
  await question.getByRole('button', { name: 'Delete 2 images' }).press('Enter')
  await expect(page.getByText('2 images deleted.')).toBeVisible()
})

test(
  'a dropped image is stored, and a used one is deleted only after its posts are named',
  inFullRun(),
  async ({ page }) => {
    await storeToken(page)
    await page.goto('/admin/media?use=used')
    const images = page.getByRole('region', { name: 'List of images' })
    await images
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    const question = page.getByRole('dialog', { name: 'Delete this image? It’s in use.' })
    await expect(question).toContainText(/It is used in “.+”/)
    await question.getByRole('button', { name: 'Keep it' }).click()

    const bytes = Buffer.from(png(700, 300)).toString('base64')
    const transfer = await page.evaluateHandle((base64) => {
      const data = new DataTransfer()
      const image = Uint8Array.fromBase64(base64)
      data.items.add(new File([image], 'dropped.png', { type: 'image/png' }))
      return data
    }, bytes)
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    const dropped = images.getByRole('listitem').filter({ hasText: '700 × 300' })
    await shown(dropped)
    await dropped.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dropped).toHaveCount(0)
  },
)

test.describe('the media library', () => {
  test.use({ bypassCSP: true })
  for (const theme of ['dark', 'light'] as const)
    test(`has no serious accessibility violation, ${theme}`, inFullRun(), async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await storeToken(page)
      await page.goto('/admin/media')
      const images = page.getByRole('region', { name: 'List of images' })
      await expect(images.getByRole('link').first()).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await images
        .getByRole('button', { name: /^Replace/ })
        .first()
        .click()
      expect(await seriousFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
})
