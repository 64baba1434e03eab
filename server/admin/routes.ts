import { Elysia } from 'elysia'
import type { ProofOfWork } from '#server/http/captcha.ts'
import type { RequestTools } from '#server/http/request.ts'
import { accountRoutes } from './account-routes.ts'
import type { AuditReader } from './audit-list.ts'
import { auditRoutes } from './audit-routes.ts'
import { type ConfirmedRoutesOptions, confirmedRoutes } from './confirmed-routes.ts'
import { type InvitationRoutesOptions, invitationRoutes } from './invitation-routes.ts'
import { loginRoutes } from './login.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Notices } from './notices.ts'
import { passkeyLoginRoutes } from './passkey-login.ts'
import { peopleRoutes } from './people-routes.ts'
import { createStartLogin } from './start-login.ts'
import type { Tokens } from './tokens.ts'

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
