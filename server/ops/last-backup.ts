import { join } from 'node:path'
import * as v from 'valibot'
import { errorFields, type Log } from '#server/lib/log.ts'
import { readPrivateFile, writePrivateFile } from '#server/storage/files.ts'
import { readStored } from '#server/storage/stored-json.ts'

/** When a backup was stored last. In no backup: of a restored site, it is not known. */
export const LAST_BACKUP = 'last-backup.json'
/** A backup of the night that failed once is noticed the morning after. */
export const BACKUP_MAX_DAYS = 2
const DAY_MS = 24 * 60 * 60 * 1000
const EVERY_MS = 60_000

const LastBackupSchema = v.object({ at: v.pipe(v.string(), v.isoTimestamp()) })

/** Called when a backup is on its disk. Throws file system errors. */
export const recordBackup = (privateDir: string, at: Date): Promise<void> =>
  writePrivateFile(join(privateDir, LAST_BACKUP), JSON.stringify({ format: 1, at: at.toISOString() }))

/** `undefined`: none was recorded. Throws `OperatorError`. */
export async function readLastBackup(privateDir: string): Promise<Date | undefined> {
  const path = join(privateDir, LAST_BACKUP)
  const text = await readPrivateFile(path)
  const stored = text === undefined ? 'damaged' : readStored(LastBackupSchema, text, path)
  return stored === 'damaged' ? undefined : new Date(stored.known.at)
}

export const isBackupOld = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - at.getTime() > BACKUP_MAX_DAYS * DAY_MS

type Options = { privateDir: string; now(): Date; log: Pick<Log, 'warn'> }

/** Knows when the last backup was stored, for /readyz, metrics and dashboard: a command in another process writes it. */
export function createLastBackup({ privateDir, now, log }: Options) {
  let at: Date | undefined
  let timer: Timer | undefined

  const refresh = (): Promise<void> =>
    readLastBackup(privateDir).then(
      (found) => {
        at = found
      },
      (error) => log.warn('time of the last backup not read', errorFields(error)),
    )

  return {
    refresh,
    at: () => at,
    isOld: () => isBackupOld(at, now()),
    start() {
      void refresh()
      timer ??= setInterval(refresh, EVERY_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}
