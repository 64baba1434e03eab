import { expect, test } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { startCluster } from '#tests/helpers/cluster.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost, pushBranch } from './push-branch.ts'

test(
  'a branch is previewed on one replica, walked on another, and published on the third',
  inFullRun(),
  async ({ page }) => {
    test.skip(!hasPostgres, 'PostgreSQL is not installed.')
    const cluster = await startCluster({ replicas: 3, proxy: false })
    try {
      const [one = '', two = '', three = ''] = cluster.replicas.map(({ url }) => url)
      await pushBranch(cluster.remote.folder, 'count-racks', {
        'posts/racks-of-a-branch.md': aPost('Racks of a branch', 'We own forty racks.'),
      })
      await storeToken(page, one)
      await page.goto(one + adminPaths.branchesPage)
      await page.getByRole('button', { name: 'Preview count-racks' }).click()
      const link = page.getByRole('link', { name: 'Open the site with this branch' })
      const path = new URL((await link.getAttribute('href')) ?? '', one).pathname

      await page.goto(`${two}${path}blog/racks-of-a-branch`)
      await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('count-racks')
      await expect(page.getByText('We own forty racks.')).toBeVisible()

      await storeToken(page, three)
      await page.goto(three + adminPaths.branchesPage)
      await page.getByRole('button', { name: 'Publish count-racks' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'count-racks' })).toBeHidden()
      const statusOn = async (url: string) =>
        (await page.request.get(url + pagePaths.post('racks-of-a-branch'))).status()
      for (const url of [one, two, three]) await expect.poll(() => statusOn(url), { timeout: 60_000 }).toBe(200)
    } finally {
      await cluster.close()
    }
  },
)
