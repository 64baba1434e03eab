import { join } from 'node:path'
import type { AuditEvent } from '#server/audit/events.ts'
import type { Log } from '#server/http/log.ts'
import { type Administrator, createAdministrator } from './administrator.ts'
import { createLoginLimits, type LoginLimits } from './login-limits.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { createPreviewTokens, type PreviewTokens } from './preview-tokens.ts'
import { readSigningKey } from './signing-key.ts'
import { createTokens, type Tokens } from './tokens.ts'

export type AdminOptions = {
  /** `storage/private`. */
  folder: string
  email: string | undefined
  password: string | undefined
  secret: string | undefined
  rateLimits: boolean
  /** The product's, for the address that the first start makes up. */
  slug: string
  now(): Date
  print(line: string): void
  log: Log
  /** Told what the start did to the administrator. */
  happened?: ((event: AuditEvent) => void) | undefined
  /** Cheap in tests. */
  hashCost?: HashCost | undefined
}

/** The administrator and the sessions given out. `loginLimits` is `undefined` where limits are off. */
export type Admin = {
  administrator: Administrator
  tokens: Tokens
  previewTokens: PreviewTokens
  loginLimits: LoginLimits | undefined
}

/** Throws `AdministratorUnusable` or `KeyUnusable` where what is stored cannot be used. */
export async function createAdmin({
  folder,
  secret,
  rateLimits,
  now,
  hashCost,
  ...known
}: AdminOptions): Promise<Admin> {
  const passwords = createPasswords(hashCost)
  const administrator = await createAdministrator({ ...known, file: join(folder, 'admin.json'), passwords, now })
  const key = await readSigningKey(join(folder, 'signing.key'), secret)
  return {
    administrator,
    tokens: createTokens({ key, version: administrator.currentVersion, now }),
    previewTokens: createPreviewTokens({ key, version: administrator.currentVersion, now }),
    loginLimits: rateLimits ? createLoginLimits(() => now().getTime()) : undefined,
  }
}
