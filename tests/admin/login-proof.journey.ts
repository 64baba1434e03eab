import { seriousFaults } from '#tests/helpers/axe.ts'
import { logOut } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { administrator, expect, forgive, test } from '#tests/helpers/journey.ts'

test.use({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })

/** A second on an idle machine, many more next to other tests. */
const SOLVE_MAX_MS = 90_000

test.describe('without the security policy, for axe', () => {
  test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } })

  test(
    'the login page says what it waits for while it solves a challenge',
    inFullRun(),
    async ({ page, site, complaints }) => {
      await attack(site.url)
      let go = () => {}
      const released = new Promise<void>((resolve) => {
        go = resolve
      })
      await page.route('**/api/admin/login', async (route) => {
        if (route.request().postData()?.includes('proofOfWork')) await released
        await route.continue()
      })
      await page.goto('/admin/login')
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByLabel('Password', { exact: true }).fill(administrator.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Checking that you are not a robot…' })).toBeVisible({
        timeout: SOLVE_MAX_MS,
      })
      await expect(page.getByRole('button', { name: 'Logging in' })).toHaveAttribute('aria-busy', 'true')
      expect(await seriousFaults(page)).toEqual([])
      go()
      await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible({
        timeout: SOLVE_MAX_MS,
      })
      forgive(complaints, /422/)
    },
  )
})

test(
  'an administrator under attack logs in with a proof of work, and without one the next time in the same browser',
  inFullRun(),
  async ({ page, site, complaints }) => {
    await attack(site.url)
    const solvers: string[] = []
    // Requests of workers are not always reported on a busy machine.
    page.on('worker', (worker) => worker.url().includes('captcha-worker') && solvers.push(worker.url()))
    for (const _ of ['first', 'second']) {
      await page.goto('/admin/login')
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByLabel('Password', { exact: true }).fill(administrator.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible({
        timeout: SOLVE_MAX_MS,
      })
      await logOut(page)
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    }
    expect(solvers).toHaveLength(1)
    forgive(complaints, /422/)
  },
)

/** Fifty wrong passwords for the administrator's e-mail, from ten addresses. */
async function attack(url: string) {
  const guess = (n: number) =>
    fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n % 10}` },
      body: JSON.stringify({ email: administrator.email, password: 'a wrong guess' }),
    })
  for (let n = 0; n < 50; n += 10) await Promise.all(Array.from({ length: 10 }, (_, more) => guess(n + more)))
}
