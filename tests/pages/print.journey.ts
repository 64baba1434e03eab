import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

/** The number of pages. Chromium does not compress the objects that describe them. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

/** Opens a page and waits for the styles of printed pages, which are loaded after hydration. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/code/themes-')))
}

const colorsOf = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return [color, backgroundColor]
  })

test('a page of the dark theme is printed black on white, without the frame of the site', async ({ page }) => {
  await open(page, '/blog/counting-jars')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await colorsOf(page)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const paper = await page.getByRole('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--surface'))
  expect(paper).toBe('#fff')
  for (const role of ['banner', 'contentinfo', 'navigation'] as const)
    for (const one of await page.getByRole(role).all()) await expect(one).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(`Palletry · ${page.url()}`)).toBeVisible()
  const image = page.getByRole('article').getByRole('img').first()
  const { shown, whole } = await image.evaluate((element) => {
    const { offsetWidth, offsetHeight, naturalWidth, naturalHeight } = element as HTMLImageElement
    return { shown: offsetWidth / offsetHeight, whole: naturalWidth / naturalHeight }
  })
  expect(shown).toBeCloseTo(whole, 1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page is printed black on white, without the frame of the site', inFullRun(), async ({ page, complaints }) => {
    await page.goto('/blog/counting-jars')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    // The preloaded code is unused without JavaScript.
    forgive(complaints, /failed: .*\/code\//)
  })
})

test('a checklist is printed on at most two pages', inFullRun(), async ({ page }) => {
  for (const id of ['your-first-week-off-spreadsheets', 'a-packing-list-the-night-shift-can-read']) {
    await open(page, `/blog/${id}`)
    expect([id, pagesOf(await page.pdf({ format: 'Letter' }))]).toEqual([id, 2])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'the pricing page is printed with every edition and feature, although the screen has only the headers',
    inFullRun(),
    async ({ page }) => {
      await open(page, '/pricing')
      const chart = page.getByRole('table')
      const cards = page.getByText('Included in every edition')
      await expect(cards).toBeVisible()
      await expect(chart).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      await expect(cards).toBeHidden()
      for (const name of ['Essentials', 'Professional', 'Business', 'Enterprise'])
        await expect(chart.getByRole('columnheader', { name })).toBeVisible()
      await expect(chart.getByRole('rowheader', { name: 'Advanced CRM' })).toBeVisible()
      await expect(chart.getByRole('rowheader', { name: /^Project Management/ })).toBeVisible()
    },
  )
})

test('the open privacy policy is printed in place of the page', inFullRun(), async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Privacy Policy' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  const policy = page.getByRole('dialog', { name: 'Privacy Policy' })
  await expect(policy).toContainText('Effective August 1, 2018')
  expect(await policy.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true)
})

test('closed questions are printed with their answers', inFullRun(), async ({ page }) => {
  await open(page, '/bakery-erp')
  const answer = page.locator('details:not([open]) > :not(summary)').first()
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
})

test('the URL of a link to another site follows it on paper', inFullRun(), async ({ page }) => {
  await open(page, '/blog/counting-jars')
  const after = () =>
    page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://www.fda.gov/food'
      document.querySelector('article > div p')?.append(link)
      return getComputedStyle(link, '::after').content
    })
  expect(await after()).toBe('none')
  await page.emulateMedia({ media: 'print' })
  expect(await after()).toContain('(https://www.fda.gov/food)')
})
