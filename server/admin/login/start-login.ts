import { WRONG_CREDENTIALS } from '#contract/login.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import type { Notices } from '#server/admin/notices/notices.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { hasSameFactors } from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import type { Sender } from '#server/http/identity.ts'
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

type LoginSender = Pick<Sender, 'address' | 'client' | 'audit'>

/** Wrong e-mail or password. */
export class InvalidCredentialsError extends DomainError {
  /** Not 401: the browser leaves for `/` on every 401, and the message would never be read. */
  readonly kind = 'invalid'
}

/** Returns what every login ends with, whatever its method: a session, an entry of the audit log, and the tokens. */
export function createStartLogin(options: StartLoginOptions) {
  const { administrators, sessions, tokens, notices, onLogin, log } = options

  /** An administrator who was removed, or whose password, codes, passkeys or login method changed since they were checked, gets no session. */
  function startSession({ client }: LoginSender, checked: Administrator) {
    return administrators.whileUnchanged(async () => {
      const now = await administrators.find(checked.id)
      if (!now || !hasSameFactors(now, checked)) throw new InvalidCredentialsError(WRONG_CREDENTIALS)
      return sessions.start({ administrator: checked.id, ...client })
    })
  }

  /** `known`: the device token that the browser sent. `detail`: of the audit log. */
  return async (
    sender: LoginSender,
    administrator: Administrator,
    known = '',
    detail?: 'passkey',
  ): Promise<LoggedIn> => {
    const { id, email } = administrator
    const isKnown = (await tokens.devices.read(known))?.administrator === id
    const session = await startSession(sender, administrator)
    await administrators.loggedIn(id)
    log.info('login', { address: sender.address })
    await sender.audit('login.succeeded', { actor: email, ...(detail && { detail }) })
    if (!isKnown) notices.ofNewBrowser(administrator, sender.client)
    onLogin()
    const deviceToken = await tokens.devices.issue(id)
    return { token: await tokens.sessions.issue(session.id), deviceToken }
  }
}
export type StartLogin = ReturnType<typeof createStartLogin>
