import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#server/lib/clock.ts'
import { version } from '#server/lib/version.ts'
import { removeFile, unlessMissing } from './files.ts'

/** A file as it was before a version migrated it: `admin.json.before-0.2.0`. */
export const MIGRATION_BACKUP = /\.before-\d+\.\d+\.\d+[^/]*$/
/** Long enough to notice that an update failed. The backups may contain names and e-mail addresses. */
export const MIGRATION_BACKUP_DAYS = 30

/** Returns the name under which a private text is backed up before this version migrates it. */
export const migrationBackupName = (name: string) => `${name}.before-${version}`

/** Deletes the backups in a folder of private files that are older than 30 days. Throws file system errors. */
export async function removeOldMigrationBackups(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    if (!MIGRATION_BACKUP.test(name)) continue
    const found = await stat(join(folder, name)).catch(unlessMissing)
    if (found && now.getTime() - found.mtimeMs > MIGRATION_BACKUP_DAYS * DAY_MS)
      await removeFile(join(folder, name)).catch(unlessMissing)
  }
}
