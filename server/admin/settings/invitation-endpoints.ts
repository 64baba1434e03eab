import { AcceptanceSchema, InvitationTokenSchema } from '#contract/account-forms.ts'
import { InvitedPersonSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import { accept, invitationOf, inviterOf } from '#server/admin/people/account-edits.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { assertGoodPassword, type Passwords } from '#server/admin/people/passwords.ts'
import { endpoint, jsonBody, message, ok, privately } from '#server/http/endpoint.ts'
import { createRateLimiter } from '#server/lib/rate-limiter.ts'

export type InvitationEndpointsOptions = {
  administrators: Administrators
  passwords: Passwords
  notices: Pick<Notices, 'ofAcceptance'>
  /** `undefined`: RATE_LIMITS is off. */
  invitationLimits: InvitationLimits | undefined
  now(): Date
}

const WINDOW_MS = 15 * 60 * 1000
/** Enough for typing mistakes in a new password. */
const TRIES = 30

/** Limits the requests of strangers with invitations. Looking one up leaves the tries of accepting it. */
export function createInvitationLimits(now: () => Date) {
  const limiter = () =>
    createRateLimiter({ what: 'Too many tries', limit: TRIES, windowMs: WINDOW_MS, now: () => now().getTime() })
  return { lookups: limiter(), acceptances: limiter() }
}
export type InvitationLimits = ReturnType<typeof createInvitationLimits>

const TOKEN =
  'The token is the fragment of the link. One that was used, withdrawn or has expired is 422, as is one that never existed.'

/** For strangers who have the link of an invitation: the token is in the body, so that it reaches no log. */
export const invitationEndpoints = ({
  administrators,
  passwords,
  notices,
  invitationLimits: limits,
  now,
}: InvitationEndpointsOptions) => [
  endpoint({
    id: 'lookUpInvitation',
    summary: 'Returns for whom an invitation is',
    description: TOKEN,
    method: 'POST',
    path: adminPaths.lookUpInvitation,
    access: 'public',
    limit: limits?.lookups,
    body: jsonBody(InvitationTokenSchema),
    response: privately(ok(InvitedPersonSchema, 'For whom the invitation is, and who invited: a name, or `shell`.')),
    async handle({ body }) {
      const accounts = await administrators.current()
      const { email, invitedBy } = invitationOf(accounts, body.token, now())
      return { email, invitedBy: inviterOf(accounts, invitedBy) }
    },
  }),
  endpoint({
    id: 'acceptInvitation',
    summary: 'Makes an administrator of whoever has the link',
    description: TOKEN,
    method: 'POST',
    path: adminPaths.acceptInvitation,
    access: 'public',
    limit: limits?.acceptances,
    body: jsonBody(AcceptanceSchema),
    response: privately(message('Log in with the e-mail of the invitation and the new password.')),
    /** No password is hashed for a token that is not valid. */
    async handle({ body: { token, name, password }, audit, client }) {
      const accounts = await administrators.current()
      const { email, invitedBy } = invitationOf(accounts, token, now())
      assertGoodPassword(password)
      const passwordHash = await passwords.hash(password)
      await administrators.change((before) => accept(before, token, { name, passwordHash }, now()))
      await audit('invitation.accepted', { actor: email })
      const inviter = accounts.administrators.find(({ id }) => id === invitedBy)
      if (inviter) notices.ofAcceptance(inviter, email, client)
      return { message: 'You are an administrator now. Please log in.' }
    },
  }),
]
