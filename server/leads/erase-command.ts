import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { readAdmin } from '#server/admin/admin-file.ts'
import { readSigningKey } from '#server/admin/signing-key.ts'
import { createTokens } from '#server/admin/tokens.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { createLog } from '#server/http/log.ts'
import { takeLeads } from './open-leads.ts'
import { runningSite } from './running-site.ts'

const TOKEN_SECONDS = 60
const ANSWER_LIMIT_MS = 120_000

export type EraseOptions = {
  /** `storage/private`. */
  folder: string
  /** JWT_SECRET, where it is set. */
  secret: string | undefined
  now(): Date
  /** Works on the files even though a site has said that it runs, if it does not answer. */
  offline: boolean
}

/** Why nothing was erased: a sentence for whoever asked for it. */
export class NotErased extends Error {}

/**
 * Erases a lead: through the site where it runs, for only that knows the sign-ups that it is just writing; else in the files.
 * Throws `NotErased`, `NotFound`, `StorageFailed`, or what the disk throws.
 */
export async function eraseLead(id: string, { folder, secret, now, offline }: EraseOptions): Promise<void> {
  const site = await runningSite(folder)
  if (site === undefined) return eraseInFiles(id, folder, now)
  const answer = site === 'unreadable' ? undefined : await askSite(site.url, id, await tokenFor(folder, secret, now))
  if (answer?.ok) return
  if (answer)
    throw new NotErased(`The site that runs at ${addressOf(site)} answered ${answer.status}: ${await sentence(answer)}`)
  if (!offline) {
    throw new NotErased(
      `${join(folder, 'server.json')} says that the site runs, but it does not answer at ${addressOf(site)}. A site that runs could lose sign-ups if its files were changed. If you are sure that it does not run, add --offline.`,
    )
  }
  await eraseInFiles(id, folder, now)
}

const addressOf = (site: { url: string } | 'unreadable') => (site === 'unreadable' ? 'any address' : site.url)

async function tokenFor(folder: string, secret: string | undefined, now: () => Date): Promise<string> {
  const admin = await readAdmin(join(folder, 'admin.json'))
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
