import { ConfirmationSchema, type Confirmed, ConfirmedSchema, SessionListSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { WRONG_CODE } from '#contract/login.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { confirmedUntil, type Sessions } from '#server/admin/sessions/sessions.ts'
import { endpoint, fieldsBody, message, ok, privately } from '#server/http/endpoint.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import type { Identified, Identity } from '#server/http/identity.ts'
import { NotFoundError, ValidationError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'

type SessionEndpointsOptions = {
  sessions: Sessions
  administrators: Pick<Administrators, 'verifyPasswordOf' | 'takeCode'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  log: Log
}

const WRONG_PASSWORD = 'This password is wrong.'
const PASSKEY_ONLY = 'You log in with passkeys only: confirm with a passkey.'
const CONFIRMATION_MISSING = 'Enter your password, or a code.'

/** The sessions of the administrator who sends the request. */
export function sessionEndpoints({ sessions, administrators, limits, log }: SessionEndpointsOptions) {
  async function confirmByPassword(sent: Identified<Identity>, password: string): Promise<void> {
    await limits?.take(sent)
    if (await administrators.verifyPasswordOf(sent.who.person.id, password)) return limits?.succeeded(sent.who)
    await sent.audit('confirmation.failed', { detail: 'password' })
    throw new ValidationError({ password: { message: WRONG_PASSWORD } }, WRONG_PASSWORD)
  }

  async function confirmByCode(sent: Identified<Identity>, code: string): Promise<void> {
    await limits?.take(sent, code)
    const used = await administrators.takeCode(sent.who.person.id, code)
    if (used === 'recovery code') await sent.audit('recovery-code.used')
    if (used) return limits?.succeeded(sent.who, code)
    await sent.audit('confirmation.failed', { detail: 'code' })
    throw new ValidationError({ code: { message: WRONG_CODE } }, WRONG_CODE)
  }

  return [
    endpoint({
      id: 'listSessions',
      summary: 'Lists the open sessions of the administrator',
      method: 'GET',
      path: adminPaths.sessions,
      access: 'administrator',
      response: privately(ok(SessionListSchema, 'The last used one first.')),
      async handle({ who: { person, session } }) {
        const own = await sessions.listOf(person.id)
        return {
          sessions: own.map(({ id, started, lastUsed, browser, address }) => ({
            id,
            started,
            lastUsed,
            browser,
            address,
            current: id === session.id,
          })),
        }
      },
    }),
    endpoint({
      id: 'logOutEverywhere',
      summary: 'Ends every session of the administrator',
      method: 'DELETE',
      path: adminPaths.sessions,
      access: 'administrator',
      confirms: { effect: 'ends other sessions' },
      response: message('All tokens of the administrator, and the preview links, are invalid now.'),
      async handle({ who, address, audit }) {
        await sessions.endAllOf(who.person.id)
        log.info('sessions ended', { address })
        await audit('sessions.ended')
        return { message: 'You are logged out everywhere.' }
      },
    }),
    endpoint({
      id: 'endOtherSessions',
      summary: 'Ends all other sessions',
      method: 'DELETE',
      path: adminPaths.otherSessions,
      access: 'administrator',
      confirms: { effect: 'ends other sessions' },
      response: message('Ended.'),
      async handle({ who: { person, session }, audit }) {
        await sessions.endOthers(person.id, session.id)
        await audit('sessions.ended', { detail: 'others' })
        return { message: 'All other sessions are ended.' }
      },
    }),
    endpoint({
      id: 'endSession',
      summary: 'Ends a session of the administrator',
      description: 'Of another session: after a confirmation.',
      method: 'DELETE',
      path: adminPaths.session.pattern,
      access: 'administrator',
      confirms: { effect: 'ends other sessions', when: 'for another session than that of the request' },
      response: message('Ended.'),
      async handle({ params: { id }, who: { person, session }, audit, requireConfirmation }) {
        if (id !== session.id) requireConfirmation()
        if (!(await sessions.end(id, person.id))) throw new NotFoundError('This session has ended already.')
        await audit('session.ended')
        return { message: 'The session is ended.' }
      },
    }),
    endpoint({
      id: 'logOut',
      summary: 'Ends the session of this token',
      method: 'DELETE',
      path: adminPaths.logOut,
      access: 'administrator',
      response: message('The token is invalid now.'),
      async handle({ who: { person, session }, audit }) {
        await sessions.end(session.id, person.id)
        await audit('session.ended', { detail: 'logout' })
        return { message: 'You are logged out.' }
      },
    }),
    endpoint({
      id: 'confirm',
      summary: 'Confirms that the administrator is present',
      description:
        'With the password, or a code if the second factor is on. Wrong ones are 422; five of a session within 15 minutes are 429. A login confirms, too.',
      method: 'POST',
      path: adminPaths.confirmation,
      access: 'administrator',
      body: fieldsBody(ConfirmationSchema),
      response: ok(ConfirmedSchema, 'Until when sensitive actions need no further confirmation.'),
      errors: [429],
      async handle(sent) {
        const { body, who } = sent
        if (who.confirmation() === 'passkey')
          throw new ValidationError({ form: { message: PASSKEY_ONLY } }, PASSKEY_ONLY)
        if (body.password) await confirmByPassword(sent, body.password)
        else if (body.code) await confirmByCode(sent, body.code)
        else throw new ValidationError({ password: { message: CONFIRMATION_MISSING } })
        return confirmSession(sessions, who)
      },
    }),
  ]
}

/** What every confirmation ends with. Throws `UnauthorizedError` for a session that was ended since the request began. */
export async function confirmSession(
  sessions: Pick<Sessions, 'confirm' | 'find'>,
  { session: { id } }: Identity,
): Promise<Confirmed> {
  await sessions.confirm(id)
  const session = await sessions.find(id)
  if (!session) throw new UnauthorizedError()
  return { confirmedUntil: confirmedUntil(session) }
}
