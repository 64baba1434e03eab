import { expect, takenOver, test } from '#tests/helpers/journey.ts'

const board = /^Production schedule/
/** The pictures of the bakeries' page. */
const STILL_CODE = /\/code\/(?:board-screen|operator-tablet|docket)-/

test('the pictures of a page come with it, stay as they came, and cost no JavaScript', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => STILL_CODE.test(request.url()) && asked.push(request.url()))
  const picture = page.getByRole('img', { name: board })

  await page.goto('/bakery-erp', { waitUntil: 'networkidle' })
  await expect(picture).toBeVisible()
  await takenOver(page)
  const drawn = await picture.elementHandle()
  await page.mouse.wheel(0, 3000)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // Another place on the same page is another context of the router's.
  await page.evaluate(() => {
    history.pushState(null, '', '#main')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Escape')
  expect(await picture.evaluate((now, before) => now === before, drawn)).toBe(true)
  await expect(picture).toContainText('Sourdough')
  expect(asked).toEqual([])

  const links = page.getByRole('contentinfo')
  await links.getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { name: 'Our Blog' })).toBeVisible()
  await links.getByRole('link', { name: 'Bakery ERP' }).click()
  await expect(picture).toContainText('Sourdough')
  expect(asked, 'a page that came with the document is kept as it was').toEqual([])

  await page.goto('/blog')
  await takenOver(page)
  await links.getByRole('link', { name: 'Bakery ERP' }).click()
  await expect(picture).toContainText('Sourdough')
  expect(asked.filter((url) => /board-screen/.test(url))).toHaveLength(1)
})

test('without JavaScript the pictures are there, too', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  await page.goto('/bakery-erp')
  await expect(page.getByRole('img', { name: board })).toBeVisible()
  await page.close()
})
