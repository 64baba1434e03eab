import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { AuditEvent } from '#server/http/audit-events.ts'
import type { Log } from '#server/http/log.ts'
import { createProofOfWork, type ProofCost, type ProofOfWork } from '#server/leads/captcha/proof-of-work.ts'
import { type Administrator, createAdministrator } from './administrator.ts'
import { createLoginLimits, type LoginLimits } from './login-limits.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import {
  createDeviceTokens,
  createPreviewTokens,
  createTokens,
  type DeviceTokens,
  type PreviewTokens,
  readSigningKey,
  type Tokens,
} from './tokens.ts'

export type AdminOptions = {
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
  audit?: ((event: AuditEvent) => void) | undefined
  /** Low in tests, like `captchaWork`. */
  hashCost?: HashCost | undefined
  captchaWork?: ProofCost | undefined
  /** URL of the script that solves a proof of work. */
  solver: string
}

/** `loginLimits` is `undefined` when RATE_LIMITS is off. */
export type Admin = {
  administrator: Administrator
  tokens: Tokens
  previewTokens: PreviewTokens
  deviceTokens: DeviceTokens
  loginProof: ProofOfWork & { solver: string }
  loginLimits: LoginLimits | undefined
}

/** Throws `InvalidAdminFileError` and `InvalidKeyFileError`. */
export async function createAdmin({
  folder,
  secret,
  rateLimits,
  now,
  hashCost,
  captchaWork,
  solver,
  ...known
}: AdminOptions): Promise<Admin> {
  const passwords = createPasswords(hashCost)
  const administrator = await createAdministrator({ ...known, file: join(folder, 'admin.json'), passwords, now })
  const key = await readSigningKey(join(folder, 'signing.key'), secret)
  const signing = { key, version: administrator.currentVersion, now }
  const proofKey = new Uint8Array(hkdfSync('sha256', key, '', 'login proof of work', key.byteLength))
  return {
    administrator,
    tokens: createTokens(signing),
    previewTokens: createPreviewTokens(signing),
    deviceTokens: createDeviceTokens(signing),
    loginProof: { ...createProofOfWork({ key: proofKey, now, cost: captchaWork }), solver },
    loginLimits: rateLimits ? createLoginLimits(() => now().getTime()) : undefined,
  }
}
