import { InvitationSchema } from '#contract/account-forms.ts'
import { AdministratorListSchema, type Invited, InvitedSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import { invite, inviterOf, openInvitations, remove, withdraw } from '#server/admin/people/account-edits.ts'
import type { Accounts } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import { created, endpoint, jsonBody, message, ok, privately } from '#server/http/endpoint.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { NotFoundError } from '#server/lib/errors.ts'

type PeopleEndpointsOptions = {
  administrators: Administrators
  notices: Pick<Notices, 'ofInvitation'>
  sessions: Sessions
  now(): Date
}

/** All administrators, and the invitations that they make. */
export function peopleEndpoints({ administrators, notices, sessions, now }: PeopleEndpointsOptions) {
  /** Stores what `edit` returns. Throws `UnauthorizedError` for an administrator who was removed since the request began. */
  const changeAs = (actor: string, edit: (before: Accounts) => Accounts | Promise<Accounts>) =>
    administrators.change((before) => {
      if (!before.administrators.some(({ id }) => id === actor)) throw new UnauthorizedError()
      return edit(before)
    })

  return [
    endpoint({
      id: 'listAdministrators',
      summary: 'Lists administrators and invitations',
      method: 'GET',
      path: adminPaths.administrators,
      access: 'administrator',
      response: privately(ok(AdministratorListSchema, 'All administrators, and the invitations that can be accepted.')),
      async handle({ who: { person } }) {
        const accounts = await administrators.current()
        const shown = accounts.administrators.map(async (one) => {
          const { id, name, email } = one
          const [latest] = await sessions.listOf(id)
          const secondFactor = loginMethodOf(one) !== 'password'
          return { id, name, email, current: id === person.id, secondFactor, lastUsed: latest?.lastUsed ?? null }
        })
        const invitations = openInvitations(accounts, now()).map(({ id, email, invitedBy, until }) => ({
          id,
          email,
          until,
          invitedBy: inviterOf(accounts, invitedBy),
        }))
        return { administrators: await Promise.all(shown), invitations }
      },
    }),
    endpoint({
      id: 'removeAdministrator',
      summary: 'Removes an administrator and ends their sessions',
      method: 'DELETE',
      path: adminPaths.administrator.pattern,
      access: 'administrator',
      confirms: { effect: 'changes who logs in, and how' },
      response: message('Removed. What they wrote stays.'),
      errors: [409],
      async handle({ params: { id }, who, audit }) {
        const removed = await administrators.find(id)
        if (!removed) throw new NotFoundError()
        const about = { subject: removed.email, about: id }
        await changeAndEnd({
          change: (edit) => changeAs(who.person.id, edit),
          edit: (before) => remove(before, id),
          end: () => sessions.endAllOf(id),
          onlyEnded: () => audit('sessions.ended', about),
        })
        await audit('administrator.removed', about)
        return { message: 'The administrator is removed.' }
      },
    }),
    endpoint({
      id: 'invite',
      summary: 'Invites an administrator',
      description: 'The link is valid once, for 48 hours. It replaces an earlier invitation of the same e-mail.',
      method: 'POST',
      path: adminPaths.invitations,
      access: 'administrator',
      confirms: { effect: 'changes who logs in, and how' },
      body: jsonBody(InvitationSchema),
      response: privately(created(InvitedSchema, 'The link, below PUBLIC_URL. It is shown only here.')),
      async handle({ body: { email }, who: { person }, audit }) {
        const invited = Promise.withResolvers<Invited>()
        await changeAs(person.id, (before) => {
          const { accounts, token, until } = invite(before, email, person.id, now())
          invited.resolve({ path: `${pagePaths.adminInvite}#${token}`, until })
          return accounts
        })
        await audit('invitation.made', { subject: email })
        notices.ofInvitation(email, await invited.promise, person)
        return invited.promise
      },
    }),
    endpoint({
      id: 'withdrawInvitation',
      summary: 'Withdraws an invitation',
      method: 'DELETE',
      path: adminPaths.invitation.pattern,
      access: 'administrator',
      response: message('The link is invalid now.'),
      async handle({ params: { id }, who, audit }) {
        const { invitations } = await administrators.current()
        const subject = invitations.find((one) => one.id === id)?.email ?? ''
        await changeAs(who.person.id, (before) => withdraw(before, id))
        await audit('invitation.withdrawn', { subject })
        return { message: 'The invitation is withdrawn.' }
      },
    }),
  ]
}
