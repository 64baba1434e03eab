import type { Page } from 'playwright'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

const addresses = ['/', '/blog', ...(isFullRun ? ['/features', '/bakery-erp', '/learn-more', '/admin/login'] : [])]

/**
 * The markup of `main` without the video in its frame, which hydration replaces, the buttons that need a script, and the role of
 * tables that need not scroll.
 */
const markup = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const video of copy.querySelectorAll('video')) video.closest('div')?.remove()
    for (const button of copy.querySelectorAll('button'))
      if (/^(?:Try it|(?:Play|Pause) the video)$/.test(button.ariaLabel ?? button.textContent)) button.remove()
    for (const box of copy.querySelectorAll('.scroll'))
      for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name)
    return copy.innerHTML
  })

test('hydration keeps the server-rendered markup', async ({ page, browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const staticPage = await context.newPage()
  await page.goto('/blog')
  const post = (await page.locator('a[href^="/blog/"]:has-text("Read More")').first().getAttribute('href')) ?? ''
  for (const address of [...addresses, post]) {
    await staticPage.goto(address)
    await page.goto(address, { waitUntil: 'networkidle' })
    await hydrated(page)
    if (address === '/') await expect(page.getByRole('button', { name: 'Try it' })).toBeVisible()
    expect(await markup(page)).toBe(await markup(staticPage))
  }
  await context.close()
})

test(
  'pointing at a link prefetches its page, so that the click shows it without a spinner',
  inFullRun(),
  async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    const link = page.getByRole('link', { name: /Read More/ }).first()
    const fetched = page.waitForResponse('**/api/blog-posts/*')
    await link.hover()
    await (await fetched).finished()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
    await link.click()
    await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
    expect(asked).toEqual([])
  },
)

test('a navigation ends at the top with title, description and focus of the new page', async ({ page }) => {
  await page.goto('/blog')
  await hydrated(page)
  const before = await page.locator('meta[name=description]').getAttribute('content')
  const link = page.getByRole('link', { name: /Read More/ }).last()
  await link.scrollIntoViewIfNeeded()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe(before)
})

test('an unknown path inside the site leaves no history entry', inFullRun(), async ({ page, complaints }) => {
  await page.goto('/blog')
  await hydrated(page)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/no-such-page' })
    history.pushState({ idx: 1, key: 'x' }, '', link.href)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
  forgive(complaints, /404/)
})

test('an open tab reloads once after a deploy and shows the page that it could not load', async ({
  page,
  complaints,
}) => {
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/blog')
  await hydrated(page)
  await page.evaluate(() => addEventListener('preload-error', () => sessionStorage.setItem('heard', 'yes')))
  // The names of the old build are gone; a reload brings those of the new one.
  let isOldBuild = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOldBuild = false
  })
  await page.route('**/code/post-page-*', (route) => (isOldBuild ? route.fulfill({ status: 404 }) : route.continue()))
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('heard'))).toBe('yes')
  // Server-rendered markup is complete before its images load; the page counts as loaded a little later, and once.
  await expect.poll(() => loads).toBe(2)
  await hydrated(page)
  expect(loads).toBe(2)
  complaints.length = 0
})
