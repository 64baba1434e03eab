import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ bypassCSP: true })

const row = (cell: string) => `|${` ${cell} |`.repeat(7)}\n`
const TEXT = `## The week

${row('Weekday')}${row('---')}${row('12')}
| Day | Cases |
| --- | ---: |
| Mon | 12 |

\`\`\`ts {1}
const line = '${'long '.repeat(60)}'
\`\`\`
`

test(
  'a reader finds a post by its category and scrolls its wide table, at any width and in both themes',
  inFullRun(),
  async ({ page, site }) => {
    const post = join(site.content, 'posts/wide-table.md')
    await mkdir(join(site.content, 'posts'), { recursive: true })
    await writeFile(post, `---\ntitle: A wide table\nsummary: s\ncategory: shipping\ndate: 2026-07-24\n---\n${TEXT}`)
    await expect.poll(async () => (await page.request.get('/blog/wide-table')).status()).toBe(200)
    for (const width of isFullRun ? [1440, 320] : [320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/blog')
      await hydrated(page)
      await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Shipping' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible()
      const current = page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current=page]')
      await expect(current).toHaveText('Shipping')
      await expect(current).toBeInViewport({ ratio: 1 })

      const card = page.getByRole('article').filter({ hasText: 'A wide table' })
      const artwork = card.locator('img')
      await artwork.scrollIntoViewIfNeeded()
      await expect.poll(() => artwork.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      const { width: wide, height: high } = (await artwork.boundingBox()) ?? { width: 0, height: 1 }
      expect(wide / high).toBeCloseTo(16 / 9, 1)
      expect(await seriousFaults(page)).toEqual([])

      await card.getByRole('link', { name: 'Read More' }).click()
      const table = page.getByRole('region', { name: /^Table/ })
      await expect(table).toHaveCount(width < 700 ? 1 : 0)
      const code = page.getByRole('region', { name: /^Code/ })
      await code.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => code.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await seriousFaults(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Light theme' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await rm(post)
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a table of five columns scrolls in a box with a name of its own', inFullRun(), async ({ page }) => {
    for (const path of ['/blog/how-to-set-an-order-cut-off', '/blog/counting-jars']) {
      await page.goto(path)
      const names = await page
        .getByRole('region', { name: /^Table/ })
        .evaluateAll((all) => all.map((one) => one.ariaLabel))
      expect(new Set(names).size).toBe(names.length)
      await hydrated(page)
      const widest = page.locator('.scroll', { has: page.locator('tr > :nth-child(3)') }).first()
      expect(await widest.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})
