import type { Page } from 'playwright'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const text = [
  '> [!WARNING]',
  '> Hot **oven**.',
  '',
  '- [x] Bake',
  '',
  'Salt[^1]. [Away](/blog)',
  '',
  '<img src="data:image/png;base64,AAAA" onerror="top.harmed = 1"><svg onload="top.harmed = 2">',
  '',
  ...Array.from({ length: 60 }, (_, n) => `Paragraph ${n}\n`),
  '## The end',
  '',
  '[^1]: Sea salt.',
].join('\n')

/** Of a draft with that text, whichever editor is open. */
async function openPreview(page: Page) {
  const token = await storeToken(page)
  const multipart = {
    title: 'Racks & trays',
    summary: 'In short.',
    content: text,
    format: 'md',
    draft: 'true',
    category_id: 'production',
  }
  const headers = { authorization: `Bearer ${token}` }
  const { id } = await (await page.request.post('/api/blog-posts', { headers, multipart })).json()
  await page.goto(`/admin/blog/${id}/edit`)
  await page.getByRole('button', { name: 'Show preview' }).click()
  return page.frameLocator('iframe')
}

/**
 * Presses a link as a reader would. The place comes from the page around the frame: Playwright's own actions wait for frames of
 * animation inside it, which count as blocked scripts, and no blocked script may go unnoticed here.
 */
async function press(page: Page, selector: string) {
  await page.locator('iframe').scrollIntoViewIfNeeded()
  const place = await page.locator('iframe').evaluate((frame: HTMLIFrameElement, wanted) => {
    const link = frame.contentDocument?.querySelector(wanted)
    link?.scrollIntoView({ block: 'center' })
    const [inside, outside] = [link?.getBoundingClientRect(), frame.getBoundingClientRect()]
    const scale = outside.width / frame.offsetWidth
    if (!inside) throw new Error('The link is not in the preview.')
    return {
      x: outside.x + (inside.x + inside.width / 2) * scale,
      y: outside.y + (inside.y + inside.height / 2) * scale,
    }
  }, selector)
  await page.mouse.click(place.x, place.y)
}

/** Of the preview, seen from the page around it. */
const scrollTop = (page: Page) =>
  page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollY ?? 0)

test('a post is previewed as visitors see it, in two widths and both themes, and runs nothing', async ({
  page,
  complaints,
}) => {
  const frame = await openPreview(page)
  await expect(frame.getByRole('heading', { name: 'Racks & trays' })).toBeVisible()
  await expect(frame.getByText('Production', { exact: true })).toBeVisible()
  await expect(frame.getByRole('note')).toContainText('Warning')
  await expect(frame.getByRole('checkbox', { name: 'Done' })).toBeChecked()
  const [text, preview] = await Promise.all(
    [page.getByRole('region', { name: 'Text', exact: true }), page.locator('iframe')].map((one) => one.boundingBox()),
  )
  // Next to the text.
  expect(preview?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
  const body = frame.locator('body')
  await expect(body).toHaveCSS('color', 'rgb(246, 241, 229)')
  expect(await body.evaluate(() => innerWidth)).toBe(1280)
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await expect(body).toHaveCSS('color', 'rgb(26, 30, 27)')
  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  await expect.poll(() => body.evaluate(() => innerWidth)).toBe(390)
  await expect(frame.locator('body > * header nav[aria-label=Main]')).toBeHidden()
  expect(await body.evaluate(() => matchMedia('(max-width: 600px)').matches)).toBe(true)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(complaints).toEqual([])
})

test(
  'the preview keeps its position while the text changes, follows the cursor, and its links lead nowhere in the frame',
  inFullRun(),
  async ({ page, context }) => {
    const frame = await openPreview(page)
    await expect(frame.getByText('Paragraph 59')).toBeAttached()
    await page.locator('iframe').evaluate((element: HTMLIFrameElement) => element.contentWindow?.scrollTo(0, 1500))
    expect(await scrollTop(page)).toBe(1500)
    await page.getByLabel('Summary', { exact: false }).first().fill('One more line')
    await expect(frame.getByText('One more line')).toBeAttached()
    expect(await scrollTop(page)).toBe(1500)
    await page.getByRole('textbox', { name: 'Content', exact: true }).press('ControlOrMeta+End')
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(2500)
    await page.getByText('Source', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Content (Markdown)' }).press('ControlOrMeta+Home')
    await page.getByRole('textbox', { name: 'Content (Markdown)' }).press('ArrowDown')
    await expect.poll(() => scrollTop(page)).toBeLessThan(1500)
    await page.locator('iframe').evaluate((element: HTMLIFrameElement) => element.contentWindow?.scrollTo(0, 1500))
    await press(page, 'a[href="#fnref-1"]')
    await expect.poll(() => scrollTop(page)).toBeLessThan(1500)
    const opened = context.waitForEvent('page')
    await press(page, 'a[href="/blog"][rel]')
    await expect(await opened).toHaveURL(/\/blog$/)
    await expect(frame.getByRole('heading', { name: 'Racks & trays' })).toBeAttached()
    await expect(page).toHaveURL(/\/admin\/blog\/.+\/edit/)
  },
)
