import { adminPaths } from '#contract/admin-paths.ts'
import { CodeSetupSchema, CodesOnSchema, RecoveryCodesSchema, SETUP_EXPIRED } from '#contract/codes.ts'
import { WRONG_CODE } from '#contract/login.ts'
import { type Accounts, type Administrator, editOne } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { matchCode, newRecoveryCodes, otpauthUrl } from '#server/admin/people/second-factor.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import { endpoint, jsonBody, message, ok, privately } from '#server/http/endpoint.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import type { Identified, Identity } from '#server/http/identity.ts'
import { ConflictError, ValidationError } from '#server/lib/errors.ts'
import { qrCode } from '#server/text/scan/qr-code.ts'
import { createCodeSetups } from './code-setups.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'

export type CodeEndpointsOptions = {
  administrators: Pick<Administrators, 'change' | 'find'>
  sessions: Pick<Sessions, 'endOthers'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  /** The product's name, which the authenticator app shows. */
  name(): string
  now(): Date
}

/** Of a request, with who sent it. */
type Sent = Identified<Identity>

const sensitive = { effect: 'changes who logs in, and how' } as const
const recoveryCodes = privately(ok(RecoveryCodesSchema, 'Each is valid once. They are shown only here.'))
const ON_ALREADY = 'Your authenticator app is set up already.'
const OFF_ALREADY = 'Your authenticator app is turned off already.'

/** Codes of an authenticator app, for the administrator who sends the request. */
export function codeEndpoints({ administrators, sessions, limits, name, now }: CodeEndpointsOptions) {
  const setups = createCodeSetups(now)

  /** Stores what `edit` returns, and ends the other sessions. */
  const changeFactor = ({ who: { person, session }, audit }: Sent, edit: (before: Administrator) => Administrator) =>
    changeAndEnd({
      change: administrators.change,
      edit: (before) => editOwn(before, person.id, edit),
      end: () => sessions.endOthers(person.id, session.id),
      onlyEnded: () => audit('sessions.ended', { detail: 'others' }),
    })

  async function assertOff(id: string): Promise<void> {
    const stored = await administrators.find(id)
    if (!stored) throw new UnauthorizedError()
    if (stored.secondFactor) throw new ConflictError(ON_ALREADY)
  }

  /** Returns the step of a right code. A wrong one counts like one of a confirmation. */
  async function checkCode(sent: Sent, code: string, secret: string): Promise<number> {
    await limits?.take(sent, code)
    const step = matchCode(code, secret, now())
    if (step === undefined) throw new ValidationError({ code: { message: WRONG_CODE } }, WRONG_CODE)
    // Resets no earlier failures: the code proves nothing, because the secret was shown.
    limits?.refund(sent.who, code)
    return step
  }

  return [
    endpoint({
      id: 'setUpCodes',
      summary: 'Makes a secret for an authenticator app',
      description: 'It can be turned on for ten minutes, in this session. 409 if codes are on already.',
      method: 'POST',
      path: adminPaths.codeSetup,
      access: 'administrator',
      confirms: sensitive,
      response: privately(ok(CodeSetupSchema, 'The secret and its QR code. Nothing is stored yet.')),
      errors: [409],
      async handle({ who: { person, session } }) {
        await assertOff(person.id)
        const { id, secret, untilMs } = setups.start(session.id)
        const url = otpauthUrl(secret, name(), person.email)
        return { setup: id, secret, url, qr: qrCode(url), until: new Date(untilMs).toISOString() }
      },
    }),
    endpoint({
      id: 'turnCodesOn',
      summary: 'Requires codes of the authenticator app from now on',
      description:
        'Ends all other sessions of the administrator. A wrong code, and a setup that has expired or is of another session, are 422. Codes are limited like those of logins.',
      method: 'POST',
      path: adminPaths.codes,
      access: 'administrator',
      confirms: sensitive,
      body: jsonBody(CodesOnSchema),
      response: recoveryCodes,
      errors: [409, 429],
      async handle(sent) {
        const { body, who, audit } = sent
        await assertOff(who.person.id)
        const setup = setups.find(who.session.id, body.setup)
        if (!setup) throw new ValidationError({ setup: { message: SETUP_EXPIRED } }, SETUP_EXPIRED)
        const lastStep = await checkCode(sent, body.code, setup.secret)
        const { codes, hashes } = newRecoveryCodes()
        const since = now().toISOString()
        await changeFactor(sent, (before) => {
          if (before.secondFactor) throw new ConflictError(ON_ALREADY)
          return { ...before, secondFactor: { since, secret: setup.secret, lastStep, recovery: hashes } }
        })
        setups.end(who.session.id)
        await audit('second-factor.on')
        return { recoveryCodes: codes }
      },
    }),
    endpoint({
      id: 'turnCodesOff',
      summary: 'Requires no codes any more',
      description: 'Ends all other sessions of the administrator. 409 if codes are off already.',
      method: 'DELETE',
      path: adminPaths.codes,
      access: 'administrator',
      confirms: sensitive,
      response: message('Turned off.'),
      errors: [409],
      async handle(sent) {
        await changeFactor(sent, ({ secondFactor, ...before }) => {
          if (!secondFactor) throw new ConflictError(OFF_ALREADY)
          return before
        })
        await sent.audit('second-factor.off')
        return { message: 'Your authenticator app is turned off.' }
      },
    }),
    endpoint({
      id: 'makeRecoveryCodes',
      summary: 'Makes ten new recovery codes',
      description: 'The old ones become invalid. 409 if codes are off.',
      method: 'POST',
      path: adminPaths.recoveryCodes,
      access: 'administrator',
      confirms: sensitive,
      response: recoveryCodes,
      errors: [409],
      async handle({ who, audit }) {
        const { codes, hashes } = newRecoveryCodes()
        await administrators.change((accounts) =>
          editOwn(accounts, who.person.id, (before) => {
            if (!before.secondFactor) throw new ConflictError(OFF_ALREADY)
            return { ...before, secondFactor: { ...before.secondFactor, recovery: hashes } }
          }),
        )
        await audit('recovery-codes.made')
        return { recoveryCodes: codes }
      },
    }),
  ]
}

/** Throws `UnauthorizedError` for an administrator who was removed since the request began. */
function editOwn(accounts: Accounts, id: string, edit: (before: Administrator) => Administrator): Accounts {
  if (!accounts.administrators.some((one) => one.id === id)) throw new UnauthorizedError()
  return editOne(accounts, id, edit)
}
