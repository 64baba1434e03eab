import { spawn } from 'node:child_process'
import { TOTP } from 'otpauth'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { administrator, expect, forgive, test } from '#tests/helpers/journey.ts'
import type { Site } from '#tests/helpers/site.ts'

const HALF_A_MINUTE_MS = 30_000

/** Runs `bun run admin …` next to the running site and answers as a person with a phone would. Returns its output. */
function admin(site: Site, verb: string, email = administrator.email): Promise<string> {
  const env = { ...process.env, STORAGE_DIR: site.storage, CONTENT_DIR: site.content }
  const child = spawn('bun', ['server/cli/admin/main.ts', verb, email], { env })
  return new Promise((resolve) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      if (output.endsWith('shows now: ')) child.stdin.end(`${codeOf(output, Date.now())}\n`)
    })
    child.on('close', () => resolve(output))
  })
}

const codeOf = (output: string, timestamp: number) =>
  new TOTP({ secret: /[?&]secret=([A-Z2-7]+)/.exec(output)?.[1] ?? '' }).generate({ timestamp })

// Other journeys log in to the same site. Removing the second factor ends the session of an open page, which reports it.
test.afterEach(async ({ page, site }) => {
  await page.close()
  await admin(site, 'remove-2fa')
})

test.describe('without the security policy, for axe', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 720 } })

  test(
    'the login asks for a code after the second factor is turned on from the shell',
    inFullRun(),
    async ({ page, site, complaints }) => {
      const output = await admin(site, 'add-2fa')
      await page.goto('/admin/login')
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByLabel('Password', { exact: true }).fill(administrator.password)
      await page.getByRole('button', { name: 'Login' }).click()
      const code = page.getByLabel('Code')
      await expect(code).toBeFocused()
      expect(await seriousFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect(page.getByText('This code is wrong, has expired, or was used before.')).toBeVisible()
      await expect(code).toBeFocused()
      // The current code was used to turn the second factor on.
      await page.keyboard.type(codeOf(output, Date.now() + HALF_A_MINUTE_MS))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible()
      forgive(complaints, /422/)
    },
  )
})
