import { Elysia } from 'elysia'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import { LoginRequestSchema } from '#contract/login-request.ts'
import { apiPaths } from '#contract/paths.ts'
import { statusOf } from '#server/http/errors.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { parseOrThrow, readFields } from '#server/http/read-body.ts'
import type { RequireAdmin } from '#server/http/request-tools.ts'
import { assertSameOrigin } from '#server/http/request-tools.ts'
import { createLogIn, type LogInOptions } from './log-in.ts'
import { ProofRequiredError } from './login-errors.ts'
import type { Tokens } from './tokens.ts'

export type AdminRoutesOptions = LogInOptions & {
  tokens: Tokens
  requireAdmin: RequireAdmin
  /** Called after a login, to prepare what saves need. */
  onLogin(): void
}

/** Login, and logout everywhere. */
export function adminRoutes({ tokens, requireAdmin, onLogin, ...options }: AdminRoutesOptions) {
  const { administrator, deviceTokens, addressOf, audit, log } = options
  const logIn = createLogIn(options)

  async function login(request: Request): Promise<LoggedIn> {
    assertSameOrigin(request)
    const credentials = parseOrThrow(LoginRequestSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    await logIn(request, credentials)
    onLogin()
    return { token: await tokens.issue(), deviceToken: await deviceTokens.issue(credentials.email) }
  }

  const loginResponse = async (request: Request): Promise<Response> => {
    try {
      return json(await login(request))
    } catch (error) {
      if (error instanceof ProofRequiredError) return json(error.body, { status: statusOf(error) })
      throw error
    }
  }

  async function endSessions(request: Request) {
    await requireAdmin(request)
    await administrator.endSessions()
    log.info('sessions ended', { address: addressOf(request) })
    await audit(request, 'sessions.ended')
    return { message: 'You are logged out everywhere.' }
  }

  return new Elysia({ name: 'admin' })
    .post(apiPaths.login, ({ request }) => loginResponse(request), { parse: 'none' })
    .delete(apiPaths.sessions, async ({ request }) => json(await endSessions(request)), { parse: 'none' })
    .use(rejectOtherMethods({ [apiPaths.login]: ['POST'], [apiPaths.sessions]: ['DELETE'] }))
}
