import { Elysia } from 'elysia'
import { ConfirmationSchema, type Confirmed, type SessionList } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { WRONG_CODE } from '#contract/login.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { confirmedUntil, type Sessions } from '#server/admin/sessions/sessions.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { type Identity, parseOrThrow, type RequestTools, readFields } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { NotFoundError, ValidationError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'

type SessionRoutesOptions = {
  sessions: Sessions
  administrators: Pick<Administrators, 'verifyPasswordOf' | 'takeCode'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  log: Log
}

const ONE = `${adminPaths.sessions}/:id` as const
const WRONG_PASSWORD = 'This password is wrong.'
const PASSKEY_ONLY = 'You log in with passkeys only: confirm with a passkey.'
const CONFIRMATION_MISSING = 'Enter your password, or a code.'

/** The sessions of the administrator who sends the request. */
export function sessionRoutes({ sessions, administrators, limits, log }: SessionRoutesOptions, tools: RequestTools) {
  const { requireAdmin, requireConfirmation, addressOf, audit } = tools

  async function list(request: Request) {
    const { session, administrator } = await requireAdmin(request)
    const own = await sessions.listOf(administrator.id)
    const shown = own.map(({ id, started, lastUsed, browser, address }) => ({
      ...{ id, started, lastUsed, browser, address },
      current: id === session.id,
    }))
    return json({ sessions: shown } satisfies SessionList, PRIVATE)
  }

  async function logOut(request: Request) {
    const { session, administrator } = await requireAdmin(request)
    await sessions.end(session.id, administrator.id)
    await audit(request, 'session.ended', { detail: 'logout' })
    return json({ message: 'You are logged out.' })
  }

  async function endOne(request: Request, id: string) {
    const { session, administrator } = await requireAdmin(request)
    if (id !== session.id) await requireConfirmation(request)
    if (!(await sessions.end(id, administrator.id))) throw new NotFoundError('This session has ended already.')
    await audit(request, 'session.ended')
    return json({ message: 'The session is ended.' })
  }

  async function endOthers(request: Request) {
    const { session, administrator } = await requireAdmin(request)
    await sessions.endOthers(administrator.id, session.id)
    await audit(request, 'sessions.ended', { detail: 'others' })
    return json({ message: 'All other sessions are ended.' })
  }

  async function endAll(request: Request) {
    const { administrator } = await requireAdmin(request)
    await sessions.endAllOf(administrator.id)
    log.info('sessions ended', { address: addressOf(request) })
    await audit(request, 'sessions.ended')
    return json({ message: 'You are logged out everywhere.' })
  }

  async function confirm(request: Request) {
    const identity = await requireAdmin(request)
    const typed = parseOrThrow(ConfirmationSchema, await readFields(request))
    if (identity.confirmation === 'passkey')
      throw new ValidationError({ form: { message: PASSKEY_ONLY } }, PASSKEY_ONLY)
    if (typed.password) await confirmByPassword(request, identity, typed.password)
    else if (typed.code) await confirmByCode(request, identity, typed.code)
    else throw new ValidationError({ password: { message: CONFIRMATION_MISSING } })
    return confirmSession(sessions, identity)
  }

  async function confirmByPassword(request: Request, identity: Identity, password: string): Promise<void> {
    await limits?.take(request, identity)
    if (await administrators.verifyPasswordOf(identity.administrator.id, password)) return limits?.succeeded(identity)
    await audit(request, 'confirmation.failed', { detail: 'password' })
    throw new ValidationError({ password: { message: WRONG_PASSWORD } }, WRONG_PASSWORD)
  }

  async function confirmByCode(request: Request, identity: Identity, code: string): Promise<void> {
    await limits?.take(request, identity, code)
    const used = await administrators.takeCode(identity.administrator.id, code)
    if (used === 'recovery code') await audit(request, 'recovery-code.used')
    if (used) return limits?.succeeded(identity, code)
    await audit(request, 'confirmation.failed', { detail: 'code' })
    throw new ValidationError({ code: { message: WRONG_CODE } }, WRONG_CODE)
  }

  return new Elysia({ name: 'sessions' })
    .get(adminPaths.sessions, ({ request }) => list(request))
    .delete(adminPaths.sessions, ({ request }) => endAll(request), { parse: 'none' })
    .delete(adminPaths.otherSessions, ({ request }) => endOthers(request), { parse: 'none' })
    .delete(ONE, ({ request, params }) => endOne(request, params.id), { parse: 'none' })
    .delete(adminPaths.logOut, ({ request }) => logOut(request), { parse: 'none' })
    .post(adminPaths.confirmation, ({ request }) => confirm(request), { parse: 'none' })
}

/** What every confirmation ends with. Throws `UnauthorizedError` for a session that was ended since the request began. */
export async function confirmSession(sessions: Pick<Sessions, 'confirm' | 'find'>, { session: { id } }: Identity) {
  await sessions.confirm(id)
  const session = await sessions.find(id)
  if (!session) throw new UnauthorizedError()
  return json({ confirmedUntil: confirmedUntil(session) } satisfies Confirmed)
}
