import { Elysia } from 'elysia'
import { type AccountChange, AccountChangeSchema } from '#contract/account-forms.ts'
import type { Account } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { edit } from '#server/admin/people/account-edits.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { assertGoodPassword, type Passwords } from '#server/admin/people/passwords.ts'
import { confirmedUntil, type Sessions } from '#server/admin/sessions/sessions.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { parseOrThrow, type RequestTools, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { ValidationError } from '#server/lib/errors.ts'

type AccountRoutesOptions = {
  administrators: Administrators
  sessions: Sessions
  passwords: Passwords
  /** Whether content/authors has a file with this id. */
  isAuthor(id: string): boolean
  /** The name that new posts show for a writer. */
  bylineOf(writer: Pick<Administrator, 'name' | 'author'>): string | null
}
type Changes = Parameters<typeof edit>[2]

const EPOCH = new Date(0).toISOString()

/** The administrator who sends the request. */
export function accountRoutes(options: AccountRoutesOptions, tools: RequestTools) {
  const { administrators, sessions, passwords, isAuthor, bylineOf } = options
  const { requireAdmin, requireConfirmation, audit } = tools

  async function stored(id: string): Promise<Administrator> {
    const found = await administrators.find(id)
    if (!found) throw new UnauthorizedError()
    return found
  }

  async function respond(administratorId: string, sessionId: string) {
    const { id, name, email, author, secondFactor } = await stored(administratorId)
    const session = await sessions.find(sessionId)
    const account: Account = {
      ...{ id, name, email, author },
      byline: bylineOf({ name, author }),
      code: secondFactor ? { since: secondFactor.since, recoveryCodesLeft: secondFactor.recovery.length } : null,
      confirmedUntil: session ? confirmedUntil(session) : EPOCH,
    }
    return json(account, PRIVATE)
  }

  async function read(request: Request) {
    const { administrator, session } = await requireAdmin(request)
    return respond(administrator.id, session.id)
  }

  async function change(request: Request) {
    const { administrator, session } = await requireAdmin(request)
    const { id } = administrator
    const typed = parseOrThrow(AccountChangeSchema, await readJson(request))
    if (Object.keys(typed).length === 0)
      throw new ValidationError({ form: { message: 'Please send what is to change.' } })
    const { password, ...fields } = typed
    const before = await stored(id)
    const changes = differences(before, fields)
    if (changes.author && !isAuthor(changes.author))
      throw new ValidationError({ author: { message: 'There is no author with this id.' } })
    if (password !== undefined || changes.email !== undefined) await requireConfirmation(request)
    if (password !== undefined) assertGoodPassword(password)
    const hashed = password === undefined ? {} : { passwordHash: await passwords.hash(password, true) }
    const actor = before.email
    const endsOthers = password !== undefined || changes.email !== undefined
    await changeAndEnd({
      change: administrators.change,
      edit: (accounts) => edit(accounts, id, { ...changes, ...hashed }),
      end: async () => endsOthers && sessions.endOthers(id, session.id),
      onlyEnded: async () => {
        if (endsOthers) await audit(request, 'sessions.ended', { actor, detail: 'others' })
      },
    })
    for (const detail of Object.keys(changes)) await audit(request, 'account.changed', { actor, detail })
    if (password !== undefined) await audit(request, 'password.changed', { actor })
    return respond(id, session.id)
  }

  return new Elysia({ name: 'account' })
    .get(adminPaths.account, ({ request }) => read(request))
    .post(adminPaths.account, ({ request }) => change(request), { parse: 'none' })
}

/** What a form with unchanged fields changes. */
function differences(before: Administrator, { name, email, author }: Omit<AccountChange, 'password'>): Changes {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(email !== undefined && email !== before.email && { email }),
    ...(author !== undefined && author !== before.author && { author }),
  }
}
