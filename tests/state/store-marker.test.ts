import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { leadsCommand } from '#server/cli/leads/main.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/lib/log.ts'
import { version } from '#server/lib/version.ts'
import { runAdmin } from '#tests/admin/shell.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { stateOfOldVersion } from './stored-state.ts'

const ends = endsOfEachTest()
const log = createLog('error', () => {})
const URL = 'postgres://site@localhost/site'

async function oldSite(store: 'files' | 'postgres') {
  const site = await stateOfOldVersion(store)
  ends.push(() => rm(site.dir, { recursive: true }))
  const marker = () => Bun.file(join(site.privateDir, 'store.json'))
  const start = async (env: Record<string, string | undefined> = {}) => {
    const app = await testApp({ ...site.options, env: { ...site.options.env, ...env } })
    await app.stop()
    return app
  }
  return { ...site, marker, start }
}

describe('the store of a site', () => {
  test.each(['files', 'postgres'] as const)('is named in PRIVATE_DIR by the next start: %s', async (store) => {
    if (store === 'postgres' && !hasPostgres) return
    const { start, marker } = await oldSite(store)
    await start()
    expect(await marker().json()).toEqual({ format: 1, store, version })
    await start()
    expect(await marker().json()).toEqual({ format: 1, store, version })
  })

  test.skipIf(!hasPostgres)('is not exchanged for files where DATABASE_URL is lost', async () => {
    const { start, marker, privateDir, dir } = await oldSite('postgres')
    await start()
    await expect(start({ DATABASE_URL: undefined })).rejects.toThrow(
      /store\.json says so.*DATABASE_URL is not set: set it/,
    )
    expect(await Bun.file(join(privateDir, 'admin.json')).exists()).toBe(false)
    const config = { privateDir, databaseUrl: undefined }
    const leads = leadsCommand(['list'], { config, now: () => new Date(), log, write: () => {} })
    await expect(leads).rejects.toThrow('DATABASE_URL is not set')
    const { code } = await runAdmin({ storageDir: join(dir, 'storage'), now: () => new Date() }, ['list'])
    expect(code).toContain('DATABASE_URL is not set')
    await start()
    expect((await marker().json()).store).toBe('postgres')
  })

  test('may be said by STORE, for a new container, whose private folder is empty', () => {
    expect(() => readConfig({ STORE: 'postgres' })).toThrow('STORE=postgres says that the records are in PostgreSQL')
    expect(() => readConfig({ STORE: 'files', DATABASE_URL: URL })).toThrow('Unset DATABASE_URL, or STORE.')
    expect(() => readConfig({ STORE: 'sqlite' })).toThrow('STORE must be auto, files or postgres.')
    for (const STORE of ['postgres', 'auto', undefined])
      expect(readConfig({ STORE, DATABASE_URL: URL }).databaseUrl).toBe(URL)
    for (const STORE of ['files', 'auto', '']) expect(readConfig({ STORE }).databaseUrl).toBeUndefined()
  })

  test('that a newer version names ends the start', async () => {
    const { start, marker } = await oldSite('files')
    for (const text of ['{"store":"sqlite","version":"9.8.7"}', '', '{}']) {
      await Bun.write(marker(), text)
      await expect(start()).rejects.toThrow('store.json is damaged, or another version wrote it.')
      expect(await marker().text()).toBe(text)
    }
  })

  test('keeps what a newer version has added to its name', async () => {
    const { start, marker } = await oldSite('files')
    await Bun.write(marker(), '{"store":"files","version":"9.8.7","site":{"id":7}}')
    await start()
    expect(await marker().json()).toEqual({ format: 1, store: 'files', version, site: { id: 7 } })
  })
})
