import { join } from 'node:path'
import type { RequestTools } from '#server/http/request.ts'
import { createProofOfWork, type ProofCost } from '#server/leads/captcha.ts'
import type { Disk } from '#server/storage/files.ts'
import { type AdministratorOptions, createAdministrator } from './administrator.ts'
import { createAuditLog } from './audit-log.ts'
import { adminRoutes, createLoginLimits } from './login.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { createTokens, derivedKey, readSigningKey } from './tokens.ts'

type AdminConfig = {
  privateDir: string
  adminEmail: string | undefined
  adminPassword: string | undefined
  jwtSecret: string | undefined
  rateLimits: boolean
}
type AdminDeps = Pick<AdministratorOptions, 'slug' | 'now' | 'print' | 'isTerminal' | 'log'> & {
  logDisk?: Disk
  /** Low in tests, like `captchaWork`. */
  hashCost?: HashCost
  captchaWork?: ProofCost
  /** URL of the script that solves a proof of work. */
  solver: string
}

/** Throws `OperatorError` when the stored administrator or key is damaged. */
export async function createAdmin(config: AdminConfig, deps: AdminDeps) {
  const { privateDir: folder, adminEmail: email, adminPassword: password } = config
  const { slug, now, print, isTerminal, log, solver } = deps
  const auditLog = await createAuditLog({ folder, now, log, disk: deps.logDisk })
  const administrator = await createAdministrator({
    ...{ email, password, slug, print, isTerminal, now, log },
    file: join(folder, 'admin.json'),
    passwords: createPasswords(deps.hashCost),
    audit: (event) => void auditLog.note(event, { actor: 'environment' }),
  })
  const key = await readSigningKey(join(folder, 'signing.key'), config.jwtSecret)
  const tokens = createTokens({ key, version: administrator.currentVersion, now })
  const login = {
    ...{ administrator, tokens, solver, log },
    proof: createProofOfWork({ key: derivedKey(key, 'login proof of work'), now, cost: deps.captchaWork }),
    limits: config.rateLimits ? createLoginLimits(() => now().getTime()) : undefined,
  }
  return {
    administrator,
    tokens,
    auditLog,
    routes: (tools: RequestTools, onLogin: () => void) => adminRoutes({ ...login, onLogin }, tools),
  }
}
