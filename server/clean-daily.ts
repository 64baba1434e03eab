import { removeOldEvents } from '#server/admin/audit/audit-retention.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { deletedInFiles, removeOldDeletions } from '#server/media/deleted-images.ts'
import { removeOldMigrationBackups } from '#server/storage/migration-backups.ts'

/** Without `auditDays`, events stay. */
type CleaningConfig = { privateDir: string; auditDays?: number | undefined }
type CleaningDeps = { database: SiteDatabase | undefined; now(): Date; log: Log }

/** Deletes files of before a migration, images that were deleted, and events of the audit log, once they are old. */
export function cleanDaily({ privateDir, auditDays }: CleaningConfig, { database, now, log }: CleaningDeps) {
  const clean = () => {
    void removeOldMigrationBackups(privateDir, new Date()).catch((error) =>
      log.error('kept files not deleted', errorFields(error)),
    )
    if (!database)
      void removeOldDeletions(deletedInFiles(privateDir), now()).catch((error) =>
        log.error('deleted images not removed', errorFields(error)),
      )
    if (auditDays === undefined) return
    void removeOldEvents({ folder: privateDir, database, days: auditDays, now: now() }).catch((error) =>
      log.warn('old audit events not deleted', errorFields(error)),
    )
  }
  clean()
  return setInterval(clean, DAY_MS).unref()
}
