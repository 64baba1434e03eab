import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { PASSWORD_FIRST, PasskeyLoginRequestSchema } from '#contract/passkeys.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import { parseOrThrow, type RequestTools, readJson } from '#server/http/request.ts'
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

/** Logins with a passkey alone. Nothing in them depends on an e-mail. */
export function passkeyLoginRoutes(
  { passkeys, limits, log, startLogin }: PasskeyLoginOptions,
  { assertSameOrigin, addressOf, audit }: Pick<RequestTools, 'assertSameOrigin' | 'addressOf' | 'audit'>,
) {
  /** Not limited: a challenge is cheap and takes no memory, and strangers could use up a limit of an administrator's network. */
  async function options(request: Request) {
    assertSameOrigin(request)
    return json(await passkeys.assertionOptions(request, LOGIN_PURPOSE))
  }

  async function login(request: Request) {
    assertSameOrigin(request)
    const { passkey, deviceToken } = parseOrThrow(PasskeyLoginRequestSchema, await readJson(request))
    const beforeRejection = () => rejected(request)
    const administrator = await passkeys.acceptAssertion(request, LOGIN_PURPOSE, passkey, { beforeRejection })
    if (loginMethodOf(administrator) === 'two-steps') {
      await audit(request, 'login.failed', { actor: administrator.email, detail: 'passkey' })
      throw new InvalidCredentialsError(PASSWORD_FIRST)
    }
    return startLogin(request, administrator, deviceToken, 'passkey')
  }

  /**
   * Counts and records a rejected assertion. Throws `LockedOutError` beyond the limit. Valid ones are neither checked against it nor
   * counted: one cannot be guessed, and failures of strangers must not keep an administrator out.
   */
  async function rejected(request: Request) {
    try {
      await limits?.take(attemptOf(addressOf(request), 'passkey', undefined))
    } catch (error) {
      if (error instanceof LockedOutError && error.isNews) await audit(request, 'login.locked')
      throw error
    }
    log.info('login failed', { address: addressOf(request), what: 'passkey' })
    await audit(request, 'login.failed', { detail: 'passkey' })
  }

  return new Elysia({ name: 'passkey-login' })
    .get(adminPaths.passkeyLogin, ({ request }) => json({ available: passkeys.isAvailable(request) }))
    .post(adminPaths.passkeyLoginOptions, ({ request }) => options(request), { parse: 'none' })
    .post(adminPaths.passkeyLogin, ({ request }) => login(request), { parse: 'none' })
}
