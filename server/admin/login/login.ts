import { adminPaths } from '#contract/admin-paths.ts'
import { WRONG_CREDENTIALS } from '#contract/login.ts'
import {
  LoggedInSchema,
  type LoginErrorBody,
  LoginErrorSchema,
  type LoginRequest,
  LoginRequestSchema,
  PROOF_NEEDED,
} from '#contract/login-request.ts'
import { type Administrator, byEmail } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { loginMethodOf } from '#server/admin/people/login-methods.ts'
import type { Tokens } from '#server/admin/sessions/tokens.ts'
import { endpoint, fieldsBody, ok } from '#server/http/endpoint.ts'
import type { Sender } from '#server/http/identity.ts'
import type { ProofOfWork } from '#server/http/proof-of-work.ts'
import { json } from '#server/http/responses.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { type Attempt, attemptOf, LockedOutError, type LoginLimits } from './login-limits.ts'
import type { Passkeys } from './passkeys.ts'
import { createSecondStep } from './second-step.ts'
import { InvalidCredentialsError, type StartLogin } from './start-login.ts'

type LoginOptions = {
  administrators: Administrators
  passkeys: Passkeys
  proof: ProofOfWork
  /** URL of the script that solves a challenge, as a worker. */
  solver: string
  /** `undefined`: RATE_LIMITS is off. */
  limits: LoginLimits | undefined
  log: Log
  tokens: Pick<Tokens, 'devices'>
  startLogin: StartLogin
}

const LOGIN =
  'Valid until the session ends: after 14 days without use, after 30 days, or when it is ended. A wrong e-mail or password is 422, never 401. With a second factor, `errors.code` asks for `code`. After 50 failures in 15 minutes with one e-mail, `errors.proofOfWork` asks for the solved `challenge` (ALTCHA, JSON in base64) as `proofOfWork`, except with the `deviceToken` of an earlier login.'

/** Starts sessions. */
export function loginEndpoint(options: LoginOptions) {
  const { administrators, tokens, proof, solver, limits, startLogin, log } = options

  /** Returns the id of the browser if the administrator with this e-mail has logged in with it before. */
  async function knownBrowser({ email, deviceToken = '' }: LoginRequest): Promise<string | undefined> {
    const known = await tokens.devices.read(deviceToken)
    const owner = known && byEmail(await administrators.current(), email)
    return owner && owner.id === known.administrator ? known.browser : undefined
  }

  /** Checks e-mail, password and second step; returns a response where one of them or a proof of work is missing. Throws `LockedOutError`. */
  async function identify(sender: Sender, typed: LoginRequest, browser: string | undefined) {
    const attempt = attemptOf(sender.address, typed.email, browser)
    await limits?.check(attempt)
    const proofRequired = await requireProof(sender, attempt, typed.proofOfWork)
    if (proofRequired) return proofRequired
    await limits?.take(attempt)
    const administrator = await checkPassword(sender, typed, browser !== undefined).catch(async (error) => {
      // There was no room to check it.
      if (error instanceof UnavailableError) await limits?.refund(attempt)
      throw error
    })
    if (loginMethodOf(administrator) === 'two-steps') {
      const asked = await checkSecondStep(sender, attempt, administrator, typed)
      if (asked) return asked
    }
    await limits?.succeeded(attempt)
    return administrator
  }

  async function failed(
    { address, audit }: Sender,
    email: string,
    what: 'password' | 'passkey-only' | 'code' | 'passkey',
  ): Promise<void> {
    log.info('login failed', { address, what })
    await audit('login.failed', { actor: email, detail: what })
  }

  /** Responds to a login that lacks a proof of work, the same for every e-mail, whether or not it is the administrator's. */
  async function requireProof({ audit }: Sender, attempt: Attempt, token = ''): Promise<Response | undefined> {
    const needed = await limits?.needsProof(attempt)
    if (!needed || (await proof.redeem(token)) === undefined) return
    if (needed.isNews) await audit('login.proof-requested', { actor: attempt.email })
    const errors = { proofOfWork: { message: PROOF_NEEDED } }
    const challenge = await proof.challenge()
    return json({ message: PROOF_NEEDED, errors, challenge, solver } satisfies LoginErrorBody, { status: 422 })
  }

  async function checkPassword(sender: Sender, typed: LoginRequest, isKnown: boolean): Promise<Administrator> {
    const { email, password } = typed
    const administrator = await administrators.verifyPassword(email, password, isKnown)
    const acceptsPasswords = administrator && loginMethodOf(administrator) !== 'passkey'
    if (acceptsPasswords) return administrator
    await failed(sender, email, administrator ? 'passkey-only' : 'password')
    throw new InvalidCredentialsError(WRONG_CREDENTIALS)
  }

  const checkSecondStep = createSecondStep(options, failed)

  return endpoint({
    id: 'logIn',
    summary: 'Returns a token for the operations that require one',
    description: LOGIN,
    method: 'POST',
    path: adminPaths.login,
    access: 'public',
    body: fieldsBody(LoginRequestSchema),
    response: ok(LoggedInSchema, 'The token: `Authorization: Bearer …`. Send `deviceToken` with later logins.'),
    errorResponses: { 422: ok(LoginErrorSchema, 'Invalid input, or a `code` or `proofOfWork` is required.') },
    async handle(sender) {
      const { body: typed, audit } = sender
      const browser = await knownBrowser(typed)
      const administrator = await identify(sender, typed, browser).catch(async (error) => {
        if (error instanceof LockedOutError && error.isNews) await audit('login.locked', { actor: typed.email })
        throw error
      })
      if (administrator instanceof Response) return administrator
      const started = await startLogin(sender, administrator, typed.deviceToken)
      await administrators.renewHash(administrator, typed.password)
      return started
    },
  })
}
