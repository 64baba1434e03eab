import { ConfirmedSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { MessageSchema } from '#contract/api.ts'
import { CONFIRMATION_LIFETIME_MINUTES } from '#contract/confirmation.ts'
import {
  LoginMethodSchema,
  NewPasskeySchema,
  PASSKEYS_UNAVAILABLE,
  PasskeyAssertionSchema,
  PasskeyListSchema,
  PasskeyNameSchema,
} from '#contract/passkeys.ts'
import { NOT_OFFERED, passkeyOptions } from '#server/admin/login/passkey-login.ts'
import { PasskeyRejectedError, type Passkeys } from '#server/admin/login/passkeys.ts'
import type { Accounts } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import {
  changePasskey,
  loginMethodOf,
  PasskeyUnusedError,
  passkeysOf,
  removePasskey,
  setLoginMethod,
} from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import { created, endpoint, jsonBody, message, ok, privately } from '#server/http/endpoint.ts'
import { ConfirmationNeededError, type Identified, type Identity } from '#server/http/identity.ts'
import { json } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'
import { confirmSession } from './session-endpoints.ts'

type PasskeyEndpointsOptions = {
  passkeys: Passkeys
  administrators: Pick<Administrators, 'find' | 'change'>
  sessions: Sessions
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  now(): Date
}

type Edit = (before: Accounts) => Accounts

const CONFIRMATION_MS = CONFIRMATION_LIFETIME_MINUTES * 60_000

const sensitive = { effect: 'changes who logs in, and how' } as const

/** The passkeys of the administrator who sends the request, the login method, and confirmations by passkey. */
export function passkeyEndpoints(options: PasskeyEndpointsOptions) {
  const { passkeys, administrators, sessions, limits, now } = options

  /** A shell command has no passkeys. */
  async function stored(id: string) {
    const found = await administrators.find(id)
    if (!found) throw new NotFoundError()
    return found
  }

  /** Ends all other sessions: they may have been started with what is no longer enough. */
  const changeAndEndOthers = ({ who: { person, session }, audit }: Identified<Identity>, edit: Edit) =>
    changeAndEnd({
      change: administrators.change,
      edit,
      end: () => sessions.endOthers(person.id, session.id),
      onlyEnded: () => audit('sessions.ended', { detail: 'others' }),
    })

  return [
    endpoint({
      id: 'listPasskeys',
      summary: 'Lists the passkeys of the administrator',
      method: 'GET',
      path: adminPaths.passkeys,
      access: 'administrator',
      response: privately(ok(PasskeyListSchema, 'The passkeys and the login method.')),
      async handle({ request, who }) {
        const found = await stored(who.person.id)
        const shown = passkeysOf(found).map(({ id, name, added, lastUsed }) => ({ id, name, added, lastUsed }))
        return { available: passkeys.isAvailable(request), method: loginMethodOf(found), passkeys: shown }
      },
    }),
    endpoint({
      id: 'startPasskey',
      summary: 'Starts the creation of a passkey',
      description: NOT_OFFERED,
      method: 'POST',
      path: adminPaths.newPasskeyOptions,
      access: 'administrator',
      confirms: sensitive,
      response: passkeyOptions,
      errors: [404],
      handle: async ({ request, who }) =>
        json(await passkeys.registrationOptions(request, await stored(who.person.id))),
    }),
    endpoint({
      id: 'addPasskey',
      summary: 'Stores a new passkey',
      description: NOT_OFFERED,
      method: 'POST',
      path: adminPaths.passkeys,
      access: 'administrator',
      confirms: sensitive,
      assertAvailable(request) {
        if (!passkeys.isAvailable(request)) throw new NotFoundError(PASSKEYS_UNAVAILABLE)
      },
      body: jsonBody(NewPasskeySchema),
      response: created(MessageSchema, 'Stored.'),
      errors: [404, 409],
      async handle({ request, body, who, audit }) {
        await passkeys.add(request, who.person.id, body)
        await audit('passkey.added')
        return { message: 'The passkey is stored.' }
      },
    }),
    endpoint({
      id: 'renamePasskey',
      summary: 'Renames a passkey',
      method: 'POST',
      path: adminPaths.passkey.pattern,
      access: 'administrator',
      body: jsonBody(PasskeyNameSchema),
      response: message('Renamed.'),
      async handle({ params: { id }, body, who }) {
        await administrators.change((before) => changePasskey(before, who.person.id, id, body))
        return { message: 'The passkey is renamed.' }
      },
    }),
    endpoint({
      id: 'removePasskey',
      summary: 'Removes a passkey',
      description: 'Ends all other sessions of the administrator. 409 for the last one while logins require a passkey.',
      method: 'DELETE',
      path: adminPaths.passkey.pattern,
      access: 'administrator',
      confirms: sensitive,
      response: message('Removed.'),
      errors: [409],
      async handle(sent) {
        await changeAndEndOthers(sent, (before) => removePasskey(before, sent.who.person.id, sent.params.id))
        await sent.audit('passkey.removed')
        return { message: 'The passkey is removed, and all other sessions are ended.' }
      },
    }),
    endpoint({
      id: 'setLoginMethod',
      summary: 'Chooses how the administrator logs in',
      description:
        '`password`: password, or a passkey. `two-steps`: password, then a passkey or a code. `passkey`: passkeys only. 409 unless one that logs in without an e-mail was used within the last ten minutes. Leaving it is 403 without a use of a passkey within that time. Ends all other sessions.',
      method: 'POST',
      path: adminPaths.loginMethod,
      access: 'administrator',
      confirms: sensitive,
      body: jsonBody(LoginMethodSchema),
      response: message('Changed.'),
      errors: [409],
      async handle(sent) {
        const { method } = sent.body
        const usedSince = new Date(now().getTime() - CONFIRMATION_MS)
        await changeAndEndOthers(sent, (before) => setLoginMethod(before, sent.who.person.id, method, usedSince)).catch(
          (error) => {
            throw error instanceof PasskeyUnusedError ? new ConfirmationNeededError('passkey') : error
          },
        )
        await sent.audit('login-method.changed', { detail: method })
        return { message: 'Your login method is changed, and all other sessions are ended.' }
      },
    }),
    endpoint({
      id: 'startConfirmation',
      summary: 'Starts a confirmation by passkey',
      description: NOT_OFFERED,
      method: 'POST',
      path: adminPaths.passkeyConfirmationOptions,
      access: 'administrator',
      response: passkeyOptions,
      errors: [404],
      handle: async ({ request, who: { person, session } }) =>
        json(await passkeys.assertionOptions(request, `confirm ${session.id}`, await stored(person.id))),
    }),
    endpoint({
      id: 'confirmWithPasskey',
      summary: 'Confirms with a passkey',
      description: NOT_OFFERED,
      method: 'POST',
      path: adminPaths.passkeyConfirmation,
      access: 'administrator',
      body: jsonBody(PasskeyAssertionSchema),
      response: ok(ConfirmedSchema, 'Until when sensitive actions need no confirmation.'),
      errors: [404, 429],
      async handle(sent) {
        const { request, who } = sent
        // Counted like wrong passwords, so that the audit log cannot be flooded.
        await limits?.take(sent)
        try {
          const purpose = `confirm ${who.session.id}`
          await passkeys.acceptAssertion(request, purpose, sent.body.passkey, { of: who.person.id })
        } catch (error) {
          if (error instanceof PasskeyRejectedError) await sent.audit('confirmation.failed', { detail: 'passkey' })
          throw error
        }
        limits?.succeeded(who)
        return confirmSession(sessions, who)
      },
    }),
  ]
}
