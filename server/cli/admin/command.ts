import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFirstPassword } from '#server/admin/administrator.ts'
import { createAuditLog, readAudit } from '#server/admin/audit-log.ts'
import { createPasswords, type HashCost } from '#server/admin/passwords.ts'
import { RECOVERY_CODES } from '#server/admin/second-factor.ts'
import { decodeSite } from '#server/content/decode-file.ts'
import type { Log } from '#server/http/log.ts'
import type { AuditEvent } from '#server/http/request-tools.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import { assertNoSecondFactor, createSettings, type Enrolment, enrol } from './account-commands.ts'

const USAGE = `bun run admin …
  status             who the administrator is, and what protects the login
  reset              a new password, printed once; everybody is logged out
  revoke             everybody is logged out, and links to previews are void
  add-2fa            from now on each login asks for a code of an authenticator app, too
  remove-2fa         it does not any longer
  new-codes          ten new recovery codes; the old ones are void
  audit [--last=N]   the last N lines of the audit log; 50 without a number
A site that runs honours all of this at once.`
const LAST = 50
const UNNAMED = 'Website'

type AdminCommandOptions = Pick<Enrolment, 'ask' | 'colors'> & {
  config: { privateDir: string; contentDir: string; adminPassword: string | undefined }
  now(): Date
  log: Log
  write(text: string): void
  uid: number | undefined
  /** Low in tests. */
  hashCost?: HashCost
}

/**
 * `bun run admin …`. Returns the exit code. Throws `CommandRejectedError`, `InvalidAdminFileError`, or
 * what the disk throws.
 */
export async function adminCommand(args: string[], options: AdminCommandOptions): Promise<number> {
  const { config, now, log, write, uid, hashCost, ...terminal } = options
  const folder = config.privateDir
  const isSetByEnvironment = config.adminPassword !== undefined
  const settings = createSettings({ folder, passwords: createPasswords(hashCost), isSetByEnvironment, now, uid })
  const print = (line: string) => write(`${line}\n`)
  const { verb, last } = asked(args)

  async function note(event: AuditEvent) {
    const audit = await createAuditLog({ folder, now, log })
    await audit.note(event, { actor: 'shell' })
    await audit.close()
  }

  async function status() {
    const { email, passwordFrom, secondFactor } = await settings.read()
    const fromOutside = isSetByEnvironment || passwordFrom === 'environment'
    print(`Administrator: ${email}`)
    print(`Password: ${fromOutside ? 'set by ADMIN_PASSWORD' : 'made here; `bun run admin reset` makes another one'}`)
    if (!secondFactor) return print('Second factor: off')
    print(`Second factor: on since ${secondFactor.since.slice(0, 10)}`)
    print(`Recovery codes left: ${secondFactor.recovery.length} of ${RECOVERY_CODES}`)
  }

  async function reset() {
    const password = await settings.reset()
    await createFirstPassword(folder, log).delete()
    await note('password.reset')
    const { email, secondFactor } = await settings.read()
    print(`Administrator: ${email}`)
    print(`Password: ${password} (shown only this once)`)
    print('Everybody is logged out.')
    if (secondFactor) print('The second factor is still on: a login asks for its code, too.')
  }

  async function revoke() {
    await settings.revoke()
    await note('sessions.ended')
    print('Everybody is logged out, and links to previews are void.')
  }

  async function addSecondFactor() {
    const admin = await settings.read()
    assertNoSecondFactor(admin)
    const issuer = await nameOf(config.contentDir)
    const { secret, step } = await enrol({ admin, issuer, now, print, ...terminal })
    const codes = await settings.addSecondFactor(secret, step)
    await note('second-factor.on')
    print('\nThe second factor is on, and everybody is logged out.')
    show(codes)
  }

  async function removeSecondFactor() {
    const wasOn = await settings.removeSecondFactor()
    if (!wasOn) return print('The second factor is off already.')
    await note('second-factor.off')
    print('The second factor is off, and everybody is logged out. A login asks for the password alone.')
  }

  async function newCodes() {
    const codes = await settings.newCodes()
    await note('recovery-codes.made')
    show(codes)
  }

  function show(codes: readonly string[]) {
    print(
      'Recovery codes, each good for one login without the app. Keep them where the phone is not; they are shown only this once.\n',
    )
    for (const code of codes) print(`  ${code}`)
  }

  async function audit() {
    for (const record of await readAudit(folder, last)) print(auditLine(record))
  }

  const verbs = new Map<string, () => Promise<void>>([
    ['status', status],
    ['reset', reset],
    ['revoke', revoke],
    ['add-2fa', addSecondFactor],
    ['remove-2fa', removeSecondFactor],
    ['new-codes', newCodes],
    ['audit', audit],
    ['help', async () => print(USAGE)],
  ])
  const act = verbs.get(verb)
  if (!act) print(USAGE)
  await act?.()
  return act ? 0 : 1
}

/** Returns an empty verb for arguments that are not valid. */
function asked(args: string[]): { verb: string; last: number } {
  const nothing = { verb: '', last: LAST }
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { last: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    const [verb = '', ...rest] = values.help ? ['help'] : positionals
    const last = values.last ?? String(LAST)
    const isWrong = rest.length > 0 || !/^[1-9]\d{0,6}$/.test(last) || (values.last !== undefined && verb !== 'audit')
    return isWrong ? nothing : { verb, last: Number(last) }
  } catch {
    return nothing
  }
}

/** The product's name, which the authenticator app shows. */
async function nameOf(contentDir: string): Promise<string> {
  try {
    return decodeSite(await readFile(join(contentDir, 'site.yml'), 'utf8')).name
  } catch {
    return UNNAMED
  }
}

/** Formats a line of the audit log, in UTC: `2026-03-01 10:00:00  login.failed  a…@example.com  203.0.113.0/24  password`. */
function auditLine(record: LogRecord): string {
  const { time, event, actor, address, subject, detail, request, unwritten } = record
  const facts = [actor, address, subject, detail].map(plain).filter(Boolean)
  const more = [
    request && `request ${plain(request)}`,
    unwritten && `${plain(unwritten)} failures before it not listed`,
  ]
  const when = plain(time).slice(0, 19).replace('T', ' ')
  return [when, plain(event).padEnd(EVENT_WIDTH), ...facts, ...more.filter(Boolean)].join('  ')
}

const EVENT_WIDTH = 'administrator.changed'.length

/** Control characters in user input could control the terminal. */
const plain = (value: unknown) => (value === undefined ? '' : String(value).replace(/\p{C}/gu, ' '))
