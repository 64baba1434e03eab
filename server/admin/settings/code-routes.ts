import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { type CodeSetup, CodesOnSchema, type RecoveryCodes, SETUP_EXPIRED } from '#contract/codes.ts'
import { WRONG_CODE } from '#contract/login.ts'
import { type Accounts, type Administrator, editOne } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { matchCode, newRecoveryCodes, otpauthUrl } from '#server/admin/people/second-factor.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import { UnauthorizedError } from '#server/http/errors.ts'
import { type Identity, parseOrThrow, type RequestTools, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { ConflictError, ValidationError } from '#server/lib/errors.ts'
import { qrCode } from '#server/text/scan/qr-code.ts'
import { createCodeSetups } from './code-setups.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'

export type CodeRoutesOptions = {
  administrators: Pick<Administrators, 'change' | 'find'>
  sessions: Pick<Sessions, 'endOthers'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  /** The product's name, which the authenticator app shows. */
  name(): string
  now(): Date
}

const ON_ALREADY = 'Your authenticator app is set up already.'
const OFF_ALREADY = 'Your authenticator app is turned off already.'

/** Codes of an authenticator app, for the administrator who sends the request. */
export function codeRoutes({ administrators, sessions, limits, name, now }: CodeRoutesOptions, tools: RequestTools) {
  const { requireAdmin, audit } = tools
  const setups = createCodeSetups(now)

  /** Stores what `edit` returns, and ends the other sessions. */
  const changeFactor = (
    request: Request,
    { administrator, session }: Identity,
    edit: (before: Administrator) => Administrator,
  ) =>
    changeAndEnd({
      change: administrators.change,
      edit: (before) => editOwn(before, administrator.id, edit),
      end: () => sessions.endOthers(administrator.id, session.id),
      onlyEnded: () => audit(request, 'sessions.ended', { detail: 'others' }),
    })

  async function assertOff(id: string): Promise<void> {
    const stored = await administrators.find(id)
    if (!stored) throw new UnauthorizedError()
    if (stored.secondFactor) throw new ConflictError(ON_ALREADY)
  }

  async function setUp(request: Request) {
    const { session, administrator } = await requireAdmin(request)
    await assertOff(administrator.id)
    const { id, secret, untilMs } = setups.start(session.id)
    const url = otpauthUrl(secret, name(), administrator.email)
    const until = new Date(untilMs).toISOString()
    return json({ setup: id, secret, url, qr: qrCode(url), until } satisfies CodeSetup, PRIVATE)
  }

  async function turnOn(request: Request) {
    const identity = await requireAdmin(request)
    const { session, administrator } = identity
    const typed = parseOrThrow(CodesOnSchema, await readJson(request))
    await assertOff(administrator.id)
    const setup = setups.find(session.id, typed.setup)
    if (!setup) throw new ValidationError({ setup: { message: SETUP_EXPIRED } }, SETUP_EXPIRED)
    const lastStep = await checkCode(request, identity, typed.code, setup.secret)
    const { codes, hashes } = newRecoveryCodes()
    const since = now().toISOString()
    await changeFactor(request, identity, (before) => {
      if (before.secondFactor) throw new ConflictError(ON_ALREADY)
      return { ...before, secondFactor: { since, secret: setup.secret, lastStep, recovery: hashes } }
    })
    setups.end(session.id)
    await audit(request, 'second-factor.on')
    return respondWith(codes)
  }

  /** Returns the step of a right code. A wrong one counts like one of a confirmation. */
  async function checkCode(request: Request, identity: Identity, code: string, secret: string): Promise<number> {
    await limits?.take(request, identity, code)
    const step = matchCode(code, secret, now())
    if (step === undefined) throw new ValidationError({ code: { message: WRONG_CODE } }, WRONG_CODE)
    // Resets no earlier failures: the code proves nothing, because the secret was shown.
    limits?.refund(identity, code)
    return step
  }

  async function turnOff(request: Request) {
    const identity = await requireAdmin(request)
    await changeFactor(request, identity, ({ secondFactor, ...before }) => {
      if (!secondFactor) throw new ConflictError(OFF_ALREADY)
      return before
    })
    await audit(request, 'second-factor.off')
    return json({ message: 'Your authenticator app is turned off.' })
  }

  async function renewRecoveryCodes(request: Request) {
    const { administrator } = await requireAdmin(request)
    const { codes, hashes } = newRecoveryCodes()
    await administrators.change((accounts) =>
      editOwn(accounts, administrator.id, (before) => {
        if (!before.secondFactor) throw new ConflictError(OFF_ALREADY)
        return { ...before, secondFactor: { ...before.secondFactor, recovery: hashes } }
      }),
    )
    await audit(request, 'recovery-codes.made')
    return respondWith(codes)
  }

  const respondWith = (recoveryCodes: string[]) => json({ recoveryCodes } satisfies RecoveryCodes, PRIVATE)

  return new Elysia({ name: 'codes' })
    .post(adminPaths.codeSetup, ({ request }) => setUp(request), { parse: 'none' })
    .post(adminPaths.codes, ({ request }) => turnOn(request), { parse: 'none' })
    .delete(adminPaths.codes, ({ request }) => turnOff(request), { parse: 'none' })
    .post(adminPaths.recoveryCodes, ({ request }) => renewRecoveryCodes(request), { parse: 'none' })
}

/** Throws `UnauthorizedError` for an administrator who was removed since the request began. */
function editOwn(accounts: Accounts, id: string, edit: (before: Administrator) => Administrator): Accounts {
  if (!accounts.administrators.some((one) => one.id === id)) throw new UnauthorizedError()
  return editOne(accounts, id, edit)
}
