import { join } from 'node:path'
import type { SiteDatabase } from '#server/database/database.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import { type CacheDb, openCacheDb } from '#server/storage/cache-db.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import type { Disk } from '#server/storage/files.ts'
import { inspectTail } from '#server/storage/read-log.ts'
import { type LogReader, logFileReader, type RecordLog } from '#server/storage/record-log.ts'
import { type CursorStore, createCursor, cursorKey } from './cursor.ts'
import { createLeadModel, type LeadLogName, leadSchema } from './lead-model.ts'
import { createLeadReader } from './lead-reader.ts'

/** The logs of leads in `storage/private`. */
export const leadFiles = (folder: string): Record<LeadLogName, string> => ({
  registration: join(folder, 'registrations.jsonl'),
  message: join(folder, 'contact-messages.jsonl'),
  event: join(folder, 'lead-events.jsonl'),
})

const openEach = async <Opened>(folder: string, open: (path: string, name: LeadLogName) => Promise<Opened>) => {
  const files = leadFiles(folder)
  return {
    registration: await open(files.registration, 'registration'),
    message: await open(files.message, 'message'),
    event: await open(files.event, 'event'),
  }
}

/** Their names in a database: those of the files. */
const databaseLogs = {
  registration: 'registrations',
  message: 'contact-messages',
  event: 'lead-events',
} as const satisfies Record<LeadLogName, string>

export const inDatabase = ({ logOf }: SiteDatabase): Record<LeadLogName, RecordLog> => ({
  registration: logOf(databaseLogs.registration),
  message: logOf(databaseLogs.message),
  event: logOf(databaseLogs.event),
})

export type LeadLogsOptions = {
  cacheDb: CacheDb
  log: Pick<Log, 'error'>
  disk?: Disk | undefined
  /** `undefined`: files. */
  database?: SiteDatabase | undefined
}

/** Opens the logs of leads for writing, and the model that follows them. Throws file system errors. */
export async function openLeadLogs(folder: string, { cacheDb, log, disk, database }: LeadLogsOptions) {
  const store = database?.store ?? createFileStore(folder)
  const openFile = (path: string, name: LeadLogName) => {
    const onError = (error: unknown) => log.error('lead log write failed', { log: name, ...errorFields(error) })
    return createAppendLog(path, { disk, onError })
  }
  const logs: Record<LeadLogName, RecordLog> = database ? inDatabase(database) : await openEach(folder, openFile)
  const onDamage = (name: LeadLogName, offset: number) =>
    log.error('lead log line skipped', { file: logs[name].source, offset })
  return {
    logs,
    model: createLeadModel({ cacheDb, logs, onDamage }),
    cursorsOf: (name: LeadLogName, channel: string): CursorStore =>
      createCursor({ store, key: cursorKey(databaseLogs[name], channel), holder: database?.holder }),
    /** Returns once pending writes are on disk. */
    close: async () => void (await Promise.all(Object.values(logs).map((one) => one.close()))),
  }
}

/** Reads leads as they are now, also while a server uses them. Writes nothing. Throws file system errors, `StorageError`. */
export async function readLeads(folder: string, database?: SiteDatabase) {
  const openFile = async (path: string) => {
    const { end } = await inspectTail(path)
    return logFileReader(path, () => end)
  }
  const logs: Record<LeadLogName, LogReader> = database ? inDatabase(database) : await openEach(folder, openFile)
  const silent = { warn: () => {}, info: () => {} }
  const cacheDb = openCacheDb({ privateDir: undefined, schema: [leadSchema], log: silent })
  return createLeadReader(createLeadModel({ cacheDb, logs }))
}
