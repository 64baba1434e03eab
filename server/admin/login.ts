import type { Challenge } from 'altcha-lib'
import { Elysia } from 'elysia'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { CODE_NEEDED, WRONG_CODE, WRONG_CREDENTIALS } from '#contract/login.ts'
import {
  type LoggedIn,
  type LoginErrorBody,
  type LoginRequest,
  LoginRequestSchema,
  PROOF_NEEDED,
} from '#contract/login-request.ts'
import { apiPaths } from '#contract/paths.ts'
import { rejectOtherMethods, statusOf } from '#server/http/errors.ts'
import type { Log } from '#server/http/log.ts'
import { createSlidingWindow, tryAgainIn } from '#server/http/rate-limiter.ts'
import { parseOrThrow, readFields } from '#server/http/read-body.ts'
import { assertSameOrigin, type RequestTools } from '#server/http/request-tools.ts'
import { json } from '#server/http/responses.ts'
import type { ProofOfWork } from '#server/leads/captcha.ts'
import { DomainError, RateLimitError } from '#server/lib/errors.ts'
import { rateLimitKey } from '#server/lib/ip.ts'
import type { Administrator } from './administrator.ts'
import { PasswordsBusy } from './passwords.ts'
import { isAppCode } from './second-factor.ts'
import type { DeviceTokens, Tokens } from './tokens.ts'

type LoginOptions = {
  administrator: Administrator
  deviceTokens: DeviceTokens
  /** `solver`: URL of the script that solves a challenge, as a worker. */
  loginProof: ProofOfWork & { solver: string }
  /** `undefined`: RATE_LIMITS is off. */
  loginLimits: LoginLimits | undefined
  log: Log
  tokens: Tokens
  /** Called after a login, to prepare what saves need. */
  onLogin(): void
}

/** Returns a function that checks one login: the password, then the code where the second factor is on. */
function createLogIn(options: LoginOptions, { addressOf, audit }: RequestTools) {
  const { administrator, deviceTokens, loginProof: proof, loginLimits: limits, log } = options

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
    throw new InvalidCredentialsError(WRONG_CREDENTIALS)
  }

  /** Throws `InvalidCodeError`, `LockedOutError` and `StorageError`. */
  async function checkCode(request: Request, attempt: Attempt, code: string | undefined): Promise<void> {
    const { email } = attempt
    if (!code) {
      limits?.halfway(attempt)
      await audit(request, 'login.code-requested', { actor: email })
      throw new InvalidCodeError(CODE_NEEDED)
    }
    limits?.takeCode(attempt, code)
    const used = await administrator.takeCode(code)
    if (used === 'recovery code') await audit(request, 'recovery-code.used')
    if (used) return
    await failed(request, email, 'code')
    throw new InvalidCodeError(WRONG_CODE)
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

class InvalidCredentialsError extends DomainError {
  /** Not 401: the browser leaves for `/` on every 401, and the message would never be read. */
  readonly kind = 'invalid'
}

/** The password is right; the code of the second factor is missing or wrong. */
class InvalidCodeError extends InvalidCredentialsError {
  constructor(message: string) {
    super(message, { errors: { code: { message } } })
  }
}

/** After many failed logins with this e-mail, browsers that have not logged in before must solve a challenge. */
class ProofRequiredError extends DomainError {
  readonly kind = 'invalid'
  /** The body of the response. */
  readonly body: LoginErrorBody
  constructor(challenge: Challenge, solver: string) {
    const errors = { proofOfWork: { message: PROOF_NEEDED } }
    super(PROOF_NEEDED, { errors })
    this.body = { message: PROOF_NEEDED, errors, challenge, solver }
  }
}

/** Login, and logout everywhere. */
export function adminRoutes(options: LoginOptions, tools: RequestTools) {
  const { administrator, deviceTokens, tokens, onLogin, log } = options
  const { requireAdmin, addressOf, audit } = tools
  const logIn = createLogIn(options, tools)

  async function login(request: Request): Promise<Response> {
    assertSameOrigin(request)
    const credentials = parseOrThrow(LoginRequestSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    try {
      await logIn(request, credentials)
    } catch (error) {
      if (error instanceof ProofRequiredError) return json(error.body, { status: statusOf(error) })
      throw error
    }
    onLogin()
    const deviceToken = await deviceTokens.issue(credentials.email)
    return json({ token: await tokens.issue(), deviceToken } satisfies LoggedIn)
  }

  async function endSessions(request: Request) {
    await requireAdmin(request)
    await administrator.endSessions()
    log.info('sessions ended', { address: addressOf(request) })
    await audit(request, 'sessions.ended')
    return json({ message: 'You are logged out everywhere.' })
  }

  return new Elysia({ name: 'admin' })
    .post(apiPaths.login, ({ request }) => login(request), { parse: 'none' })
    .delete(apiPaths.sessions, ({ request }) => endSessions(request), { parse: 'none' })
    .use(rejectOtherMethods({ [apiPaths.login]: ['POST'], [apiPaths.sessions]: ['DELETE'] }))
}

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_ADDRESS_AND_EMAIL = 5
/** From all IP addresses. Beyond it a login needs a proof of work: a lockout would let strangers lock the administrator out. */
const TRIES_PER_EMAIL = 50
/** For one IP address with any e-mail: made-up e-mails must not evict real counters, whose number is bounded. */
const TRIES_PER_ADDRESS = 100
/** Wrong authenticator codes, from all IP addresses: there are only a million codes. */
const CODES_PER_EMAIL = 10

/** The login is rejected before its password is checked. */
export class LockedOutError extends RateLimitError {
  /** Whether this is the first rejection of this lockout. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean) {
    super(`Too many failed logins. ${tryAgainIn(waitMs)}`, waitMs / 1000)
    this.isNews = isNews
  }
}

/** `device`: id of a browser in which this e-mail has logged in before. */
export type Attempt = { address: string; email: string; device: string | undefined }

/** Limits guesses of passwords and codes: strictly per IP address and e-mail, leniently per e-mail. `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const perBoth = createSlidingWindow({ limit: TRIES_PER_ADDRESS_AND_EMAIL, windowMs: WINDOW_MS, now })
  const perAddress = createSlidingWindow({ limit: TRIES_PER_ADDRESS, windowMs: WINDOW_MS, now })
  const perAccount = createSlidingWindow({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const codes = createSlidingWindow({ limit: CODES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const reported = createSlidingWindow({ limit: 1, windowMs: WINDOW_MS, now })

  /** A known browser has its own `account`: attempts of strangers with the same e-mail do not count for it. */
  const keysOf = ({ address, email, device }: Attempt) => {
    const name = email.toLowerCase()
    const place = rateLimitKey(address)
    return { both: `${place} ${name}`, place, account: device === undefined ? name : `device ${device}` }
  }

  /** Whether this is the first of its kind in a window: only that one goes to the audit log. */
  function isNews(key: string): boolean {
    const isFirst = reported.waitMs(key) === 0
    if (isFirst) reported.consume(key)
    return isFirst
  }

  /** Gives an attempt back that was no failure. */
  function refund(attempt: Attempt): void {
    const { both, account, place } = keysOf(attempt)
    perAddress.refund(place)
    perBoth.refund(both)
    perAccount.refund(account)
  }

  /** Throws `LockedOutError`. */
  function check(attempt: Attempt): void {
    const { both, place } = keysOf(attempt)
    const waitMs = Math.max(perAddress.waitMs(place), perBoth.waitMs(both))
    if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
  }

  return {
    check,
    /** Returns `undefined` when the attempt needs no proof of work. `isNews`: it is the first that does. */
    needsProof(attempt: Attempt): { isNews: boolean } | undefined {
      const { account } = keysOf(attempt)
      return perAccount.waitMs(account) > 0 ? { isNews: isNews(`proof ${account}`) } : undefined
    },
    /** Counts an attempt before its outcome is known. Throws `LockedOutError`. */
    take(attempt: Attempt): void {
      check(attempt)
      const { both, account, place } = keysOf(attempt)
      perAddress.consume(place)
      perBoth.consume(both)
      perAccount.consume(account)
    },
    /**
     * Counts a code before it is checked. Throws `LockedOutError`. Recovery codes are too long to be guessed, so they stay
     * usable while an attacker who has the password guesses codes.
     */
    takeCode(attempt: Attempt, code: string): void {
      if (!isAppCode(code)) return
      const { both, account } = keysOf(attempt)
      const waitMs = codes.waitMs(account)
      if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
      codes.consume(account)
    },
    /** The password was right and the code is missing: not a failure, and not a success that resets earlier failures. */
    halfway: refund,
    /** Resets the failures of this IP address with this e-mail. */
    succeeded(attempt: Attempt): void {
      refund(attempt)
      const { both, account } = keysOf(attempt)
      perBoth.reset(both)
      codes.reset(account)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>
