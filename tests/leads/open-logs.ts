import type { SiteDatabase } from '#server/database/database.ts'
import { openLeadLogs } from '#server/leads/records/lead-logs.ts'
import { leadSchema } from '#server/leads/records/lead-model.ts'
import type { Log } from '#server/lib/log.ts'
import { openCacheDb } from '#server/storage/cache-db.ts'
import type { Disk } from '#server/storage/files.ts'

/** Opens the logs of leads in a folder, with the model in a database next to them. */
export async function openLogs(
  folder: string,
  options: { log: Log; disk?: Disk; database?: SiteDatabase | undefined },
) {
  const cacheDb = openCacheDb({ privateDir: folder, schema: [leadSchema], log: options.log })
  const opened = await openLeadLogs(folder, { cacheDb, ...options })
  return {
    ...opened,
    async close() {
      await opened.close()
      cacheDb.close()
    },
  }
}
