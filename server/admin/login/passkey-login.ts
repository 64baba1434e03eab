import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { LoggedInSchema } from '#contract/login-request.ts'
import { PASSWORD_FIRST, PasskeyLoginRequestSchema, PasskeyLoginSchema } from '#contract/passkeys.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import { endpoint, jsonBody, ok } from '#server/http/endpoint.ts'
import type { Sender } from '#server/http/identity.ts'
import { json } from '#server/http/responses.ts'
import type { Log } from '#server/lib/log.ts'
import { LOGIN_PURPOSE } from './challenges.ts'
import { attemptOf, LockedOutError, type LoginLimits } from './login-limits.ts'
import type { Passkeys } from './passkeys.ts'
import { InvalidCredentialsError, type StartLogin } from './start-login.ts'

type PasskeyLoginOptions = {
  passkeys: Passkeys
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
  log: Log
  startLogin: StartLogin
}

/** WebAuthn's own format. */
export const passkeyOptions = ok(
  v.looseObject({ challenge: v.string() }),
  'Options of WebAuthn, as JSON. The challenge is valid once, for five minutes.',
)
export const NOT_OFFERED = '404 where passkeys are not offered: without https, except on localhost.'

/** Logins with a passkey alone. Nothing in them depends on an e-mail. */
export function passkeyLoginEndpoints({ passkeys, limits, log, startLogin }: PasskeyLoginOptions) {
  /**
   * Counts and records a rejected assertion. Throws `LockedOutError` beyond the limit. Valid ones are neither checked against it nor
   * counted: one cannot be guessed, and failures of strangers must not keep an administrator out.
   */
  async function rejected({ address, audit }: Sender) {
    try {
      await limits?.take(attemptOf(address, 'passkey', undefined))
    } catch (error) {
      if (error instanceof LockedOutError && error.isNews) await audit('login.locked')
      throw error
    }
    log.info('login failed', { address, what: 'passkey' })
    await audit('login.failed', { detail: 'passkey' })
  }

  return [
    endpoint({
      id: 'findPasskeyLogin',
      summary: 'Says whether logins with a passkey are offered',
      method: 'GET',
      path: adminPaths.passkeyLogin,
      access: 'public',
      response: ok(PasskeyLoginSchema, 'They are offered where PUBLIC_URL is https, and on localhost.'),
      handle: ({ request }) => ({ available: passkeys.isAvailable(request) }),
    }),
    endpoint({
      id: 'startPasskeyLogin',
      summary: 'Starts a login with a passkey',
      description: `The options are the same for everybody, and not limited. ${NOT_OFFERED}`,
      method: 'POST',
      path: adminPaths.passkeyLoginOptions,
      access: 'public',
      response: passkeyOptions,
      errors: [404],
      /** Not limited: a challenge is cheap and takes no memory, and strangers could use up a limit of an administrator's network. */
      handle: async ({ request }) => json(await passkeys.assertionOptions(request, LOGIN_PURPOSE)),
    }),
    endpoint({
      id: 'logInWithPasskey',
      summary: 'Logs in with a passkey alone',
      description: `With the response of the authenticator. One that is not accepted is 422 and limited like a wrong password. ${NOT_OFFERED}`,
      method: 'POST',
      path: adminPaths.passkeyLogin,
      access: 'public',
      body: jsonBody(PasskeyLoginRequestSchema),
      response: ok(LoggedInSchema, 'The token of a session.'),
      errors: [404],
      async handle(sender) {
        const { request, body, audit } = sender
        const administrator = await passkeys.acceptAssertion(request, LOGIN_PURPOSE, body.passkey, {
          beforeRejection: () => rejected(sender),
        })
        if (loginMethodOf(administrator) === 'two-steps') {
          await audit('login.failed', { actor: administrator.email, detail: 'passkey' })
          throw new InvalidCredentialsError(PASSWORD_FIRST)
        }
        return startLogin(sender, administrator, body.deviceToken, 'passkey')
      },
    }),
  ]
}
