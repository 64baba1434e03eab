import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const pages = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  bakery: '/bakery-erp',
  importers: '/importers',
  'learn more': '/learn-more',
  contact: '/contact-us',
  'sign-up': '/pricing/try-for-free/a-word',
  welcome: '/welcome',
  'the driver app': '/download-palletry-driver-pro',
  blog: '/blog',
  'an author': '/blog/author/maren-holt',
  'a missing post': '/blog/none',
  login: '/admin/login',
}

test.describe('axe finds no serious violation', () => {
  test.use({ bypassCSP: true })

  const everyAppearance = (['dark', 'light'] as const).flatMap((theme) =>
    [1440, 390].map((width) => ({ theme, width })),
  )
  const appearances = everyAppearance.filter(({ theme, width }) => isFullRun || (theme === 'light') === (width === 390))
  for (const [index, { theme, width }] of appearances.entries()) {
    test(`on the public pages, ${theme}, ${width} pixels wide`, async ({ page, complaints }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      // In the short run each page is checked in one of the two appearances.
      const checked = Object.entries(pages).filter((_, place) => isFullRun || place % 2 === index)
      for (const [name, path] of checked) {
        await page.goto(path)
        expect(await seriousFaults(page), name).toEqual([])
      }
      await page.goto('/blog')
      await page
        .getByRole('link', { name: /Read More/ })
        .first()
        .click()
      await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
      expect(await seriousFaults(page), 'post').toEqual([])
      await page.locator('a[href^="/blog/category/"]').first().click()
      await expect(page).toHaveURL(/category/)
      expect(await seriousFaults(page), 'category').toEqual([])
      forgive(complaints, /404/)
    })

    // The dashboard has the colors and controls of the public pages: one appearance stands for all.
    if (!isFullRun && index > 0) continue

    test(`on the dashboard and the editor, ${theme}, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await logIn(page)
      await expect(page.getByRole('button', { name: /Edit/ }).first()).toBeVisible()
      expect(await seriousFaults(page), 'dashboard').toEqual([])
      await page.getByRole('button', { name: /Edit/ }).first().click()
      await expect(page.getByLabel('Title')).not.toHaveValue('')
      expect(await seriousFaults(page), 'editor').toEqual([])
    })

    test(`on the leads and a lead, ${theme}, ${width} pixels wide`, async ({ page, site }) => {
      const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Can you help?', filledInMs: 900 }
      const headers = { 'content-type': 'application/json' }
      await fetch(`${site.url}/api/contact-messages`, { method: 'POST', headers, body: JSON.stringify(message) })
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await logIn(page)
      await page.getByRole('link', { name: /^Leads/ }).click()
      await expect(page.getByRole('link', { name: 'Ann' }).first()).toBeVisible()
      expect(await seriousFaults(page), 'list').toEqual([])
      await page.getByRole('link', { name: 'Ann' }).first().click()
      await expect(page.getByRole('dialog')).toContainText('This may come from a program')
      expect(await seriousFaults(page), 'lead').toEqual([])
    })
  }
})
