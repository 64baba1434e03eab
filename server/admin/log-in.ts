import type { Login } from '#contract/login.ts'
import type { Audit } from '#server/audit/events.ts'
import type { Log } from '#server/http/log.ts'
import { TooMany } from '#server/http/refusals.ts'
import type { Administrator } from './administrator.ts'
import { LockedOut, type LoginLimits } from './login-limits.ts'
import { PasswordsBusy } from './passwords.ts'
import { CodeNeeded, WrongCode, WrongCredentials } from './refusals.ts'

export type LogInOptions = {
  administrator: Administrator
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
  /** The address that a request comes from. */
  addressOf(request: Request): string
  audit: Audit
  log: Log
}

/** One login: the password, then the code where the second factor is on (decisions 27 and 28). */
export function createLogIn({ administrator, limits, addressOf, audit, log }: LogInOptions) {
  async function failed(request: Request, email: string, what: 'password' | 'code'): Promise<void> {
    log.info('login failed', { address: addressOf(request), what })
    await audit(request, 'login.failed', { actor: email, detail: what })
  }

  /** Throws `WrongCredentials`, or `TooMany` where too many passwords are being checked. */
  async function checkPassword(request: Request, { email, password }: Login): Promise<void> {
    if (await administrator.login(email, password).catch(refuseWhenBusy)) return
    await failed(request, email, 'password')
    throw new WrongCredentials()
  }

  /** Throws `CodeNeeded`, `WrongCode`, `LockedOut`, or `StorageFailed` where it cannot be used up. */
  async function checkCode(request: Request, { email, code }: Login): Promise<void> {
    const address = addressOf(request)
    if (!code) {
      limits?.halfway(address, email)
      throw new CodeNeeded()
    }
    limits?.takeCode(address, email)
    const used = await administrator.takeCode(code)
    if (used === 'recovery code') await audit(request, 'recovery-code.used')
    if (used) return
    await failed(request, email, 'code')
    throw new WrongCode()
  }

  async function check(request: Request, login: Login): Promise<void> {
    const address = addressOf(request)
    limits?.take(address, login.email)
    await checkPassword(request, login)
    if (await administrator.hasSecondFactor()) await checkCode(request, login)
    limits?.succeeded(address, login.email)
    log.info('login', { address })
    await audit(request, 'login.succeeded')
  }

  /** Returns where this is the administrator. Throws a `Refusal`. */
  return async (request: Request, login: Login): Promise<void> => {
    try {
      await check(request, login)
    } catch (error) {
      if (error instanceof LockedOut && error.isNews) await audit(request, 'login.locked', { actor: login.email })
      throw error
    }
  }
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof PasswordsBusy) throw new TooMany('Too many logins at once. Please try again in a moment.', 5)
  throw error
}
