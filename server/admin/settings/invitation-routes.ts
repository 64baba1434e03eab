import { Elysia } from 'elysia'
import { AcceptanceSchema, InvitationTokenSchema } from '#contract/account-forms.ts'
import type { InvitedPerson } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import { accept, invitationOf, inviterOf } from '#server/admin/people/account-edits.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { assertGoodPassword, type Passwords } from '#server/admin/people/passwords.ts'
import { parseOrThrow, type RequestTools, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { createRateLimiter } from '#server/lib/rate-limiter.ts'

export type InvitationRoutesOptions = {
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

/** For strangers who have the link of an invitation: the token is in the body, so that it reaches no log. */
export function invitationRoutes(options: InvitationRoutesOptions, tools: RequestTools) {
  const { administrators, passwords, notices, invitationLimits: limits, now } = options
  const { assertSameOrigin, addressOf, clientOf, audit } = tools

  async function lookUp(request: Request) {
    assertSameOrigin(request)
    limits?.lookups.consume(addressOf(request))
    const { token } = parseOrThrow(InvitationTokenSchema, await readJson(request))
    const accounts = await administrators.current()
    const { email, invitedBy } = invitationOf(accounts, token, now())
    return json({ email, invitedBy: inviterOf(accounts, invitedBy) } satisfies InvitedPerson, PRIVATE)
  }

  /** No password is hashed for a token that is not valid. */
  async function acceptOne(request: Request) {
    assertSameOrigin(request)
    limits?.acceptances.consume(addressOf(request))
    const { token, name, password } = parseOrThrow(AcceptanceSchema, await readJson(request))
    const accounts = await administrators.current()
    const { email, invitedBy } = invitationOf(accounts, token, now())
    assertGoodPassword(password)
    const passwordHash = await passwords.hash(password)
    await administrators.change((before) => accept(before, token, { name, passwordHash }, now()))
    await audit(request, 'invitation.accepted', { actor: email })
    const inviter = accounts.administrators.find(({ id }) => id === invitedBy)
    if (inviter) notices.ofAcceptance(inviter, email, clientOf(request))
    return json({ message: 'You are an administrator now. Please log in.' }, PRIVATE)
  }

  return new Elysia({ name: 'invitations' })
    .post(adminPaths.lookUpInvitation, ({ request }) => lookUp(request), { parse: 'none' })
    .post(adminPaths.acceptInvitation, ({ request }) => acceptOne(request), { parse: 'none' })
}
