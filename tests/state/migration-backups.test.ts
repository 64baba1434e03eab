import { describe, expect, test } from 'bun:test'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { leadsCommand } from '#server/cli/leads/main.ts'
import { deleteExpired } from '#server/database/delete-expired.ts'
import { createLog } from '#server/lib/log.ts'
import { version } from '#server/lib/version.ts'
import { removeOldMigrationBackups } from '#server/storage/migration-backups.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { codeOf, runAdmin } from '#tests/admin/shell.ts'
import { aPlace } from '#tests/backup/a-backup.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { hasPostgres, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { stateOfOldVersion } from './stored-state.ts'

const ends = endsOfEachTest()
const DAY_MS = 24 * 60 * 60 * 1000
const BACKUP = `admin.json.before-${version}`
const log = createLog('error', () => {})

/** A site whose account file is that of a version with one administrator, and its migration backups. */
async function oldSite(store: 'files' | 'postgres') {
  const state = await stateOfOldVersion(store)
  ends.push(() => rm(state.dir, { recursive: true }))
  const { privateDir, url, dir, options } = state
  const file = join(privateDir, 'admin.json')
  const readAccounts = async (): Promise<string> =>
    url === undefined
      ? readFile(file, 'utf8')
      : ((await query<{ value: string }>(url, `select value from site_text where name = 'admin.json'`))[0]?.value ?? '')
  const [{ email, passwordHash, secondFactor }] = JSON.parse(await readAccounts()).administrators
  const old = JSON.stringify({ email, passwordHash, secondFactor, tokenVersion: 3 })
  if (url === undefined) await Bun.write(file, `${old}\n`)
  else await query(url, `update site_text set value = '${old}' where name = 'admin.json'`)
  const app = await testApp(options)
  ends.push(app.stop)
  const config = { privateDir, databaseUrl: url }
  return {
    ...app,
    ...state,
    email,
    old,
    /** Changes the accounts, which migrates them. */
    async changeAccounts() {
      const { secret, recovery, password, at } = state.expected
      state.pass(120_000)
      const code = codeOf(secret, new Date(Date.parse(at) + 120_000))
      const login = await app.post(adminPaths.login, { email, password, code })
      expect([login.status, recovery.length]).toEqual([200, 10])
      return (await login.json()).token
    },
    async backups(): Promise<Record<string, string>> {
      if (url !== undefined) {
        const rows = await query<{ name: string; value: string }>(
          url,
          'select name, value from site_text where kept_at is not null',
        )
        return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
      }
      const names = (await readdir(privateDir)).filter((name) => name.includes('.before-'))
      const texts = names.map(
        async (name) => [name, (await readFile(join(privateDir, name), 'utf8')).trimEnd()] as const,
      )
      return Object.fromEntries(await Promise.all(texts))
    },
    leads: (...args: string[]) => leadsCommand(args, { config, now: options.now, log, write: () => {} }),
    admin: (...args: string[]) =>
      runAdmin(
        { storageDir: join(dir, 'storage'), now: options.now, ...(url !== undefined && { databaseUrl: url }) },
        args,
      ),
  }
}

describe.each(['files', 'postgres'] as const)('a text of %s that a version migrates', (store) => {
  const testHere = test.skipIf(store === 'postgres' && !hasPostgres)

  testHere('is backed up as it was before the first change, once', async () => {
    const site = await oldSite(store)
    expect(await site.backups()).toEqual({})
    const token = await site.changeAccounts()
    expect(await site.backups()).toEqual({ [BACKUP]: site.old })
    const json = { email: 'new@bakery.example' }
    expect((await site.send('POST', adminPaths.invitations, { token, json })).status).toBe(201)
    expect(await site.backups()).toEqual({ [BACKUP]: site.old })
  })

  testHere('is backed up no longer than the leads and accounts in it exist', async () => {
    const site = await oldSite(store)
    const token = await site.changeAccounts()
    const json = { email: 'new@bakery.example' }
    const backUpAgain = async () =>
      site.url === undefined
        ? Bun.write(join(site.privateDir, BACKUP), site.old)
        : query(site.url, `insert into site_text (name, value, kept_at) values ('${BACKUP}', '${site.old}', now())`)

    await site.send('POST', adminPaths.invitations, { token, json })
    expect((await site.admin('remove', json.email)).code).toBe(0)
    expect(await site.backups()).toEqual({})

    await backUpAgain()
    const { leads } = await (await site.send('GET', adminPaths.leads, { token })).json()
    expect((await site.send('DELETE', adminPaths.lead(leads[0].id), { token })).status).toBe(200)
    expect(await site.backups()).toEqual({})

    await site.stop()
    await backUpAgain()
    expect(await site.leads('erase', leads[1].id, '--yes')).toBe(0)
    expect(await site.backups()).toEqual({})
  })
})

describe('migration backups', () => {
  test('can be read by their owner only, are in no backup, and are deleted after 30 days', async () => {
    const site = await oldSite('files')
    await site.changeAccounts()
    const path = join(site.privateDir, BACKUP)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const place = await aPlace()
    ends.push(place.remove)
    await site.committed()
    await place.backup(site.dir, `--to=${place.in('a.tar.gz')}`)
    await place.restore(place.in('a.tar.gz'), `--to=${place.in('restored')}`)
    const restored = await readdir(place.in('restored/storage/private'))
    expect(restored).toContain('admin.json')
    expect(restored.filter((name) => name.includes('before'))).toEqual([])

    const written = new Date(Date.now() - 29 * DAY_MS)
    await utimes(path, written, written)
    await removeOldMigrationBackups(site.privateDir, new Date())
    expect(await site.backups()).toHaveProperty([BACKUP])
    await removeOldMigrationBackups(site.privateDir, new Date(Date.now() + 2 * DAY_MS))
    expect(await site.backups()).toEqual({})
  })

  test('are deleted by the next start, and what only has such a name is not', async () => {
    const site = await oldSite('files')
    await site.stop()
    const month = new Date(Date.now() - 31 * DAY_MS)
    for (const name of ['admin.json.before-0.1.7', 'notes.before-lunch', 'admin.json']) {
      const path = join(site.privateDir, name)
      if (name !== 'admin.json') await Bun.write(path, 'text')
      await utimes(path, month, month)
    }
    const again = await testApp(site.options)
    ends.push(again.stop)
    await Bun.sleep(0)
    const names = await readdir(site.privateDir)
    expect(names).toContain('notes.before-lunch')
    expect(names).toContain('admin.json')
    expect(names).not.toContain('admin.json.before-0.1.7')
  })

  test('of an earlier version give way to those of this one', async () => {
    const site = await oldSite('files')
    await Bun.write(join(site.privateDir, 'admin.json.before-0.1.7'), 'text')
    await Bun.write(join(site.privateDir, 'other.json.before-0.1.7'), 'text')
    await site.changeAccounts()
    expect(Object.keys(await site.backups()).sort()).toEqual([BACKUP, 'other.json.before-0.1.7'])
  })

  test.skipIf(!hasPostgres)('in PostgreSQL are deleted after 30 days', async () => {
    const site = await oldSite('postgres')
    await site.changeAccounts()
    const database = await openCommandDatabase(site.url, log)
    if (!database) throw new Error('There is a database.')
    ends.push(database.close)
    const age = (days: number) =>
      query(site.url ?? '', `update site_text set kept_at = now() - interval '${days} days' where kept_at is not null`)
    await age(29)
    await deleteExpired(database.connection)
    expect(await site.backups()).toHaveProperty([BACKUP])
    await age(31)
    await deleteExpired(database.connection)
    expect(await site.backups()).toEqual({})
  })
})
