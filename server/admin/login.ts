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
import type { Log } from '#server/http/log.ts'
import { createSlidingWindow, tryAgainIn } from '#server/http/rate-limiter.ts'
import { assertSameOrigin, parseOrThrow, type RequestTools, readFields } from '#server/http/request.ts'
import { json } from '#server/http/responses.ts'
import type { ProofOfWork } from '#server/leads/captcha.ts'
import { DomainError, RateLimitError, ValidationError } from '#server/lib/errors.ts'
import { rateLimitKey } from '#server/lib/ip.ts'
import type { Administrator } from './administrator.ts'
import { isAppCode } from './second-factor.ts'
import type { Tokens } from './tokens.ts'

type LoginOptions = {
  administrator: Administrator
  proof: ProofOfWork
  /** URL of the script that solves a challenge, as a worker. */
  solver: string
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
  log: Log
  tokens: Tokens
  /** Called after a login, to prepare what saves need. */
  onLogin(): void
}

/** Wrong e-mail or password. */
class InvalidCredentialsError extends DomainError {
  /** Not 401: the browser leaves for `/` on every 401, and the message would never be read. */
  readonly kind = 'invalid'
}

/** A code of the second factor that is missing or wrong. */
const invalidCode = (message: string) => new ValidationError({ code: { message } }, message)

/** Login, and logout everywhere. */
export function adminRoutes(options: LoginOptions, { requireAdmin, addressOf, audit }: RequestTools) {
  const { administrator, tokens, proof, solver, limits, onLogin, log } = options

  async function login(request: Request): Promise<Response> {
    assertSameOrigin(request)
    const typed = parseOrThrow(LoginRequestSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    const { email } = typed
    try {
      const device = typed.deviceToken ? await tokens.devices.read(typed.deviceToken, email) : undefined
      const attempt = attemptOf(addressOf(request), email, device)
      limits?.check(attempt)
      const proofRequired = await requireProof(request, attempt, typed.proofOfWork)
      if (proofRequired) return proofRequired
      limits?.take(attempt)
      await checkPassword(request, typed, device !== undefined)
      if (await administrator.hasSecondFactor()) await checkCode(request, attempt, typed.code)
      limits?.succeeded(attempt)
    } catch (error) {
      if (error instanceof LockedOutError && error.isNews) await audit(request, 'login.locked', { actor: email })
      throw error
    }
    await administrator.loggedIn()
    log.info('login', { address: addressOf(request) })
    await audit(request, 'login.succeeded')
    onLogin()
    const deviceToken = await tokens.devices.issue(email)
    return json({ token: await tokens.sessions.issue(), deviceToken } satisfies LoggedIn)
  }

  async function failed(request: Request, email: string, what: 'password' | 'code'): Promise<void> {
    log.info('login failed', { address: addressOf(request), what })
    await audit(request, 'login.failed', { actor: email, detail: what })
  }

  /** Responds to a login that lacks a proof of work, the same for every e-mail, whether or not it is the administrator's. */
  async function requireProof(request: Request, attempt: Attempt, token = ''): Promise<Response | undefined> {
    const needed = limits?.needsProof(attempt)
    if (!needed || (await proof.redeem(token)) === undefined) return
    if (needed.isNews) await audit(request, 'login.proof-requested', { actor: attempt.email })
    const errors = { proofOfWork: { message: PROOF_NEEDED } }
    const challenge = await proof.challenge()
    return json({ message: PROOF_NEEDED, errors, challenge, solver } satisfies LoginErrorBody, { status: 422 })
  }

  async function checkPassword(request: Request, { email, password }: LoginRequest, isKnown: boolean): Promise<void> {
    if (await administrator.login(email, password, isKnown)) return
    await failed(request, email, 'password')
    throw new InvalidCredentialsError(WRONG_CREDENTIALS)
  }

  async function checkCode(request: Request, attempt: Attempt, code: string | undefined): Promise<void> {
    if (!code) {
      // Not a failure, and not a success that resets earlier failures.
      limits?.refund(attempt)
      await audit(request, 'login.code-requested', { actor: attempt.email })
      throw invalidCode(CODE_NEEDED)
    }
    limits?.takeCode(attempt, code)
    const used = await administrator.takeCode(code)
    if (used === 'recovery code') await audit(request, 'recovery-code.used')
    if (used) return
    await failed(request, attempt.email, 'code')
    throw invalidCode(WRONG_CODE)
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
class LockedOutError extends RateLimitError {
  /** Whether this is the first rejection of this lockout. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean) {
    super(`Too many failed logins. ${tryAgainIn(waitMs)}`, waitMs / 1000)
    this.isNews = isNews
  }
}

/** The keys under which an attempt is counted. */
type Attempt = ReturnType<typeof attemptOf>

/** `device`: id of a browser in which this e-mail has logged in before. Attempts of strangers with the same e-mail do not count for it. */
function attemptOf(address: string, email: string, device: string | undefined) {
  const name = email.toLowerCase()
  const place = rateLimitKey(address)
  return { email, place, both: `${place} ${name}`, account: device === undefined ? name : `device ${device}` }
}

/** Limits guesses of passwords and codes: strictly per IP address and e-mail, leniently per e-mail. `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const sliding = (limit: number) => createSlidingWindow({ limit, windowMs: WINDOW_MS, now })
  const perBoth = sliding(TRIES_PER_ADDRESS_AND_EMAIL)
  const perAddress = sliding(TRIES_PER_ADDRESS)
  const perAccount = sliding(TRIES_PER_EMAIL)
  const codes = sliding(CODES_PER_EMAIL)
  const reported = sliding(1)

  /** Whether this is the first of its kind in a window: only that one goes to the audit log. */
  function isNews(key: string): boolean {
    const isFirst = reported.waitMs(key) === 0
    if (isFirst) reported.consume(key)
    return isFirst
  }

  function rejectFor(waitMs: number, both: string): void {
    if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
  }

  /** Throws `LockedOutError`. */
  const check = ({ both, place }: Attempt) => rejectFor(Math.max(perAddress.waitMs(place), perBoth.waitMs(both)), both)

  /** Gives an attempt back that was no failure. */
  function refund({ both, account, place }: Attempt): void {
    perAddress.refund(place)
    perBoth.refund(both)
    perAccount.refund(account)
  }

  return {
    check,
    refund,
    /** Returns `undefined` when the attempt needs no proof of work. `isNews`: it is the first that does. */
    needsProof: ({ account }: Attempt) =>
      perAccount.waitMs(account) > 0 ? { isNews: isNews(`proof ${account}`) } : undefined,
    /** Counts an attempt before its outcome is known. Throws `LockedOutError`. */
    take(attempt: Attempt): void {
      check(attempt)
      perAddress.consume(attempt.place)
      perBoth.consume(attempt.both)
      perAccount.consume(attempt.account)
    },
    /**
     * Counts a code before it is checked. Throws `LockedOutError`. Recovery codes are too long to be guessed, so they stay
     * usable while an attacker who has the password guesses codes.
     */
    takeCode({ both, account }: Attempt, code: string): void {
      if (!isAppCode(code)) return
      rejectFor(codes.waitMs(account), both)
      codes.consume(account)
    },
    /** Resets the failures of this IP address with this e-mail. */
    succeeded(attempt: Attempt): void {
      refund(attempt)
      perBoth.reset(attempt.both)
      codes.reset(attempt.account)
    },
  }
}
type LoginLimits = ReturnType<typeof createLoginLimits>
