import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { version } from '#server/lib/version.ts'
import { realDisk, removeFile, syncFolder, unlessMissing, writePrivateFile } from './files.ts'

/** A file as it was before a version migrated it: `admin.json.before-0.2.0`. */
export const MIGRATION_BACKUP = /\.before-\d+\.\d+\.\d+[^/]*$/
const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough to notice that an update failed. The backups may contain names and e-mail addresses. */
export const MIGRATION_BACKUP_DAYS = 30

/** Returns the name under which a private text is backed up before this version migrates it. */
export const migrationBackupName = (name: string) => `${name}.before-${version}`

/** Backs up the contents that a private file had before a migration. Replaces the backup of an earlier migration. Throws file system errors. */
export async function backUpBeforeMigration(path: string, text: string): Promise<void> {
  const backup = migrationBackupName(path)
  await writePrivateFile(backup, text.replace(/\n$/, ''))
  for (const other of await migrationBackupsIn(dirname(path)))
    if (other !== backup && basename(other).replace(MIGRATION_BACKUP, '') === basename(path)) await removeFile(other)
}

/** Returns the backups in a folder of private files. Throws file system errors. */
async function migrationBackupsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  return names.filter((name) => MIGRATION_BACKUP.test(name)).map((name) => join(folder, name))
}

/** Deletes all backups in a folder, durably. Throws file system errors. */
export async function removeMigrationBackups(folder: string): Promise<void> {
  const files = await migrationBackupsIn(folder)
  for (const file of files) await realDisk.unlink(file).catch(unlessMissing)
  if (files.length > 0) await syncFolder(folder)
}

/** Deletes the backups that are older than 30 days. Throws file system errors. */
export async function removeOldMigrationBackups(folder: string, now: Date): Promise<void> {
  for (const file of await migrationBackupsIn(folder)) {
    const found = await stat(file).catch(unlessMissing)
    if (found && now.getTime() - found.mtimeMs > MIGRATION_BACKUP_DAYS * DAY_MS)
      await removeFile(file).catch(unlessMissing)
  }
}
