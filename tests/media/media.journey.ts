import type { Locator } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn, storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { png } from './inputs.ts'

const file = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png(width, 300)) })

/** The image of a card is loaded: it could not be after it was deleted. */
const shown = (card: Locator) => expect(card.locator('img')).toHaveJSProperty('complete', true)

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
