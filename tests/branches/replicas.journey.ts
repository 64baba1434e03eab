import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { aPost, pushBranch } from './push-branch.ts'

test(
  'a branch is previewed on one replica, walked on another, and published on the third',
  inFullRun(),
  async ({ page }) => {
    const cluster = spawn('bun', ['tests/branches/cluster-process.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(cluster, 'exit')
    try {
      const { value } = await createInterface(cluster.stdout)[Symbol.asyncIterator]().next()
      test.skip(value === undefined, 'PostgreSQL is not installed.')
      const { urls, remote }: { urls: string[]; remote: string } = JSON.parse(String(value))
      const [one = '', two = '', three = ''] = urls
      await pushBranch(remote, 'count-racks', {
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
      await expect(page.getByRole('heading', { name: 'count-racks', exact: true })).toBeHidden()
      const statusOn = async (url: string) =>
        (await page.request.get(url + pagePaths.post('racks-of-a-branch'))).status()
      for (const url of urls) await expect.poll(() => statusOn(url), { timeout: 60_000 }).toBe(200)
    } finally {
      cluster.stdin.end()
      await ended
    }
  },
)
