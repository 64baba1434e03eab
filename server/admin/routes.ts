import { Elysia } from 'elysia'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { type LoggedIn, LoginSchema, WRONG_CREDENTIALS } from '#contract/login.ts'
import { apiPaths } from '#contract/paths.ts'
import { accept } from '#server/http/accept.ts'
import { json } from '#server/http/json.ts'
import type { Log } from '#server/http/log.ts'
import { otherMethods } from '#server/http/methods.ts'
import { readFields } from '#server/http/read-body.ts'
import { Refusal } from '#server/http/refusal.ts'
import { TooMany } from '#server/http/refusals.ts'
import type { RequireAdmin } from '#server/http/require-admin.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import type { Administrator } from './administrator.ts'
import type { LoginLimits } from './login-limits.ts'
import { PasswordsBusy } from './passwords.ts'
import type { Tokens } from './tokens.ts'

export class WrongCredentials extends Refusal {
  /** Not 401: the browser answers every 401 by leaving for `/`, and the message would never be read (decision 28). */
  readonly status = 422
  constructor() {
    super(WRONG_CREDENTIALS)
  }
}

export type AdminRoutesOptions = {
  administrator: Administrator
  tokens: Tokens
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
  requireAdmin: RequireAdmin
  /** The address that a request comes from. */
  addressOf(request: Request): string
  /** Told when the administrator comes in: what writing needs can get ready. */
  onLogin(): void
  log: Log
}

/** Logging in, and out everywhere (§7, decisions 27–29). */
export function adminRoutes({
  administrator,
  tokens,
  limits,
  requireAdmin,
  addressOf,
  onLogin,
  log,
}: AdminRoutesOptions) {
  async function login(request: Request): Promise<LoggedIn> {
    sameOrigin(request)
    const { email, password } = accept(LoginSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    const address = addressOf(request)
    limits?.take(address, email)
    const right = await administrator.login(email, password).catch(refuseWhenBusy)
    log.info(right ? 'login' : 'login failed', { address })
    if (!right) throw new WrongCredentials()
    limits?.succeeded(address, email)
    onLogin()
    return { token: await tokens.issue() }
  }

  async function endSessions(request: Request) {
    await requireAdmin(request)
    await administrator.endSessions()
    log.info('sessions ended', { address: addressOf(request) })
    return { message: 'You are logged out everywhere.' }
  }

  return new Elysia({ name: 'admin' })
    .post(apiPaths.login, async ({ request }) => json(await login(request)), { parse: 'none' })
    .delete(apiPaths.sessions, async ({ request }) => json(await endSessions(request)), { parse: 'none' })
    .use(otherMethods({ [apiPaths.login]: ['POST'], [apiPaths.sessions]: ['DELETE'] }))
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof PasswordsBusy) throw new TooMany('Too many logins at once. Please try again in a moment.', 5)
  throw error
}
