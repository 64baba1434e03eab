import { renderUnicodeCompact } from 'uqr'
import { matchCode, newSecret, otpauthUrl } from '#server/admin/second-factor.ts'
import { OperatorError } from '#server/lib/errors.ts'

/** Nothing was changed; the message is for the operator. */
export class CommandRejectedError extends OperatorError {}

/** Wrong codes before the command gives up. */
const TRIES = 5

export type Enrolment = {
  /** The administrator's. */
  email: string
  /** The product's name, which the authenticator app shows. */
  issuer: string
  now(): Date
  print(line: string): void
  /** Prints the question and returns the answer; `undefined` at the end of the input. */
  ask(question: string): Promise<string | undefined>
  colors: boolean
}

/**
 * Prints a new secret and asks for a code made from it, so that nobody is locked out by an app that does not have it.
 * Returns the secret and the step of that code. Throws `CommandRejectedError`.
 */
export async function enrol({ email, issuer, now, print, ask, colors }: Enrolment) {
  const secret = newSecret()
  const url = otpauthUrl(secret, issuer, email)
  print('Scan this with an authenticator app, or give it the address or the key below.\n')
  print(`${qrCode(url, colors)}\n`)
  print(url)
  print(`Key: ${secret.replace(/.{4}(?=.)/g, '$& ')}\n`)
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await ask('The code that the app shows now: ')
    if (code === undefined) throw new CommandRejectedError('No code was entered: the second factor stays off.')
    const step = matchCode(code, secret, now())
    if (step !== undefined) return { secret, step }
    print(
      `This code is not right. It is ${now().toISOString().slice(0, 19)} UTC on this machine: is it on the phone, too?`,
    )
  }
  throw new CommandRejectedError('No code was right: the second factor stays off.')
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
