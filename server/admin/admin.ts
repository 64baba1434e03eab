import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '#server/http/log.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import { createProofOfWork, type ProofCost } from '#server/leads/captcha/proof-of-work.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'
import { createAdministrator } from './administrator.ts'
import { createAuditLog } from './audit-log.ts'
import { adminRoutes } from './login.ts'
import { createLoginLimits } from './login-limits.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { createDeviceTokens, createPreviewTokens, createTokens, readSigningKey } from './tokens.ts'

type AdminOptions = {
  /** `storage/private`. */
  folder: string
  email: string | undefined
  password: string | undefined
  secret: string | undefined
  rateLimits: boolean
  /** The product's slug, for the e-mail that the first start makes up. */
  slug: string
  now(): Date
  print(line: string): void
  isTerminal: boolean
  log: Log
  logDisk?: LogDisk | undefined
  /** Low in tests, like `captchaWork`. */
  hashCost?: HashCost | undefined
  captchaWork?: ProofCost | undefined
  /** URL of the script that solves a proof of work. */
  solver: string
}

/** Throws `InvalidAdminFileError` and `InvalidKeyFileError`. */
export async function createAdmin({
  folder,
  secret,
  rateLimits,
  now,
  log,
  logDisk,
  hashCost,
  captchaWork,
  solver,
  ...known
}: AdminOptions) {
  const passwords = createPasswords(hashCost)
  const auditLog = await createAuditLog({ folder, now, log, disk: logDisk })
  const administrator = await createAdministrator({
    ...known,
    file: join(folder, 'admin.json'),
    passwords,
    now,
    log,
    audit: (event) => void auditLog.note(event, { actor: 'environment' }),
  })
  const key = await readSigningKey(join(folder, 'signing.key'), secret)
  const signing = { key, version: administrator.currentVersion, now }
  const proofKey = new Uint8Array(hkdfSync('sha256', key, '', 'login proof of work', key.byteLength))
  const tokens = createTokens(signing)
  const login = {
    administrator,
    tokens,
    deviceTokens: createDeviceTokens(signing),
    loginProof: { ...createProofOfWork({ key: proofKey, now, cost: captchaWork }), solver },
    loginLimits: rateLimits ? createLoginLimits(() => now().getTime()) : undefined,
    log,
  }
  return {
    administrator,
    tokens,
    previewTokens: createPreviewTokens(signing),
    auditLog,
    routes: (tools: RequestTools, onLogin: () => void) => adminRoutes({ ...login, onLogin }, tools),
  }
}
