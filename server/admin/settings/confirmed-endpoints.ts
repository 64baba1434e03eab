import type { Passkeys } from '#server/admin/login/passkeys.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import type { Log } from '#server/lib/log.ts'
import { codeEndpoints } from './code-endpoints.ts'
import { createConfirmationLimits } from './confirmation-limits.ts'
import { passkeyEndpoints } from './passkey-endpoints.ts'
import { sessionEndpoints } from './session-endpoints.ts'

export type ConfirmedEndpointsOptions = {
  administrators: Administrators
  sessions: Sessions
  passkeys: Passkeys
  /** The product's name, which the authenticator app shows. */
  name(): string
  log: Log
  now(): Date
}

/** The endpoints that confirm with a password, a code or a passkey. `isLimited`: by RATE_LIMITS, with one limit for all of them. */
export function confirmedEndpoints(options: ConfirmedEndpointsOptions, isLimited: boolean) {
  const limits = isLimited ? createConfirmationLimits(() => options.now().getTime()) : undefined
  const limited = { ...options, limits }
  return [...sessionEndpoints(limited), ...passkeyEndpoints(limited), ...codeEndpoints(limited)]
}
