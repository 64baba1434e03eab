import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createAdminStore } from '#server/admin/people/admin-file.ts'
import { ensureAdministrator } from '#server/admin/people/first-administrator.ts'
import { createPasswords } from '#server/admin/people/passwords.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { runAdmin, siteAndShell } from './shell.ts'

const ends = endsOfEachTest()

/** A site on its first start without a terminal, like a container. */
async function startedWithoutTerminal(env: Record<string, string | undefined> = {}) {
  const app = await testApp({ isTerminal: false, env: { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, ...env } })
  ends.push(app.close)
  const file = join(app.dir, 'storage/private/first-password')
  const logIn = (password: string) => app.post(adminPaths.login, { email: ADMIN.email, password })
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

  test('has the password of the one administrator that two starts at once make', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'first-starts-'))
    ends.push(() => rm(folder, { recursive: true }))
    const passwords = createPasswords({ memoryCost: 64, timeCost: 2 })
    const printed: string[] = []
    const events: string[] = []
    const start = () =>
      ensureAdministrator(createAdminStore(privateText(createFileStore(folder), 'admin.json')), {
        folder,
        passwords,
        slug: 'testery',
        isTerminal: false,
        print: (line) => void printed.push(line),
        audit: (event) => void events.push(event),
      })
    const [one, other] = await Promise.all([start(), start()])
    expect(one).toEqual(other)
    expect(await createAdminStore(privateText(createFileStore(folder), 'admin.json')).read()).toEqual(one)
    expect([printed.length, events]).toEqual([2, ['administrator.made']])
    const password = (await readFile(join(folder, 'first-password'), 'utf8')).trim()
    expect(await passwords.verify(password, one.administrators[0]?.passwordHash ?? '')).toBe(true)
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

  test('is not deleted by a login or reset of another administrator', async () => {
    const site = await startedWithoutTerminal()
    const shell = { storageDir: join(site.dir, 'storage'), now: () => new Date() }
    const { output } = await runAdmin(shell, ['invite', 'ann@bakery.example'])
    const [, token] = /#([\w-]{43})/.exec(output) ?? []
    const password = 'a fresh rye loaf'
    expect((await site.post(adminPaths.acceptInvitation, { token, name: 'Ann', password })).status).toBe(200)
    expect((await site.post(adminPaths.login, { email: 'ann@bakery.example', password })).status).toBe(200)
    expect((await runAdmin(shell, ['reset', 'ann@bakery.example'])).code).toBe(0)
    expect(await exists(site.file)).toBe(true)
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

  test('stays valid when ADMIN_PASSWORD is set later, which changes nothing', async () => {
    const site = await startedWithoutTerminal()
    const password = await site.password()
    await site.stop()
    const again = await testApp({ dir: site.dir, isTerminal: false })
    ends.push(again.stop)
    expect(await exists(site.file)).toBe(true)
    expect((await again.post(adminPaths.login, ADMIN)).status).toBe(422)
    expect((await again.post(adminPaths.login, { ...ADMIN, password })).status).toBe(200)
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
