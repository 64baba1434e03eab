import { hostname } from 'node:os'
import { withBackupLock } from '#server/database/backup-lock.ts'
import { HOUR_MS } from '#server/lib/clock.ts'
import { readLastBackup } from '#server/ops/last-backup.ts'
import type { BackupOptions } from './backup.ts'

/** The timers of all replicas start in the same night. */
const SAME_NIGHT_MS = 12 * HOUR_MS

type Site = Pick<BackupOptions, 'databaseUrl' | 'database' | 'privateDir' | 'now'>

/**
 * Runs a job unless another replica makes a backup now, or (`isNightly`) has stored one in this night. Returns what the job returns, or
 * the sentence that says which. Without a database there is one process. Throws `OperatorError`, and what the job throws.
 */
export async function unlessOtherReplica<T extends number>(
  site: Site,
  isNightly: boolean,
  job: () => Promise<T>,
): Promise<T | string> {
  const { databaseUrl } = site
  if (databaseUrl === undefined || !site.database) return job()
  const found = await withBackupLock(databaseUrl, async () => {
    const host = isNightly ? await storedBy(site) : undefined
    return host === undefined ? job() : `The replica ${host} has stored the backup of this night.`
  })
  return 'host' in found ? `The replica ${found.host} makes a backup now. Nothing was written here.` : found.done
}

/** Another replica that has stored a backup in this night. */
async function storedBy({ privateDir, database, now }: Site): Promise<string | undefined> {
  const last = await readLastBackup(privateDir, database?.store)
  const isOfThisNight = last !== undefined && now().getTime() - last.at.getTime() < SAME_NIGHT_MS
  return isOfThisNight && last.host !== hostname() ? last.host : undefined
}
