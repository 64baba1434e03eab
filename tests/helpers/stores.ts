import { describe, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyToDatabase } from '#server/cli/move/move-records.ts'
import type { Environment } from '#server/config.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { openDatabase } from '#server/database/database.ts'
import { logNames } from '#server/database/log-states.ts'
import { exportRecords } from '#server/database/transfer.ts'
import { createLog } from '#server/lib/log.ts'
import { recordFiles } from '#server/stores.ts'
import { emptyDatabase, hasPostgres } from './postgres.ts'

/** `TEST_STORE=postgres bun test …` runs tests with the records in PostgreSQL. */
export const isPostgres = process.env.TEST_STORE === 'postgres' && hasPostgres

const log = createLog('error', () => {})
/** The database of each storage folder, which outlives an app as the folder does. */
const urls = new Map<string, string>()

/** Runs `work` on the database of a storage folder. */
export async function onDatabase<T>(storage: string, work: (database: SiteDatabase) => Promise<T>): Promise<T> {
  const url = urls.get(storage) ?? (await emptyDatabase())
  urls.set(storage, url)
  const database = await openDatabase({ url, log, isServer: false })
  return work(database).finally(database.close)
}

/** The environment variables of the store. Records that a test has written into the files of the folder are moved to the database. */
export async function storeOf(storage: string): Promise<Environment> {
  if (!isPostgres) return {}
  const folder = join(storage, 'private')
  const written = recordFiles(folder).filter((path) => Bun.file(path).size > 0)
  if (written.length > 0 || !urls.has(storage))
    await onDatabase(storage, async (database) => {
      if (written.length > 0) await copyToDatabase(database, folder)
    })
  for (const path of written) await rm(path)
  return { DATABASE_URL: urls.get(storage) }
}

/** Opens the database of a storage folder as a server does; `undefined`: files. */
export async function openStore(storage: string): Promise<SiteDatabase | undefined> {
  if (!isPostgres) return
  const { DATABASE_URL: url = '' } = await storeOf(storage)
  return openDatabase({ url, log, isServer: true })
}

/** For what only files can be: edited, torn, damaged, restored. */
export const testOnFiles = test.skipIf(isPostgres)
export const describeOnFiles = describe.skipIf(isPostgres)

/** The DATABASE_URL of an app's storage folder. */
export const databaseUrlOf = (storage: string): string | undefined => urls.get(storage)

/** The text of the record file at a path, or of what the database has in its place. */
export const recordsAt = (path: string): Promise<string> => recordText(dirname(dirname(path)), basename(path))

/** A private file, or what the database has in its place. */
export async function recordText(storage: string, name: string): Promise<string> {
  const isRecord = logNames.some((log) => name === `${log}.jsonl`)
  if (!isPostgres || !isRecord) return readFile(join(storage, 'private', name), 'utf8')
  return onDatabase(storage, async ({ connection }) => {
    const found = (await exportRecords(connection)).find(({ log }) => name === `${log}.jsonl`)
    return found ? Buffer.concat(await Array.fromAsync(found.pieces)).toString() : ''
  })
}
