import { hostname } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { DAY_MS } from '#server/lib/clock.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { readPrivateFile, writePrivateFile } from '#server/storage/files.ts'
import type { KeyedStore } from '#server/storage/keyed-store.ts'
import { readStored } from '#server/storage/stored-json.ts'

/** When a backup was stored last. In no backup: of a restored site, it is not known. */
export const LAST_BACKUP = 'last-backup.json'
/** A backup of the night that failed once is noticed the morning after. */
export const BACKUP_MAX_DAYS = 2
const EVERY_MS = 60_000

const LastBackupSchema = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** The name of the machine or container that made it. */
  host: v.optional(v.string(), ''),
})
export type LastBackup = { at: Date; host: string }

/** Where replicas share it; `undefined`: there is one process. */
type Shared = Pick<KeyedStore, 'get' | 'update'> | undefined

/** Called when a backup is on its disk. Throws what the disk and the store throw. */
export async function recordBackup(privateDir: string, at: Date, shared?: Shared): Promise<void> {
  const text = JSON.stringify({ format: 1, at: at.toISOString(), host: hostname() })
  await shared?.update([LAST_BACKUP], ({ put }) => put(LAST_BACKUP, text))
  await writePrivateFile(join(privateDir, LAST_BACKUP), text)
}

/** The latest of all replicas; `undefined`: none was recorded. Throws `OperatorError`, and what the store throws. */
export async function readLastBackup(privateDir: string, shared?: Shared): Promise<LastBackup | undefined> {
  const path = join(privateDir, LAST_BACKUP)
  const texts = [await readPrivateFile(path), await shared?.get(LAST_BACKUP)]
  const found = texts.flatMap((text) => {
    const stored = text === undefined ? 'damaged' : readStored(LastBackupSchema, text, path)
    return stored === 'damaged' ? [] : [{ at: new Date(stored.known.at), host: stored.known.host }]
  })
  return found.sort((one, other) => other.at.getTime() - one.at.getTime())[0]
}

export const isBackupOld = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - at.getTime() > BACKUP_MAX_DAYS * DAY_MS

type Options = { privateDir: string; shared: Shared; now(): Date; log: Pick<Log, 'warn'> }

/** Knows when the last backup was stored, for /readyz, metrics and dashboard: a command in another process writes it. */
export function createLastBackup({ privateDir, shared, now, log }: Options) {
  let at: Date | undefined
  let timer: Timer | undefined

  const refresh = (): Promise<void> =>
    readLastBackup(privateDir, shared).then(
      (found) => {
        at = found?.at
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
