import { join } from 'node:path'
import type { SiteDatabase } from '#server/database/database.ts'
import { unlessAway } from '#server/lib/errors.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'
import { createProofOfWork, type ProofCost, type ProofOfWork } from './captcha.ts'

type CaptchaOptions = {
  /** Of private files. */
  folder: string
  /** `undefined`: files, and memory. */
  database: Pick<SiteDatabase, 'shared'> | undefined
  now(): Date
  cost?: ProofCost | undefined
}
const LOST = 'forms that are open then solve the captcha anew'

/** The captcha of the forms, with its key and used solutions where the leads are. Throws `OperatorError` for a damaged key. */
export async function createCaptcha({ folder, database, now, cost }: CaptchaOptions): Promise<ProofOfWork> {
  const key = loadedOnce(() =>
    database ? database.shared.key('captcha.key') : loadOrCreateKey(join(folder, 'captcha.key'), LOST),
  )
  await key().catch(unlessAway)
  return createProofOfWork({ key, used: database?.shared.usedTokens('captcha'), now, cost })
}
