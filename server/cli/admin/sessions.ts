import { type Context, firstOf, minuteOf, pick, plain } from './context.ts'

/** The open sessions of one administrator, or of all. */
export async function listSessions({ read, sessions, print }: Context, email: string | undefined): Promise<void> {
  const accounts = await read()
  firstOf(accounts)
  const shown = email === undefined ? accounts.administrators : [pick(accounts, email)]
  for (const { id, email } of shown) {
    const open = await sessions.listOf(id)
    print(`${plain(email)}: ${open.length === 0 ? 'no open session' : `${open.length} open`}`)
    for (const { browser, address, started, lastUsed } of open)
      print(`  ${plain(browser)}  ${address}  since ${minuteOf(started)}, last used ${minuteOf(lastUsed)} UTC`)
  }
}

/** Ends all sessions of one administrator, or of all. */
export async function revokeSessions(context: Context, email: string | undefined): Promise<void> {
  const { read, sessions, audit, assertOwner, print } = context
  const accounts = await read()
  const one = email === undefined ? undefined : pick(accounts, email)
  firstOf(accounts)
  await assertOwner()
  await (one ? sessions.endAllOf(one.id) : sessions.endAll())
  await audit('sessions.ended', one?.email)
  print(
    one
      ? `${plain(one.name)} is logged out everywhere, and their links to previews are void.`
      : 'Everybody is logged out, and links to previews are void.',
  )
}
