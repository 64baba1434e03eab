import { parseArgs } from 'node:util'
import { type AuditPerson, nameInAudit } from '#contract/audit.ts'
import { auditFilesReader } from '#server/admin/audit/audit-files.ts'
import { readAudit } from '#server/admin/audit/audit-list.ts'
import { auditPeople } from '#server/admin/audit/audit-people.ts'
import { NOBODY } from '#server/admin/people/admin-file.ts'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { assertStore } from '#server/storage/store-marker.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { type AdminCommandOptions, type Context, createContext, plain } from './context.ts'
import { factorCommands } from './factors.ts'
import { invitePerson, listPeople, removePerson, resetPassword } from './people.ts'
import { listSessions, revokeSessions } from './sessions.ts'

export const USAGE = usageOf({
  synopsis: `admin …
  list               who the administrators are, and what protects their logins; open invitations
  invite EMAIL       a link with which one more person becomes an administrator
  remove EMAIL       removes an administrator, or withdraws an invitation
  reset EMAIL        a new password, printed once, which alone logs in; their codes, passkeys and sessions end
  sessions [EMAIL]   the open sessions of one administrator, or of all
  revoke [EMAIL]     ends them, and links to previews are void; with a SESSION after EMAIL, only that one
  add-2fa EMAIL      from now on each login asks for a code of an authenticator app, too
  remove-2fa EMAIL   it does not any longer
  new-codes EMAIL    ten new recovery codes; the old ones are void
  audit [--last=N]   the last N lines of the audit log; 50 without a number
reset, add-2fa, remove-2fa and new-codes need no e-mail while there is only one administrator.
A site that runs honours all of this at once.`,
  example: 'bun run admin reset ann@bakery.example',
  exitCodes: { 0: 'done', 1: 'nothing was changed, or wrong arguments' },
})
const LAST = '50'

type Act = (email?: string) => Promise<void>
/** Whether the command takes an e-mail. */
type Command = { act: Act; email: 'none' | 'optional' | 'required' }

/**
 * `bun run admin …`. Returns the exit code. A running server applies changes to the next request. Throws `OperatorError`,
 * `DomainError`, or what the disk throws.
 */
export async function adminCommand(args: string[], options: AdminCommandOptions): Promise<number> {
  const { config, log } = options
  await assertStore(config.privateDir, config.databaseUrl)
  const database = await openCommandDatabase(config.databaseUrl, log)
  return act(args, createContext(options, database)).finally(() => database?.close())
}

async function act(args: string[], context: Context): Promise<number> {
  const { folder, read, print, database } = context
  const { verb, email, session, last } = parsed(args)
  const factors = factorCommands(context, email)

  async function audit() {
    // Where `admin.json` is damaged, the log is needed most.
    const people = auditPeople(await read().catch(() => NOBODY))
    const reader = database?.audit.reader ?? auditFilesReader(folder)
    for (const record of await readAudit(reader, last)) print(auditLine(record, people))
  }

  const commands = new Map<string, Command>([
    ['list', { act: () => listPeople(context), email: 'none' }],
    ['invite', { act: (email = '') => invitePerson(context, email), email: 'required' }],
    ['remove', { act: (email = '') => removePerson(context, email), email: 'required' }],
    ['reset', { act: (email) => resetPassword(context, email), email: 'optional' }],
    ['sessions', { act: (email) => listSessions(context, email), email: 'optional' }],
    ['revoke', { act: (email) => revokeSessions(context, email, session), email: 'optional' }],
    ['add-2fa', { act: factors.add, email: 'optional' }],
    ['remove-2fa', { act: factors.remove, email: 'optional' }],
    ['new-codes', { act: factors.newCodes, email: 'optional' }],
    ['audit', { act: audit, email: 'none' }],
    ['help', { act: async () => print(USAGE), email: 'none' }],
  ])
  const command = commands.get(verb)
  const isWrong = command?.email === (email === undefined ? 'required' : 'none')
  if (!command || isWrong) {
    print(USAGE)
    return 1
  }
  await command.act(email)
  return 0
}

type Parsed = { verb: string; email?: string | undefined; session?: string | undefined; last: number }

/** Returns an empty verb for arguments that are not valid. */
function parsed(args: string[]): Parsed {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { last: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    const [verb = '', email, session, ...rest] = values.help ? ['help'] : positionals
    const { last = LAST } = values
    const isExtra = rest.length > 0 || (session !== undefined && verb !== 'revoke')
    const isWrong = isExtra || !/^[1-9]\d{0,6}$/.test(last) || (values.last && verb !== 'audit')
    return { verb: isWrong ? '' : verb, email, session, last: Number(last) }
  } catch {
    return { verb: '', last: 0 }
  }
}

/** Formats a line of the audit log, in UTC: `2026-03-01 10:00:00  login.failed  Ann Baker  203.0.113.0/24  password`. */
function auditLine(record: Record<string, unknown>, people: readonly AuditPerson[]) {
  const { time, event, address, detail, request, unwritten } = record
  const name = (id: unknown, text: unknown) => plain(nameInAudit(people, plain(id), plain(text)))
  const when = plain(time).slice(0, 19).replace('T', ' ')
  const more = [
    request && `request ${plain(request)}`,
    unwritten && `${plain(unwritten)} failures before it not listed`,
  ]
  const who = name(record.by, record.actor)
  const whom = name(record.about, record.subject)
  const facts = [who, plain(address), whom, plain(detail)]
  return [when, plain(event).padEnd(EVENT_WIDTH), ...facts, ...more].filter(Boolean).join('  ')
}

const EVENT_WIDTH = 'administrator.removed'.length

if (import.meta.main)
  await runCommand(USAGE, async () => {
    const config = readConfig(process.env)
    await sayWhichSite(config, onStandardError)
    return adminCommand(process.argv.slice(2), {
      config,
      log: createLog('error', console.error),
      now: systemClock,
      write: (text) => void process.stdout.write(text),
      ask: async (question) => prompt(question.trimEnd()) ?? undefined,
      uid: process.getuid?.(),
      colors: process.stdout.isTTY,
    })
  })
