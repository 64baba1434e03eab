import { afterEach, describe, expect, test } from 'bun:test'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { runAdmin, siteAndShell } from './shell.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A site on its first start without a terminal, like a container. */
async function startedWithoutTerminal(env: Record<string, string | undefined> = {}) {
  const app = await testApp({ isTerminal: false, env: { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, ...env } })
  ends.push(app.close)
  const file = join(app.dir, 'storage/private/first-password')
  const logIn = (password: string) => app.post(apiPaths.login, { email: ADMIN.email, password })
  return { ...app, file, logIn, password: async () => (await readFile(file, 'utf8')).trim() }
}
const exists = (file: string) => Bun.file(file).exists()

describe('the file with the first password', () => {
  test('is written for this user only where no terminal shows the password, and the password is not logged', async () => {
    const site = await startedWithoutTerminal()
    const password = await site.password()
    expect(password).toMatch(/^(?:[a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/)
    expect((await stat(site.file)).mode & 0o777).toBe(0o600)
    expect(site.printed).toEqual([
      `Administrator: ${ADMIN.email}`,
      `The password is in ${site.file}. The first login deletes this file.`,
    ])
    expect([...site.logged, ...site.printed].join('\n')).not.toContain(password)
    expect(await Bun.file(join(site.dir, 'storage/private/audit.jsonl')).text()).not.toContain(password)
  })

  test('is deleted by the first successful login, not by a failed one', async () => {
    const site = await startedWithoutTerminal()
    const password = await site.password()
    expect((await site.logIn('a wrong password')).status).toBe(422)
    expect(await exists(site.file)).toBe(true)
    expect((await site.logIn(password)).status).toBe(200)
    expect(await exists(site.file)).toBe(false)
    expect((await site.logIn(password)).status).toBe(200)
  })

  test('is reported in the log when it cannot be deleted, and the login succeeds', async () => {
    const site = await startedWithoutTerminal()
    const password = await site.password()
    await rm(site.file)
    await mkdir(site.file)
    expect((await site.logIn(password)).status).toBe(200)
    expect(site.logged.some((line) => line.includes('first password not deleted'))).toBe(true)
  })

  test('survives a restart and is deleted when the password is reset from the shell', async () => {
    const site = await startedWithoutTerminal()
    const password = await site.password()
    await site.stop()
    const env = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined }
    const again = await testApp({ dir: site.dir, isTerminal: false, env })
    ends.push(again.stop)
    expect([again.printed, await site.password()]).toEqual([[], password])
    const storageDir = join(site.dir, 'storage')
    expect((await runAdmin({ storageDir, now: () => new Date() }, ['reset'])).code).toBe(0)
    expect(await exists(site.file)).toBe(false)
  })

  test('is deleted when ADMIN_PASSWORD replaces the password', async () => {
    const site = await startedWithoutTerminal()
    await site.stop()
    const again = await testApp({ dir: site.dir, isTerminal: false })
    ends.push(again.stop)
    expect(await exists(site.file)).toBe(false)
    expect((await again.post(apiPaths.login, ADMIN)).status).toBe(200)
  })

  test('is not written when ADMIN_PASSWORD is set or a terminal shows the password', async () => {
    const output = await startedWithoutTerminal({ ADMIN_PASSWORD: ADMIN.password })
    expect([output.printed, await exists(output.file)]).toEqual([[`Administrator: ${ADMIN.email}`], false])
    const shown = await siteAndShell()
    ends.push(shown.close)
    expect(await exists(join(shown.dir, 'storage/private/first-password'))).toBe(false)
    expect(shown.printed).toEqual([
      expect.stringMatching(/^Administrator: /),
      expect.stringMatching(/^Password: .* \(shown only this once\)$/),
    ])
  })
})
