import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)

test.use({ bypassCSP: true })

test(
  'a reader opens the page of an author from the byline, at any width and in both themes',
  inFullRun(),
  async ({ page, site }) => {
    const picture = 'posts/1254117dd69e9c10cef055139f95caf7-1600x900.webp'
    const links = `links: [{ label: ${LONG.slice(0, 60)}, url: https://bread.example }]\n`
    await writeFile(
      join(site.content, 'authors/long.yml'),
      `name: ${LONG}\npicture: ${picture}\nbiography: ${LONG}\n${links}`,
    )
    await writeFile(
      join(site.content, 'posts/by-long.md'),
      '---\ntitle: A post\nauthor: long\ndate: 2024-01-02\n---\n\nBody.\n',
    )
    await expect.poll(async () => (await page.request.get('/blog/by-long')).status()).toBe(200)
    for (const width of isFullRun ? [1440, 390, 320] : [320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/blog/by-long')
      await hydrated(page)
      await page.getByRole('link', { name: LONG }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
      await expect(page).toHaveURL(/\/blog\/author\/long$/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await seriousFaults(page)).toEqual([])
    }
    await page.goto('/blog/author/long')
    await page.getByRole('button', { name: 'Light theme' }).click()
    expect(await seriousFaults(page)).toEqual([])
  },
)
