import { type AccountChange, AccountChangeSchema } from '#contract/account-forms.ts'
import { type Account, AccountSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { edit } from '#server/admin/people/account-edits.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { assertGoodPassword, type Passwords } from '#server/admin/people/passwords.ts'
import { confirmedUntil, type Sessions } from '#server/admin/sessions/sessions.ts'
import { endpoint, jsonBody, ok, privately } from '#server/http/endpoint.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { ValidationError } from '#server/lib/errors.ts'

type AccountEndpointsOptions = {
  administrators: Administrators
  sessions: Sessions
  passwords: Passwords
  /** Whether content/authors has a file with this id. */
  isAuthor(id: string): boolean
  /** The name that new posts show for a writer. */
  bylineOf(writer: Pick<Administrator, 'name' | 'author'>): string | null
}
type Changes = Parameters<typeof edit>[2]

const accountOf = privately(ok(AccountSchema, 'The administrator of the token.'))
const EPOCH = new Date(0).toISOString()

/** The administrator who sends the request. */
export function accountEndpoints(options: AccountEndpointsOptions) {
  const { administrators, sessions, passwords, isAuthor, bylineOf } = options

  async function stored(id: string): Promise<Administrator> {
    const found = await administrators.find(id)
    if (!found) throw new UnauthorizedError()
    return found
  }

  async function read(administratorId: string, sessionId: string): Promise<Account> {
    const { id, name, email, author, secondFactor } = await stored(administratorId)
    const session = await sessions.find(sessionId)
    return {
      id,
      name,
      email,
      author,
      byline: bylineOf({ name, author }),
      code: secondFactor ? { since: secondFactor.since, recoveryCodesLeft: secondFactor.recovery.length } : null,
      confirmedUntil: session ? confirmedUntil(session) : EPOCH,
    }
  }

  return [
    endpoint({
      id: 'readAccount',
      summary: 'Returns the administrator of the token',
      method: 'GET',
      path: adminPaths.account,
      access: 'administrator',
      response: accountOf,
      handle: ({ who }) => read(who.person.id, who.session.id),
    }),
    endpoint({
      id: 'changeAccount',
      summary: 'Changes the administrator of the token',
      description:
        'Changes what is given. Another e-mail or password requires a confirmation and ends all other sessions.',
      method: 'POST',
      path: adminPaths.account,
      access: 'administrator',
      confirms: { effect: 'changes who logs in, and how', when: 'with another e-mail or password' },
      body: jsonBody(AccountChangeSchema),
      response: accountOf,
      async handle({ body, who, audit, requireConfirmation }) {
        const { id } = who.person
        if (Object.keys(body).length === 0)
          throw new ValidationError({ form: { message: 'Please send what is to change.' } })
        const { password, ...fields } = body
        const before = await stored(id)
        const changes = differences(before, fields)
        if (changes.author && !isAuthor(changes.author))
          throw new ValidationError({ author: { message: 'There is no author with this id.' } })
        const endsOthers = password !== undefined || changes.email !== undefined
        if (endsOthers) requireConfirmation()
        if (password !== undefined) assertGoodPassword(password)
        const hashed = password === undefined ? {} : { passwordHash: await passwords.hash(password, true) }
        const actor = before.email
        await changeAndEnd({
          change: administrators.change,
          edit: (accounts) => edit(accounts, id, { ...changes, ...hashed }),
          end: async () => endsOthers && sessions.endOthers(id, who.session.id),
          onlyEnded: async () => {
            if (endsOthers) await audit('sessions.ended', { actor, detail: 'others' })
          },
        })
        for (const detail of Object.keys(changes)) await audit('account.changed', { actor, detail })
        if (password !== undefined) await audit('password.changed', { actor })
        return read(id, who.session.id)
      },
    }),
  ]
}

/** What a form with unchanged fields changes. */
function differences(before: Administrator, { name, email, author }: Omit<AccountChange, 'password'>): Changes {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(email !== undefined && email !== before.email && { email }),
    ...(author !== undefined && author !== before.author && { author }),
  }
}
