import { WRONG_CREDENTIALS } from '#contract/login.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { hasSameFactors } from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import type { RequestTools } from '#server/http/request.ts'
import { json } from '#server/http/responses.ts'
import { DomainError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'

export type StartLoginOptions = {
  administrators: Administrators
  sessions: Sessions
  tokens: Tokens
  notices: Pick<Notices, 'ofNewBrowser'>
  log: Log
  /** Called after a login, to prepare what saves need. */
  onLogin(): void
}

/** Wrong e-mail or password. */
export class InvalidCredentialsError extends DomainError {
  /** Not 401: the browser leaves for `/` on every 401, and the message would never be read. */
  readonly kind = 'invalid'
}

/** Returns what every login ends with, whatever its method: a session, an entry of the audit log, and the tokens. */
export function createStartLogin(options: StartLoginOptions, tools: Pick<RequestTools, 'clientOf' | 'audit'>) {
  const { administrators, sessions, tokens, notices, onLogin, log } = options
  const { clientOf, audit } = tools

  /** An administrator who was removed, or whose password, codes, passkeys or login method changed since they were checked, gets no session. */
  function startSession(request: Request, checked: Administrator) {
    return administrators.whileUnchanged(async () => {
      const now = await administrators.find(checked.id)
      if (!now || !hasSameFactors(now, checked)) throw new InvalidCredentialsError(WRONG_CREDENTIALS)
      return sessions.start({ administrator: checked.id, ...clientOf(request) })
    })
  }

  /** `known`: the device token that the browser sent. `detail`: of the audit log. */
  return async (request: Request, administrator: Administrator, known = '', detail?: 'passkey'): Promise<Response> => {
    const { id, email } = administrator
    const isKnown = (await tokens.devices.read(known))?.administrator === id
    const session = await startSession(request, administrator)
    await administrators.loggedIn(id)
    log.info('login', { address: clientOf(request).address })
    await audit(request, 'login.succeeded', { actor: email, ...(detail && { detail }) })
    if (!isKnown) notices.ofNewBrowser(administrator, clientOf(request))
    onLogin()
    const deviceToken = await tokens.devices.issue(id)
    return json({ token: await tokens.sessions.issue(session.id), deviceToken } satisfies LoggedIn)
  }
}
export type StartLogin = ReturnType<typeof createStartLogin>
