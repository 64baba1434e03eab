import { join } from 'node:path'
import { auditFiles } from '#server/admin/audit/audit-files.ts'
import { htmlSchema } from '#server/blog/render/renderer.ts'
import { searchSchema } from '#server/blog/search-index.ts'
import { fileCacheSchema } from '#server/content/file-cache.ts'
import type { openDatabase, SiteDatabase } from '#server/database/database.ts'
import { leadFiles } from '#server/leads/records/lead-logs.ts'
import { leadSchema } from '#server/leads/records/lead-model.ts'
import { DatabaseAwayError, OperatorError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createStoredImages } from '#server/media/stored-images.ts'
import { openCacheDb } from '#server/storage/cache-db.ts'
import { acquireProcessLock } from '#server/storage/locks.ts'
import { assertKnownFormats, assertStore, markStore } from '#server/storage/store-marker.ts'
import { rejectUnfinishedRestore } from '#server/storage/unfinished-restore.ts'
import { copiesInFiles, createWorkingCopies } from '#server/writing/working-copies.ts'
import { cleanDaily } from './clean-daily.ts'
import { type Config, InvalidConfigError, type Runtime } from './config.ts'

/** The tables of the derived database. A process that opened it with other tables would replace it. */
export const cacheSchema = [searchSchema, htmlSchema, fileCacheSchema, leadSchema]

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'privateDir'> &
  Partial<Pick<Config, 'contentDir' | 'storageDir' | 'auditDays'>>

/** The files of a private folder that DATABASE_URL replaces, and without which a site is another one. */
export const recordFiles = (privateDir: string): string[] => [
  ...Object.values(leadFiles(privateDir)),
  ...auditFiles(privateDir),
  join(privateDir, 'admin.json'),
]

/** Locks the private folder, then opens the database, if there is one, and the derived one. Throws `OperatorError`. */
export async function openStores(config: DatabaseConfig, { log, now }: Pick<Runtime, 'log' | 'now'>) {
  const { privateDir, databaseUrl } = config
  const processLock = await acquireProcessLock(privateDir)
  try {
    await rejectUnfinishedRestore(config)
    await assertKnownFormats(privateDir)
    await assertStore(privateDir, databaseUrl)
    const database = await openSiteDatabase(config, log, now)
    // On a full disk the site starts without it.
    await markStore(privateDir, database ? 'postgres' : 'files').catch((error) =>
      log.error('store marker not written', errorFields(error)),
    )
    const cacheDb = openCacheDb({ privateDir, schema: cacheSchema, log })
    const cleaning = cleanDaily(config, { database, now, log })
    async function close(): Promise<void> {
      clearInterval(cleaning)
      cacheDb.close()
      await Promise.resolve(database?.close()).finally(processLock.release)
    }
    return { processLock, database, cacheDb, close }
  } catch (error) {
    await processLock.release()
    throw error
  }
}
export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens the database that DATABASE_URL names; `undefined` without one, and then none of its code is loaded. Throws
 * `OperatorError`, also while records are in files, because the site would start without them.
 */
async function openSiteDatabase(config: DatabaseConfig, log: Log, now: () => Date): Promise<SiteDatabase | undefined> {
  if (config.databaseUrl === undefined) return
  const left = recordFiles(config.privateDir).filter((path) => Bun.file(path).size > 0)
  if (left.length > 0)
    throw new InvalidConfigError(
      `DATABASE_URL is set, and ${left.join(', ')} has records. Move them with \`bun run move --to=postgres\`.`,
    )
  return open({ url: config.databaseUrl, log, isServer: true, now })
}

/** The same for a command, which does not wait for the database. Throws `OperatorError`. */
export async function openCommandDatabase(url: string | undefined, log: Log): Promise<SiteDatabase | undefined> {
  if (url === undefined) return
  return open({ url, log, isServer: false }).catch((error) => {
    throw error instanceof DatabaseAwayError ? new OperatorError('PostgreSQL does not answer at DATABASE_URL.') : error
  })
}

async function open(options: Parameters<typeof openDatabase>[0]): Promise<SiteDatabase> {
  const { openDatabase } = await import('#server/database/database.ts')
  return openDatabase(options)
}

type SharedOptions = { privateDir: string; publicDir: string; now(): Date; log: Log }

/**
 * What every replica must find: unsaved texts, images that no saved text shows, and the built files of other versions. Without a
 * database they are in folders of this machine.
 */
export async function createSharedServices(
  { privateDir, publicDir, now, log }: SharedOptions,
  database: Stores['database'],
) {
  if (!database) {
    const store = copiesInFiles(privateDir)
    const workingCopies = createWorkingCopies({ store, now, log })
    return {
      workingCopies,
      ...createStoredImages({ store, privateDir, publicDir }),
      assets: undefined,
      removeOld: workingCopies.removeOld,
      close: workingCopies.close,
    }
  }
  const [{ createSharedUploads }, { createSharedAssets }] = await Promise.all([
    import('#server/media/shared-uploads.ts'),
    import('#server/http/shared-assets.ts'),
  ])
  const { connection } = database
  const workingCopies = createWorkingCopies({ store: database.store, now, log })
  const uploads = createSharedUploads({ connection, dir: publicDir, unsavedText: workingCopies.allText, log })
  const assets = createSharedAssets({ connection, log })
  return {
    workingCopies,
    ...createStoredImages({ store: database.store, privateDir, publicDir, shared: uploads }),
    assets,
    /** Deletes unsaved texts and images of a month ago. */
    async removeOld(): Promise<void> {
      await workingCopies.removeOld()
      await uploads.removeOld()
    },
    close() {
      for (const { close } of [workingCopies, uploads, assets]) close()
    },
  }
}
