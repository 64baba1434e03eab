import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { createAdminStore } from '#server/admin/admin-store.ts'
import { createAuditLog } from '#server/admin/audit-log.ts'
import { createTokens, readSigningKey } from '#server/admin/tokens.ts'
import { createLog } from '#server/http/log.ts'
import { takeLeads } from '#server/leads/open-for-writing.ts'
import { acquireProcessLock, FolderInUseError } from '#server/storage/process-lock.ts'

const TOKEN_SECONDS = 60
const ANSWER_LIMIT_MS = 120_000

export type EraseOptions = {
  /** `storage/private`. */
  folder: string
  /** JWT_SECRET, where it is set. */
  secret: string | undefined
  now(): Date
}

/** Why nothing was erased: a sentence for whoever asked for it. */
export class ErasureError extends Error {}

/**
 * Erases a lead. While a server holds the lock of the folder, the server does it, because only the server knows the sign-ups
 * that it is writing. Otherwise this process holds the lock and edits the files. Throws `ErasureError`, `NotFound`,
 * `StorageError`, `ProcessLockError`, or what the disk throws.
 */
export async function eraseLead(id: string, { folder, secret, now }: EraseOptions): Promise<void> {
  const lock = await acquireProcessLock(folder).catch((error) => {
    if (error instanceof FolderInUseError) return error
    throw error
  })
  if (lock instanceof FolderInUseError) return eraseInSite(id, lock, await tokenFor(folder, secret, now))
  await eraseInFiles(id, folder, now).finally(lock.release)
}

async function eraseInSite(id: string, inUse: FolderInUseError, token: string): Promise<void> {
  const url = inUse.holder?.url
  const answer = url === undefined ? undefined : await askSite(url, id, token)
  if (answer?.ok) return
  if (answer)
    throw new ErasureError(`The site that runs at ${url} answered ${answer.status}: ${await sentence(answer)}`)
  throw new ErasureError(
    `${inUse.message} It does not answer${url === undefined ? '' : ` at ${url}`}, so nothing was erased.`,
  )
}

async function tokenFor(folder: string, secret: string | undefined, now: () => Date): Promise<string> {
  const admin = await createAdminStore(join(folder, 'admin.json')).read()
  const key = await readSigningKey(join(folder, 'signing.key'), secret)
  return createTokens({ key, version: () => admin?.tokenVersion ?? 1, now }).issue(TOKEN_SECONDS)
}

/** `undefined`: nobody answers. */
const askSite = (url: string, id: string, token: string): Promise<Response | undefined> =>
  fetch(url + apiPaths.lead(id), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  }).catch(() => undefined)

async function sentence(answer: Response): Promise<string> {
  const body: { message?: unknown } | null = await answer.json().catch(() => null)
  return typeof body?.message === 'string' ? body.message : 'nothing that can be read.'
}

async function eraseInFiles(id: string, folder: string, now: () => Date): Promise<void> {
  const log = createLog('error', console.error)
  const leads = await takeLeads(folder, { now, log })
  const audit = await createAuditLog({ folder, now, log })
  try {
    await leads.erase(id)
    await audit.note('lead.erased', { actor: 'shell', subject: id })
  } finally {
    await Promise.all([leads.close(), audit.close()])
  }
}
