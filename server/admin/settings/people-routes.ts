import { Elysia } from 'elysia'
import { InvitationSchema } from '#contract/account-forms.ts'
import type { AdministratorList, Invited } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import { invite, inviterOf, openInvitations, remove, withdraw } from '#server/admin/people/account-edits.ts'
import type { Accounts } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { parseOrThrow, type RequestTools, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'

type PeopleRoutesOptions = {
  administrators: Administrators
  notices: Pick<Notices, 'ofInvitation'>
  sessions: Sessions
  now(): Date
}

const ONE_ADMINISTRATOR = `${adminPaths.administrators}/:id` as const
const ONE_INVITATION = `${adminPaths.invitations}/:id` as const

/** All administrators, and the invitations that they make. */
export function peopleRoutes(options: PeopleRoutesOptions, tools: RequestTools) {
  const { administrators, notices, sessions, now } = options
  const { requireAdmin, audit } = tools

  /** Stores what `edit` returns. Throws `UnauthorizedError` for an administrator who was removed since the request began. */
  const changeAs = (actor: string, edit: (before: Accounts) => Accounts | Promise<Accounts>) =>
    administrators.change((before) => {
      if (!before.administrators.some(({ id }) => id === actor)) throw new UnauthorizedError()
      return edit(before)
    })

  async function list(request: Request) {
    const { administrator } = await requireAdmin(request)
    const accounts = await administrators.current()
    const shown = accounts.administrators.map(async (one) => {
      const { id, name, email } = one
      const [latest] = await sessions.listOf(id)
      const state = { secondFactor: loginMethodOf(one) !== 'password', lastUsed: latest?.lastUsed ?? null }
      return { id, name, email, current: id === administrator.id, ...state }
    })
    const invitations = openInvitations(accounts, now()).map(({ id, email, invitedBy, until }) => ({
      ...{ id, email, until },
      invitedBy: inviterOf(accounts, invitedBy),
    }))
    return json({ administrators: await Promise.all(shown), invitations } satisfies AdministratorList, PRIVATE)
  }

  async function removeOne(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    const removed = await administrators.find(id)
    if (!removed) throw new NotFoundError()
    await changeAndEnd({
      change: (edit) => changeAs(administrator.id, edit),
      edit: (before) => remove(before, id),
      end: () => sessions.endAllOf(id),
      onlyEnded: () => audit(request, 'sessions.ended', { subject: removed.email, about: id }),
    })
    await audit(request, 'administrator.removed', { subject: removed.email, about: id })
    return json({ message: 'The administrator is removed.' })
  }

  async function inviteOne(request: Request) {
    const { administrator } = await requireAdmin(request)
    const { email } = parseOrThrow(InvitationSchema, await readJson(request))
    let invited: Invited | undefined
    await changeAs(administrator.id, (before) => {
      const { accounts, token, until } = invite(before, email, administrator.id, now())
      invited = { path: `${pagePaths.adminInvite}#${token}`, until }
      return accounts
    })
    await audit(request, 'invitation.made', { subject: email })
    if (invited) notices.ofInvitation(email, invited, administrator)
    return json(invited, { status: 201, ...PRIVATE })
  }

  async function withdrawOne(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    const { invitations } = await administrators.current()
    const subject = invitations.find((one) => one.id === id)?.email ?? ''
    await changeAs(administrator.id, (before) => withdraw(before, id))
    await audit(request, 'invitation.withdrawn', { subject })
    return json({ message: 'The invitation is withdrawn.' })
  }

  return new Elysia({ name: 'people' })
    .get(adminPaths.administrators, ({ request }) => list(request))
    .delete(ONE_ADMINISTRATOR, ({ request, params }) => removeOne(request, params.id), { parse: 'none' })
    .post(adminPaths.invitations, ({ request }) => inviteOne(request), { parse: 'none' })
    .delete(ONE_INVITATION, ({ request, params }) => withdrawOne(request, params.id), { parse: 'none' })
}
