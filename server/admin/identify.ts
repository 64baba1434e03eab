import { adminPaths } from '#contract/admin-paths.ts'
import type { Passkeys } from '#server/admin/login/passkeys.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { confirmationOf } from '#server/admin/people/login-methods.ts'
import type { CommandTokens } from '#server/admin/sessions/command-tokens.ts'
import { createRecentSessions } from '#server/admin/sessions/recent-sessions.ts'
import type { StoredSession } from '#server/admin/sessions/session-file.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import type { Identity } from '#server/http/identity.ts'

type IdentifyOptions = {
  administrators: Pick<Administrators, 'find'>
  sessions: Pick<Sessions, 'find' | 'touch' | 'isConfirmed' | 'onEnd'>
  tokens: Pick<Tokens, 'sessions'>
  passkeys: Pick<Passkeys, 'isAvailable'>
  commands: Pick<CommandTokens, 'isValid'>
  /** Ends the sessions of administrators who do not exist. */
  endUnknown(): Promise<void>
  now(): Date
}
type Checked = { session: StoredSession; administrator: Administrator }

/** Returns a function that tells who sends a request. */
export function createIdentify(options: IdentifyOptions) {
  const { administrators, sessions, tokens, passkeys, commands, endUnknown, now } = options
  const recent = createRecentSessions<Checked>(() => now().getTime())
  sessions.onEnd(recent.forget)

  async function check(id: string): Promise<Checked | undefined> {
    const session = await sessions.find(id)
    const administrator = session && (await administrators.find(session.administrator))
    if (session && !administrator) await endUnknown()
    return administrator && { session, administrator }
  }

  /** Returns who has this token; `undefined` without a valid session. Throws `DatabaseAwayError` when that cannot be known. */
  async function identify(token: string, request: Request): Promise<Identity | undefined> {
    const { method, url } = request
    const { pathname } = new URL(url)
    if (commands.isValid(token, { method, path: pathname })) return SHELL
    const named = await tokens.sessions.read(token)
    const checked = named === undefined ? undefined : await recent.checked(named, () => check(named))
    if (!checked) return
    const { session, administrator } = checked
    if (method !== 'GET' || !isBackground(pathname)) sessions.touch(session)
    // Without the password hash and the second factor.
    const { id, name, email, author } = administrator
    return {
      person: { id, name, email, author },
      session: { id: session.id },
      confirmed: sessions.isConfirmed(session),
      confirmation: () => confirmationOf(administrator, passkeys.isAvailable(request)),
    }
  }

  return identify
}

/** Open pages request these by themselves, to notice the end of their session, other editors, pushes and the state of git. They do not extend the session. */
const isBackground = (path: string) =>
  path === adminPaths.account ||
  path === adminPaths.contentState ||
  path === adminPaths.siteState ||
  path === adminPaths.imports ||
  path === adminPaths.branches ||
  path === adminPaths.branchPages ||
  path.startsWith(adminPaths.presence(''))

/** A shell command that sends a request to the running server. */
const SHELL: Identity = {
  person: { id: 'shell', name: 'Shell', email: 'shell', author: null },
  session: { id: 'shell' },
  confirmed: true,
  confirmation: () => 'password',
}
