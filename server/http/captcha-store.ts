import type { SiteDatabase } from '#server/database/database.ts'
import { unlessAway } from '#server/lib/errors.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { createUsedTokens } from '#server/storage/used-tokens.ts'
import { createProofOfWork, type ProofCost, type ProofOfWork } from './captcha.ts'

type CaptchaOptions = {
  /** Of private files. */
  folder: string
  /** `undefined`: files, and memory. */
  database: Pick<SiteDatabase, 'store'> | undefined
  now(): Date
  cost?: ProofCost | undefined
}
const LOST = 'forms that are open then solve the captcha anew'

/** The captcha of the forms, with its key and used solutions where the leads are. Throws `OperatorError` for a damaged key. */
export async function createCaptcha({ folder, database, now, cost }: CaptchaOptions): Promise<ProofOfWork> {
  const key = loadedOnce(() => loadOrCreateKey(database?.store ?? createFileStore(folder), 'captcha.key', LOST))
  await key().catch(unlessAway)
  return createProofOfWork({ key, used: database && createUsedTokens(database.store, 'captcha'), now, cost })
}
