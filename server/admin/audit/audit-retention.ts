import type { SiteDatabase } from '#server/database/database.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { readText, realDisk, replaceFile, unlessMissing } from '#server/storage/files.ts'
import { withFileLock } from '#server/storage/locks.ts'
import { auditFiles, auditLock } from './audit-files.ts'

type Options = {
  /** Of private files. */
  folder: string
  /** Has the log instead of files. */
  database: Pick<SiteDatabase, 'audit'> | undefined
  days: number
  now: Date
}

/**
 * Deletes events that are older than so many days. Where all are, the clock may be wrong, and they stay: a site that runs appends.
 * Throws file system errors, or `StorageError`.
 */
export async function removeOldEvents({ folder, database, days, now }: Options): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS).toISOString()
  if (database) return database.audit.removeBefore(before)
  // Each append opens the file by its name, also of other processes, and waits for the lock.
  await withFileLock(auditLock(folder), async () => {
    let hasYounger = false
    for (const path of auditFiles(folder)) {
      const text = await readText(path).catch(unlessMissing)
      if (text === undefined) continue
      const rest = youngerLines(text, before)
      hasYounger ||= rest !== ''
      if (!hasYounger) return
      if (rest === '') await realDisk.unlink(path).catch(unlessMissing)
      else if (rest !== text) await replaceFile(path, rest, { mode: 0o600 })
    }
  })
}

/** Lines are in the order of their times. What is no event stays with those behind it. */
function youngerLines(text: string, before: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => (TIME.exec(line)?.[1] ?? '') >= before)
  return first < 0 ? '' : lines.slice(first).join('\n')
}

const TIME = /^\{"time":"([^"]{1,40})"/
