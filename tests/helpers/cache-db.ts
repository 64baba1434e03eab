import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CacheDb, openCacheDb } from '#server/storage/cache-db.ts'
import { cacheSchema } from '#server/stores.ts'

const cleanups: (() => void)[] = []
afterAll(() => {
  for (const clean of cleanups.splice(0).reverse()) clean()
})

export function createPrivateDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'private-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Opens the derived database, by default in a new folder; closes it after the tests of the file. */
export function openTestCacheDb(privateDir = createPrivateDir()): CacheDb {
  const log = { warn: () => {}, info: () => {} }
  const cacheDb = openCacheDb({ privateDir, schema: cacheSchema, log })
  cleanups.push(cacheDb.close)
  return cacheDb
}

/** Makes the database lose its data, as a full disk does. */
export function loseCacheDb(cacheDb: CacheDb): void {
  cacheDb.tryWrite((db) => db.run('pragma max_page_count = 1'))
  cacheDb.tryWrite((db) => db.run('create table filler as select zeroblob(1000000)'))
}

export const countVersions = (cacheDb: CacheDb): number =>
  cacheDb.read(
    (db) => db.query<{ count: number }, []>('select count(*) as count from content_version').get()?.count ?? 0,
  )
