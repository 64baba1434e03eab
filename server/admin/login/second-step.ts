import { CODE_NEEDED, PASSKEY_NEEDED, WRONG_CODE } from '#contract/login.ts'
import type { LoginErrorBody, LoginRequest } from '#contract/login-request.ts'
import { PASSKEY_REJECTED } from '#contract/passkeys.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { passkeysOf } from '#server/admin/people/login-methods.ts'
import type { Sender } from '#server/http/identity.ts'
import { json } from '#server/http/responses.ts'
import { ValidationError } from '#server/lib/errors.ts'
import type { Attempt, LoginLimits } from './login-limits.ts'
import { PasskeyRejectedError, type Passkeys } from './passkeys.ts'

type SecondStepOptions = {
  administrators: Pick<Administrators, 'takeCode'>
  passkeys: Pick<Passkeys, 'isAvailable' | 'assertionOptions' | 'acceptAssertion'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
}

/** A code of the second factor that is missing or wrong. */
const invalidCode = (message: string) => new ValidationError({ code: { message } }, message)
const invalidPasskey = (message: string) => new ValidationError({ passkey: { message } }, message)

/** After the correct password: a passkey or a code. `failed` records a wrong one. */
export function createSecondStep(
  { administrators, passkeys, limits }: SecondStepOptions,
  failed: (sender: Sender, email: string, what: 'code' | 'passkey') => Promise<void>,
) {
  /** Returns the response that asks for the second step, with options for the browser if the administrator has passkeys. */
  async function ask({ request, audit }: Sender, attempt: Attempt, administrator: Administrator): Promise<Response> {
    // Not a failure, and not a success that resets earlier failures.
    await limits?.refund(attempt)
    await audit('login.code-requested', { actor: attempt.email })
    const hasPasskeys = passkeysOf(administrator).length > 0
    if (!hasPasskeys || !passkeys.isAvailable(request))
      throw administrator.secondFactor ? invalidCode(CODE_NEEDED) : invalidPasskey(PASSKEY_NEEDED)
    const message = administrator.secondFactor ? CODE_NEEDED : PASSKEY_NEEDED
    const errors = { [administrator.secondFactor ? 'code' : 'passkey']: { message } }
    const passkey = await passkeys.assertionOptions(request, purposeOf(administrator), administrator)
    return json({ message, errors, passkey: { ...passkey } } satisfies LoginErrorBody, { status: 422 })
  }

  async function checkCode(sender: Sender, attempt: Attempt, { id, email }: Administrator, code: string) {
    await limits?.takeCode(attempt, code)
    const used = await administrators.takeCode(id, code)
    if (used === 'recovery code') await sender.audit('recovery-code.used', { actor: email, by: id })
    if (used) return
    await failed(sender, attempt.email, 'code')
    throw invalidCode(WRONG_CODE)
  }

  /** Returns a response where the second step is still missing. Throws `ValidationError`, and `LockedOutError`. */
  return async (sender: Sender, attempt: Attempt, administrator: Administrator, typed: LoginRequest) => {
    const { code, passkey } = typed
    if (passkey) {
      await passkeys
        .acceptAssertion(sender.request, purposeOf(administrator), passkey, { of: administrator.id })
        .catch(async (error) => {
          if (!(error instanceof PasskeyRejectedError)) throw error
          await failed(sender, attempt.email, 'passkey')
          throw invalidPasskey(PASSKEY_REJECTED)
        })
      return
    }
    if (!code || !administrator.secondFactor) return ask(sender, attempt, administrator)
    await checkCode(sender, attempt, administrator, code)
  }
}

/** A challenge counts only for who typed the password before. */
const purposeOf = ({ id }: Administrator) => `second step ${id}`
