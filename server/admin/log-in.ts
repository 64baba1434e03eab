import type { LoginRequest } from '#contract/login-request.ts'
import type { Audit } from '#server/http/audit-events.ts'
import type { Log } from '#server/http/log.ts'
import type { ProofOfWork } from '#server/leads/captcha/proof-of-work.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import type { Administrator } from './administrator.ts'
import { CodeRequiredError, InvalidCodeError, InvalidCredentialsError, ProofRequiredError } from './login-errors.ts'
import { type Attempt, LockedOutError, type LoginLimits } from './login-limits.ts'
import { PasswordsBusy } from './passwords.ts'
import type { DeviceTokens } from './tokens.ts'

export type LogInOptions = {
  administrator: Administrator
  deviceTokens: DeviceTokens
  /** `solver`: URL of the script that solves a challenge, as a worker. */
  loginProof: ProofOfWork & { solver: string }
  /** `undefined`: RATE_LIMITS is off. */
  loginLimits: LoginLimits | undefined
  addressOf(request: Request): string
  audit: Audit
  log: Log
}

/** Returns a function that checks one login: the password, then the code where the second factor is on. */
export function createLogIn(options: LogInOptions) {
  const { administrator, deviceTokens, loginProof: proof, loginLimits: limits, addressOf, audit, log } = options

  async function failed(request: Request, email: string, what: 'password' | 'code'): Promise<void> {
    log.info('login failed', { address: addressOf(request), what })
    await audit(request, 'login.failed', { actor: email, detail: what })
  }

  /** Behaves the same for every e-mail, whether or not it is the administrator's. Throws `ProofRequiredError`. */
  async function checkProof(request: Request, attempt: Attempt, token: string): Promise<void> {
    const needed = limits?.needsProof(attempt)
    if (!needed || (token !== '' && (await proof.redeem(token)) === undefined)) return
    if (needed.isNews) await audit(request, 'login.proof-requested', { actor: attempt.email })
    throw new ProofRequiredError(await proof.challenge(), proof.solver)
  }

  /** Throws `InvalidCredentialsError`, and `RateLimitError` when too many passwords are being checked. */
  async function checkPassword(request: Request, { email, password }: LoginRequest, isKnown: boolean): Promise<void> {
    if (await administrator.login(email, password, isKnown).catch(rejectWhenBusy)) return
    await failed(request, email, 'password')
    throw new InvalidCredentialsError()
  }

  /** Throws `CodeRequiredError`, `InvalidCodeError`, `LockedOutError` and `StorageError`. */
  async function checkCode(request: Request, attempt: Attempt, code: string | undefined): Promise<void> {
    const { email } = attempt
    if (!code) {
      limits?.halfway(attempt)
      await audit(request, 'login.code-requested', { actor: email })
      throw new CodeRequiredError()
    }
    limits?.takeCode(attempt, code)
    const used = await administrator.takeCode(code)
    if (used === 'recovery code') await audit(request, 'recovery-code.used')
    if (used) return
    await failed(request, email, 'code')
    throw new InvalidCodeError()
  }

  async function check(request: Request, login: LoginRequest): Promise<void> {
    const { email } = login
    const address = addressOf(request)
    const device = login.deviceToken ? await deviceTokens.read(login.deviceToken, email) : undefined
    const attempt = { address, email, device }
    limits?.check(attempt)
    await checkProof(request, attempt, login.proofOfWork ?? '')
    limits?.take(attempt)
    await checkPassword(request, login, device !== undefined)
    if (await administrator.hasSecondFactor()) await checkCode(request, attempt, login.code)
    limits?.succeeded(attempt)
    await administrator.loggedIn()
    log.info('login', { address })
    await audit(request, 'login.succeeded')
  }

  /** Throws a `DomainError` for every login that fails. */
  return async (request: Request, login: LoginRequest): Promise<void> => {
    try {
      await check(request, login)
    } catch (error) {
      if (error instanceof LockedOutError && error.isNews) await audit(request, 'login.locked', { actor: login.email })
      throw error
    }
  }
}

function rejectWhenBusy(error: unknown): never {
  if (error instanceof PasswordsBusy)
    throw new RateLimitError('Too many logins at once. Please try again in a moment.', 5)
  throw error
}
