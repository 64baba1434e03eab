import { Elysia } from 'elysia'
import type { Passkeys } from '#server/admin/login/passkeys.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import type { RequestTools } from '#server/http/request.ts'
import type { Log } from '#server/lib/log.ts'
import { codeRoutes } from './code-routes.ts'
import { createConfirmationLimits } from './confirmation-limits.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { sessionRoutes } from './session-routes.ts'

export type ConfirmedRoutesOptions = {
  administrators: Administrators
  sessions: Sessions
  passkeys: Passkeys
  /** The product's name, which the authenticator app shows. */
  name(): string
  log: Log
  now(): Date
}

/** The routes that confirm with a password, a code or a passkey. `isLimited`: by RATE_LIMITS, with one limit for all of them. */
export function confirmedRoutes(options: ConfirmedRoutesOptions, tools: RequestTools, isLimited: boolean) {
  const limits = isLimited ? createConfirmationLimits(() => options.now().getTime(), tools.audit) : undefined
  const limited = { ...options, limits }
  return new Elysia({ name: 'confirmed' })
    .use(sessionRoutes(limited, tools))
    .use(passkeyRoutes(limited, tools))
    .use(codeRoutes(limited, tools))
}
