import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import {
  createAdminStore,
  deleteFirstPassword,
  type StoredAdmin,
  withoutSessions,
} from '#server/admin/administrator.ts'
import { createAuditLog, readAudit } from '#server/admin/audit-log.ts'
import { createPasswords, type HashCost, readablePassword } from '#server/admin/passwords.ts'
import { matchCode, newRecoveryCodes, newSecret, otpauthUrl, RECOVERY_CODES } from '#server/admin/second-factor.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { readConfig } from '#server/config.ts'
import { decodeSite } from '#server/content/decode-file.ts'
import { createLog, type Log } from '#server/http/log.ts'
import type { AuditEvent } from '#server/http/request.ts'
import { OperatorError } from '#server/lib/errors.ts'

const USAGE = `bun run admin …
  status             who the administrator is, and what protects the login
  reset              a new password, printed once; everybody is logged out
  revoke             everybody is logged out, and links to previews are void
  add-2fa            from now on each login asks for a code of an authenticator app, too
  remove-2fa         it does not any longer
  new-codes          ten new recovery codes; the old ones are void
  audit [--last=N]   the last N lines of the audit log; 50 without a number
A site that runs honours all of this at once.`
const LAST = '50'
/** Wrong codes before `add-2fa` gives up. */
const TRIES = 5

type AdminCommandOptions = {
  config: { privateDir: string; contentDir: string; adminPassword: string | undefined }
  now(): Date
  log: Log
  write(text: string): void
  /** Prints the question and returns the answer; `undefined` at the end of the input. */
  ask(question: string): Promise<string | undefined>
  colors: boolean
  /** Of this process; `undefined` on systems without user ids. */
  uid: number | undefined
  /** Low in tests. */
  hashCost?: HashCost
}

/**
 * `bun run admin …`. Returns the exit code. A running server applies changes to the next request. Throws `OperatorError`, or
 * what the disk throws.
 */
export async function adminCommand(args: string[], options: AdminCommandOptions): Promise<number> {
  const { config, now, log, write, ask, colors, uid, hashCost } = options
  const folder = config.privateDir
  const store = createAdminStore(join(folder, 'admin.json'))
  const print = (line: string) => write(`${line}\n`)
  const { verb, last } = parsed(args)

  const read = async (): Promise<StoredAdmin> => known(await store.read())
  const isSetByEnvironment = ({ passwordFrom }: StoredAdmin) =>
    config.adminPassword !== undefined || passwordFrom === 'environment'

  /** Stores what `edit` returns, and records the event. */
  async function change(event: AuditEvent, edit: (before: StoredAdmin) => StoredAdmin): Promise<void> {
    await read()
    await assertOwner(folder, uid)
    await store.change((before) => edit(known(before)))
    const audit = await createAuditLog({ folder, now, log })
    await audit.note(event, { actor: 'shell' })
    await audit.close()
  }

  async function status() {
    const admin = await read()
    const { email, secondFactor } = admin
    print(`Administrator: ${email}`)
    print(
      `Password: ${isSetByEnvironment(admin) ? 'set by ADMIN_PASSWORD' : 'made here; `bun run admin reset` makes another one'}`,
    )
    if (!secondFactor) return print('Second factor: off')
    print(`Second factor: on since ${secondFactor.since.slice(0, 10)}`)
    print(`Recovery codes left: ${secondFactor.recovery.length} of ${RECOVERY_CODES}`)
  }

  async function reset() {
    const admin = await read()
    if (isSetByEnvironment(admin)) throw new OperatorError(SET_BY_ENVIRONMENT)
    const password = readablePassword()
    const passwordHash = await createPasswords(hashCost).hash(password)
    await change('password.reset', (before) => withoutSessions({ ...before, passwordHash }))
    await deleteFirstPassword(folder, log)
    print(`Administrator: ${admin.email}`)
    print(`Password: ${password} (shown only this once)`)
    print('Everybody is logged out.')
    if (admin.secondFactor) print('The second factor is still on: a login asks for its code, too.')
  }

  async function revoke() {
    await change('sessions.ended', withoutSessions)
    print('Everybody is logged out, and links to previews are void.')
  }

  async function addSecondFactor() {
    const admin = await read()
    assertNoSecondFactor(admin)
    const { secret, step } = await enrol(admin.email)
    const { codes, hashes } = newRecoveryCodes()
    await change('second-factor.on', (before) => {
      assertNoSecondFactor(before)
      const secondFactor = { since: now().toISOString(), secret, lastStep: step, recovery: hashes }
      return withoutSessions({ ...before, secondFactor })
    })
    print('\nThe second factor is on, and everybody is logged out.')
    show(codes)
  }

  /**
   * Prints a new secret and asks for a code made from it, so that nobody is locked out by an app that does not have it.
   * Returns the secret and the step of that code.
   */
  async function enrol(email: string) {
    const secret = newSecret()
    const url = otpauthUrl(secret, await nameOf(config.contentDir), email)
    print('Scan this with an authenticator app, or give it the address or the key below.\n')
    print(`${qrCode(url, colors)}\n`)
    print(url)
    print(`Key: ${secret.replace(/.{4}(?=.)/g, '$& ')}\n`)
    for (let tries = 0; tries < TRIES; tries++) {
      const code = await ask('The code that the app shows now: ')
      if (code === undefined) throw new OperatorError('No code was entered: the second factor stays off.')
      const step = matchCode(code, secret, now())
      if (step !== undefined) return { secret, step }
      const time = now().toISOString().slice(0, 19)
      print(`This code is not right. It is ${time} UTC on this machine: is it on the phone, too?`)
    }
    throw new OperatorError('No code was right: the second factor stays off.')
  }

  async function removeSecondFactor() {
    if (!(await read()).secondFactor) return print('The second factor is off already.')
    await change('second-factor.off', ({ secondFactor: _, ...before }) => withoutSessions(before))
    print('The second factor is off, and everybody is logged out. A login asks for the password alone.')
  }

  async function newCodes() {
    const { codes, hashes } = newRecoveryCodes()
    await change('recovery-codes.made', (before) => {
      if (!before.secondFactor) throw new OperatorError('The second factor is off: there are no recovery codes.')
      return { ...before, secondFactor: { ...before.secondFactor, recovery: hashes } }
    })
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

  const verbs = new Map(
    Object.entries({
      status,
      reset,
      revoke,
      audit,
      'add-2fa': addSecondFactor,
      'remove-2fa': removeSecondFactor,
      'new-codes': newCodes,
      help: async () => print(USAGE),
    }),
  )
  const act = verbs.get(verb)
  if (!act) print(USAGE)
  await act?.()
  return act ? 0 : 1
}

/** Returns an empty verb for arguments that are not valid. */
function parsed(args: string[]): { verb: string; last: number } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { last: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    const [verb = '', ...rest] = values.help ? ['help'] : positionals
    const { last = LAST } = values
    const isWrong = rest.length > 0 || !/^[1-9]\d{0,6}$/.test(last) || (values.last && verb !== 'audit')
    return { verb: isWrong ? '' : verb, last: Number(last) }
  } catch {
    return { verb: '', last: 0 }
  }
}

const SET_BY_ENVIRONMENT =
  'The password is the one that ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE) says, and each start takes it from there. Nothing was changed. Change it there and restart the site: that logs everybody out, too. Or take it out there, restart, and reset again.'

function known(admin: StoredAdmin | undefined): StoredAdmin {
  if (!admin) throw new OperatorError('There is no administrator yet: the first start of the site makes one.')
  return admin
}

function assertNoSecondFactor({ secondFactor }: StoredAdmin): void {
  if (secondFactor)
    throw new OperatorError('The second factor is on already. `bun run admin remove-2fa` switches it off.')
}

/** The server could not read a file that root writes into its folder. */
async function assertOwner(folder: string, uid: number | undefined): Promise<void> {
  const { uid: owner } = await stat(folder)
  if (uid === 0 && owner !== 0)
    throw new OperatorError(
      `${folder} belongs to user ${owner}. Run this as that user: sudo -u '#${owner}' bun run admin …`,
    )
}

/** The product's name, which the authenticator app shows. */
const nameOf = (contentDir: string): Promise<string> =>
  readFile(join(contentDir, 'site.yml'), 'utf8')
    .then((text) => decodeSite(text).name)
    .catch(() => 'Website')

/** Formats a line of the audit log, in UTC: `2026-03-01 10:00:00  login.failed  a…@example.com  203.0.113.0/24  password`. */
function auditLine({ time, event, actor, address, subject, detail, request, unwritten }: Record<string, unknown>) {
  const when = plain(time).slice(0, 19).replace('T', ' ')
  const more = [
    request && `request ${plain(request)}`,
    unwritten && `${plain(unwritten)} failures before it not listed`,
  ]
  const facts = [actor, address, subject, detail].map(plain)
  return [when, plain(event).padEnd(EVENT_WIDTH), ...facts, ...more].filter(Boolean).join('  ')
}

const EVENT_WIDTH = 'administrator.changed'.length

/** Control characters in user input could control the terminal. */
const plain = (value: unknown) => (value === undefined ? '' : String(value).replace(/\p{C}/gu, ' '))

/** White modules around the code. Cameras need an edge. */
const BORDER = 2
const BLACK_ON_WHITE = '\u001b[30;107m'
const AS_BEFORE = '\u001b[0m'

/** A QR code of half blocks. `colors`: black on white in every terminal; without them, readable on a dark terminal. */
function qrCode(text: string, colors: boolean): string {
  const code = renderUnicodeCompact(text, { border: BORDER, invert: colors })
  return colors ? code.replace(/^.*$/gm, `${BLACK_ON_WHITE}$&${AS_BEFORE}`) : code
}

if (import.meta.main)
  await runCommand(() =>
    adminCommand(process.argv.slice(2), {
      config: readConfig(process.env),
      log: createLog('error', console.error),
      now: () => new Date(),
      write: (text) => void process.stdout.write(text),
      ask: async (question) => prompt(question.trimEnd()) ?? undefined,
      uid: process.getuid?.(),
      colors: process.stdout.isTTY,
    }),
  )
