import { adminPaths } from '#contract/admin-paths.ts'
import { createAuditLog } from '#server/admin/audit/audit-log.ts'
import { createCommandTokens } from '#server/admin/sessions/command-tokens.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { createInbox } from '#server/leads/inbox.ts'
import { openLeadLogs } from '#server/leads/records/lead-logs.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog } from '#server/lib/log.ts'
import { openCacheDb } from '#server/storage/cache-db.ts'
import { acquireProcessLock, FolderInUseError } from '#server/storage/locks.ts'
import { cacheSchema } from '#server/stores.ts'

const RESPONSE_LIMIT_MS = 120_000

type EraseOptions = { folder: string; now(): Date; database: SiteDatabase | undefined }

/**
 * Erases a lead. While a server holds the lock of the folder, the server does it, because it may be writing to the logs.
 * Otherwise this process takes the lock and edits the files. Logs in a database are edited there: servers notice. Throws `OperatorError`, `NotFoundError`, `StorageError` or
 * file system errors.
 */
export async function eraseLead(id: string, { folder, now, database }: EraseOptions): Promise<void> {
  if (database) return eraseHere(id, { folder, now, database })
  const lock = await acquireProcessLock(folder).catch((error) => {
    if (error instanceof FolderInUseError) return error
    throw error
  })
  if (lock instanceof FolderInUseError) return eraseOnServer(id, lock, await createToken(id, folder, now))
  await eraseHere(id, { folder, now, database }).finally(lock.release)
}

async function eraseOnServer(id: string, { holder, message }: FolderInUseError, token: string): Promise<void> {
  const url = holder?.url
  const response = url === undefined ? undefined : await requestErasure(url, id, token)
  if (!response)
    throw new OperatorError(`${message} It does not answer${url ? ` at ${url}` : ''}, so nothing was erased.`)
  if (response.ok) return
  const body: { message?: unknown } | null = await response.json().catch(() => null)
  const reason = typeof body?.message === 'string' ? body.message : 'nothing that can be read.'
  throw new OperatorError(`The site that runs at ${url} answered ${response.status}: ${reason}`)
}

async function createToken(id: string, folder: string, now: () => Date): Promise<string> {
  const commands = await createCommandTokens(folder, now)
  return commands.issue({ method: 'DELETE', path: adminPaths.lead(id) })
}

/** Returns `undefined` if the server does not answer. */
const requestErasure = (url: string, id: string, token: string): Promise<Response | undefined> =>
  fetch(url + adminPaths.lead(id), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  }).catch(() => undefined)

async function eraseHere(id: string, { folder, now, database }: EraseOptions): Promise<void> {
  const log = createLog('error', console.error)
  // The server's own follows the database.
  const cacheDb = openCacheDb({ privateDir: database ? undefined : folder, schema: cacheSchema, log })
  const { logs, model, close } = await openLeadLogs(folder, { cacheDb, log, database })
  const audit = await createAuditLog({ folder, now, log, database })
  try {
    const inbox = await createInbox({ logs, model, folder, database, now, log })
    await inbox.erase(id)
    await audit.note('lead.erased', { actor: 'shell', subject: id })
  } finally {
    await Promise.all([close(), audit.close()])
    cacheDb.close()
  }
}
