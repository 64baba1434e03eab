import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Account } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { codeOf, recoveryCodesIn, runAdmin } from './shell.ts'

const ends = endsOfEachTest()

/** A stopped site with the administrator file that a version with one administrator wrote. */
async function oldSite() {
  const site = await testApp()
  ends.push(site.close)
  const shell = { storageDir: join(site.dir, 'storage'), now: () => new Date() }
  const { output } = await runAdmin(shell, ['add-2fa'], (asked) => codeOf(asked, new Date()))
  await site.stop()
  const file = join(site.dir, 'storage/private/admin.json')
  const [{ email, passwordHash, secondFactor }] = (await Bun.file(file).json()).administrators
  const old = { email, passwordHash, tokenVersion: 3, passwordFrom: 'environment', secondFactor }
  await Bun.write(file, JSON.stringify(old, null, 2))
  return { dir: site.dir, file, shell, recovery: recoveryCodesIn(output) }
}

test('a site of a version with one administrator starts as it is: e-mail, password, second factor and recovery codes stay', async () => {
  const { dir, file, shell, recovery } = await oldSite()
  const started = async () => {
    const app = await testApp({
      dir,
      env: { ADMIN_EMAIL: 'new@testery.example', ADMIN_PASSWORD: 'changes nothing now' },
    })
    ends.push(app.stop)
    return app
  }
  const logIn = async (app: TestApp, code?: string) => {
    const response = await app.post(adminPaths.login, { ...ADMIN, code })
    const { token }: { token?: string } = await response.json()
    return { status: response.status, token: token ?? '' }
  }
  const accountOf = async (app: TestApp, token: string): Promise<Account> =>
    (await app.send('GET', adminPaths.account, { token })).json()

  const app = await started()
  expect((await logIn(app)).status).toBe(422)
  const { token } = await logIn(app, recovery[0])
  const account = await accountOf(app, token)
  expect(account).toMatchObject({ name: 'Administrator', email: ADMIN.email, code: { recoveryCodesLeft: 9 } })
  expect((await Bun.file(file).json()).administrators[0].id).toBe(account.id)
  await app.stop()

  const again = await started()
  expect((await accountOf(again, token)).id).toBe(account.id)
  expect((await logIn(again, recovery[0])).status).toBe(422)
  expect((await runAdmin(shell, ['list'])).output).toContain(`Administrator  ${ADMIN.email}\n`)
})
