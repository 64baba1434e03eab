import { auditEndpoint } from '#server/admin/audit/audit-endpoint.ts'
import type { AuditReader } from '#server/admin/audit/audit-list.ts'
import { loginEndpoint } from '#server/admin/login/login.ts'
import type { LoginLimits } from '#server/admin/login/login-limits.ts'
import { passkeyLoginEndpoints } from '#server/admin/login/passkey-login.ts'
import { createStartLogin } from '#server/admin/login/start-login.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import { accountEndpoints } from '#server/admin/settings/account-endpoints.ts'
import { type ConfirmedEndpointsOptions, confirmedEndpoints } from '#server/admin/settings/confirmed-endpoints.ts'
import { type InvitationEndpointsOptions, invitationEndpoints } from '#server/admin/settings/invitation-endpoints.ts'
import { peopleEndpoints } from '#server/admin/settings/people-endpoints.ts'
import type { ProofOfWork } from '#server/http/proof-of-work.ts'

type AdminEndpointsOptions = ConfirmedEndpointsOptions &
  InvitationEndpointsOptions & {
    /** `undefined`: RATE_LIMITS is off. */
    limits: LoginLimits | undefined
    notices: Notices
    tokens: Tokens
    proof: ProofOfWork
    /** URL of the script that solves a proof of work. */
    solver: string
    /** Whether content/authors has a file with this id. */
    isAuthor(id: string): boolean
    /** The name that new posts show for a writer. */
    bylineOf(writer: { name: string; author: string | null }): string | null
    auditReader: AuditReader
  }

/** /api/admin. `onLogin` is called after a login, to prepare what saves need. */
export function adminEndpoints(options: AdminEndpointsOptions, onLogin: () => void) {
  const startLogin = createStartLogin({ ...options, onLogin })
  return [
    loginEndpoint({ ...options, startLogin }),
    ...passkeyLoginEndpoints({ ...options, startLogin }),
    ...confirmedEndpoints(options, options.limits !== undefined),
    ...accountEndpoints(options),
    ...peopleEndpoints(options),
    ...invitationEndpoints(options),
    auditEndpoint(options),
  ]
}
