import type { StoredAdmin } from './admin-file.ts'
import { qrCode } from './qr.ts'
import { newSecret, otpauthAddress, stepOf } from './second-factor.ts'
import { CommandRejectedError } from './settings.ts'

/** So many codes may be wrong before a new secret has to be made. */
const TRIES = 5

export type Enrolment = {
  admin: StoredAdmin
  /** The product's name: what the app shows. */
  issuer: string
  now(): Date
  print(line: string): void
  /** Shows the question and gives the answer; `undefined`: nobody answers any more. */
  ask(question: string): Promise<string | undefined>
  colors: boolean
}

/**
 * Shows a new secret, and waits for a code that is made of it: only then is it certain that the app has it, and nobody locks
 * himself out. Gives the secret and the step of that code. Throws `CommandRejectedError`.
 */
export async function enrol({ admin, issuer, now, print, ask, colors }: Enrolment) {
  const secret = newSecret()
  const address = otpauthAddress(secret, issuer, admin.email)
  print('Scan this with an authenticator app, or give it the address or the key below.\n')
  print(`${qrCode(address, colors)}\n`)
  print(address)
  print(`Key: ${secret.replace(/.{4}(?=.)/g, '$& ')}\n`)
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await ask('The code that the app shows now: ')
    if (code === undefined) throw new CommandRejectedError('No code was entered: the second factor stays off.')
    const step = stepOf(code, secret, now())
    if (step !== undefined) return { secret, step }
    print(
      `This code is not right. It is ${now().toISOString().slice(0, 19)} UTC on this machine: is it on the phone, too?`,
    )
  }
  throw new CommandRejectedError('No code was right: the second factor stays off.')
}
