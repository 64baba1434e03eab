import { Elysia } from 'elysia'
import type { AuditReader } from '#server/admin/audit/audit-list.ts'
import { auditRoutes } from '#server/admin/audit/audit-routes.ts'
import { loginRoutes } from '#server/admin/login/login.ts'
import type { LoginLimits } from '#server/admin/login/login-limits.ts'
import { passkeyLoginRoutes } from '#server/admin/login/passkey-login.ts'
import { createStartLogin } from '#server/admin/login/start-login.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import { accountRoutes } from '#server/admin/settings/account-routes.ts'
import { type ConfirmedRoutesOptions, confirmedRoutes } from '#server/admin/settings/confirmed-routes.ts'
import { type InvitationRoutesOptions, invitationRoutes } from '#server/admin/settings/invitation-routes.ts'
import { peopleRoutes } from '#server/admin/settings/people-routes.ts'
import type { ProofOfWork } from '#server/http/captcha.ts'
import type { RequestTools } from '#server/http/request.ts'

type AdminRoutesOptions = ConfirmedRoutesOptions &
  InvitationRoutesOptions & {
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
export function adminRoutes(options: AdminRoutesOptions, tools: RequestTools, onLogin: () => void) {
  const startLogin = createStartLogin({ ...options, onLogin }, tools)
  return new Elysia({ name: 'admin' })
    .use(loginRoutes({ ...options, startLogin }, tools))
    .use(passkeyLoginRoutes({ ...options, startLogin }, tools))
    .use(confirmedRoutes(options, tools, options.limits !== undefined))
    .use(accountRoutes(options, tools))
    .use(peopleRoutes(options, tools))
    .use(invitationRoutes(options, tools))
    .use(auditRoutes({ ...options, requireAdmin: tools.requireAdmin }))
}
