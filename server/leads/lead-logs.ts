import { join } from 'node:path'
import { errorFields, type Log } from '#server/http/log.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import { type CacheDb, openCacheDb } from '#server/storage/cache-db.ts'
import type { LogDisk } from '#server/storage/log-file.ts'
import { inspectTail } from '#server/storage/read-log.ts'
import { createLeadModel, type LeadLogName, leadSchema } from './lead-model.ts'
import { createLeadReader } from './lead-reader.ts'

/** The logs of leads in `storage/private`. */
export const leadFiles = (folder: string): Record<LeadLogName, string> => ({
  registration: join(folder, 'registrations.jsonl'),
  message: join(folder, 'contact-messages.jsonl'),
  event: join(folder, 'lead-events.jsonl'),
})

type LeadLogsOptions = { cacheDb: CacheDb; log: Pick<Log, 'error'>; disk?: LogDisk | undefined }

/** Opens the logs of leads for writing, and the model that follows them. Throws file system errors. */
export async function openLeadLogs(folder: string, { cacheDb, log, disk }: LeadLogsOptions) {
  const files = leadFiles(folder)
  const open = (name: LeadLogName) =>
    createAppendLog(files[name], {
      disk,
      onError: (error) => log.error('lead log write failed', { log: name, ...errorFields(error) }),
    })
  const logs = { registration: await open('registration'), message: await open('message'), event: await open('event') }
  const onDamage = (name: LeadLogName, offset: number) =>
    log.error('lead log line skipped', { file: files[name], offset })
  return {
    logs,
    model: createLeadModel({ cacheDb, logs, onDamage }),
    /** Returns once pending writes are on disk. */
    close: async () => void (await Promise.all(Object.values(logs).map((one) => one.close()))),
  }
}

/** Reads the leads in `storage/private` as they are now, also while a server uses them. Writes nothing. Throws file system errors. */
export async function readLeads(folder: string) {
  const files = leadFiles(folder)
  const readable = async (path: string) => {
    const { end } = await inspectTail(path)
    return { path, end: () => end }
  }
  const logs = {
    registration: await readable(files.registration),
    message: await readable(files.message),
    event: await readable(files.event),
  }
  const silent = { warn: () => {}, info: () => {} }
  const cacheDb = openCacheDb({ privateDir: undefined, schema: [leadSchema], log: silent })
  return createLeadReader(createLeadModel({ cacheDb, logs }))
}
