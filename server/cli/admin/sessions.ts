import { OperatorError } from '#server/lib/errors.ts'
import { type Context, firstOf, minuteOf, pick, plain } from './context.ts'

const SHOWN_CHARACTERS = 12

/** How the shell names a session. Ids themselves can begin with `-`, like an option. */
const shownId = (id: string) => Buffer.from(id, 'base64url').toString('hex').slice(0, SHOWN_CHARACTERS)

/** The open sessions of one administrator, or of all. */
export async function listSessions({ read, sessions, print }: Context, email: string | undefined): Promise<void> {
  const accounts = await read()
  firstOf(accounts)
  const shown = email === undefined ? accounts.administrators : [pick(accounts, email)]
  for (const { id, email } of shown) {
    const open = await sessions.listOf(id)
    print(`${plain(email)}: ${open.length === 0 ? 'no open session' : `${open.length} open`}`)
    for (const { id, browser, address, started, lastUsed } of open)
      print(
        `  ${shownId(id)}  ${plain(browser)}  ${address}  since ${minuteOf(started)}, last used ${minuteOf(lastUsed)} UTC`,
      )
  }
}

/** Ends all sessions of one administrator, or of all; `session`: this one only. */
export async function revokeSessions(context: Context, email?: string, session?: string): Promise<void> {
  if (email !== undefined && session !== undefined) return revokeSession(context, email, session)
  const { read, sessions, audit, assertOwner, print } = context
  const accounts = await read()
  const one = email === undefined ? undefined : pick(accounts, email)
  firstOf(accounts)
  await assertOwner()
  await (one ? sessions.endAllOf(one.id) : sessions.endAll())
  await audit('sessions.ended', one)
  print(
    one
      ? `${plain(one.name)} is logged out everywhere, and their links to previews are void.`
      : 'Everybody is logged out, and links to previews are void.',
  )
}

/** Ends one session, which `typed` names as `listSessions` prints it. Throws `OperatorError`. */
async function revokeSession(context: Context, email: string, typed: string): Promise<void> {
  const { read, sessions, audit, assertOwner, print } = context
  const one = pick(await read(), email)
  const session = (await sessions.listOf(one.id)).find(({ id }) => shownId(id) === typed.toLowerCase())
  if (session) await assertOwner()
  if (!session || !(await sessions.end(session.id, one.id)))
    throw new OperatorError('This administrator has no such session. `bun run admin sessions EMAIL` shows them.')
  await audit('session.ended', one)
  print(`This session of ${plain(one.name)} is ended: ${plain(session.browser)}.`)
}
