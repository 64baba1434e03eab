import { renderUnicodeCompact } from 'uqr'
import { type Administrator, editOne } from '#server/admin/people/admin-file.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import { matchCode, newRecoveryCodes, newSecret, otpauthUrl } from '#server/admin/people/second-factor.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type Context, pick, plain } from './context.ts'
import { type ChangeInShell, notifyOfChange } from './notify.ts'

/** Wrong codes before `add-2fa` gives up. */
const TRIES = 5

/** Codes of an authenticator app, for one administrator. */
export function factorCommands(context: Context, typed: string | undefined) {
  const { now, read, change, audit, sessions, ask, print, siteName, colors } = context

  /** Stores what `edit` returns, and records the event. */
  async function store(
    event: ChangeInShell,
    { id, email }: Administrator,
    edit: (before: Administrator) => Administrator,
  ) {
    const endsSessions = event !== 'recovery-codes.made'
    await changeAndEnd({
      change,
      edit: (before) => editOne(before, pick(before, email).id, edit),
      end: async () => endsSessions && sessions.endAllOf(id),
      onlyEnded: async () => {
        if (endsSessions) await audit('sessions.ended', { id, email })
      },
    })
    await audit(event, { id, email })
  }

  /**
   * Prints a new secret and asks for a code made from it, so that an app without it locks no administrator out.
   * Returns the secret and the step of that code.
   */
  async function enrol(email: string) {
    const secret = newSecret()
    const url = otpauthUrl(secret, await siteName(), email)
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

  function show(codes: readonly string[]) {
    print(
      'Recovery codes, each good for one login without the app. Keep them where the phone is not; they are shown only this once.\n',
    )
    for (const code of codes) print(`  ${code}`)
  }

  return {
    async add() {
      const admin = pick(await read(), typed)
      assertNoSecondFactor(admin)
      const { secret, step } = await enrol(admin.email)
      const { codes, hashes } = newRecoveryCodes()
      await store('second-factor.on', admin, (before) => {
        assertNoSecondFactor(before)
        return { ...before, secondFactor: { since: now().toISOString(), secret, lastStep: step, recovery: hashes } }
      })
      print(`\nThe second factor is on, and all sessions of ${plain(admin.name)} are ended.`)
      show(codes)
      await notifyOfChange(context, 'second-factor.on', admin)
    },
    async remove() {
      const admin = pick(await read(), typed)
      if (!admin.secondFactor) return print('The second factor is off already.')
      await store('second-factor.off', admin, ({ secondFactor: _, ...before }) => before)
      print(`The second factor is off, and all sessions of ${plain(admin.name)} are ended.`)
      const isPasswordEnough = loginMethodOf({ ...admin, secondFactor: undefined }) === 'password'
      print(isPasswordEnough ? 'A login asks for the password alone.' : 'A login still requires a passkey.')
      await notifyOfChange(context, 'second-factor.off', admin)
    },
    async newCodes() {
      const { codes, hashes } = newRecoveryCodes()
      const admin = pick(await read(), typed)
      await store('recovery-codes.made', admin, (before) => {
        if (!before.secondFactor) throw new OperatorError('The second factor is off: there are no recovery codes.')
        return { ...before, secondFactor: { ...before.secondFactor, recovery: hashes } }
      })
      show(codes)
      await notifyOfChange(context, 'recovery-codes.made', admin)
    },
  }
}

function assertNoSecondFactor({ secondFactor }: Administrator): void {
  if (secondFactor)
    throw new OperatorError('The second factor is on already. `bun run admin remove-2fa` switches it off.')
}

/** White modules around the code. Cameras need an edge. */
const BORDER = 2
const BLACK_ON_WHITE = '\u001b[30;107m'
const AS_BEFORE = '\u001b[0m'

/** A QR code of half blocks. `colors`: black on white in every terminal; without them, readable on a dark terminal. */
function qrCode(text: string, colors: boolean): string {
  const code = renderUnicodeCompact(text, { border: BORDER, invert: colors })
  return colors ? code.replace(/^.*$/gm, `${BLACK_ON_WHITE}$&${AS_BEFORE}`) : code
}
