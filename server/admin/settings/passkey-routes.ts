import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { CONFIRMATION_LIFETIME_MINUTES } from '#contract/confirmation.ts'
import {
  LoginMethodSchema,
  NewPasskeySchema,
  PASSKEYS_UNAVAILABLE,
  PasskeyAssertionSchema,
  type PasskeyList,
  PasskeyNameSchema,
} from '#contract/passkeys.ts'
import { PasskeyRejectedError, type Passkeys } from '#server/admin/login/passkeys.ts'
import type { Accounts } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import {
  changePasskey,
  loginMethodOf,
  PasskeyUnusedError,
  passkeysOf,
  removePasskey,
  setLoginMethod,
} from '#server/admin/people/login-methods.ts'
import type { Sessions } from '#server/admin/sessions/sessions.ts'
import {
  ConfirmationNeededError,
  type Identity,
  parseOrThrow,
  type RequestTools,
  readJson,
} from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { ConfirmationLimits } from './confirmation-limits.ts'
import { confirmSession } from './session-routes.ts'

type PasskeyRoutesOptions = {
  passkeys: Passkeys
  administrators: Pick<Administrators, 'find' | 'change'>
  sessions: Sessions
  /** `undefined`: RATE_LIMITS is off. */
  limits: ConfirmationLimits | undefined
  now(): Date
}

type Edit = (before: Accounts) => Accounts

const ONE = `${adminPaths.passkeys}/:id` as const
const CONFIRMATION_MS = CONFIRMATION_LIFETIME_MINUTES * 60_000

/** The passkeys of the administrator who sends the request, the login method, and confirmations by passkey. */
export function passkeyRoutes(options: PasskeyRoutesOptions, tools: RequestTools) {
  const { passkeys, administrators, sessions, limits, now } = options
  const { requireAdmin, audit } = tools

  /** A shell command has no passkeys. */
  async function stored(id: string) {
    const found = await administrators.find(id)
    if (!found) throw new NotFoundError()
    return found
  }

  async function list(request: Request) {
    const { administrator } = await requireAdmin(request)
    const found = await stored(administrator.id)
    const shown = passkeysOf(found).map(({ id, name, added, lastUsed }) => ({ id, name, added, lastUsed }))
    const body = { available: passkeys.isAvailable(request), method: loginMethodOf(found), passkeys: shown }
    return json(body satisfies PasskeyList, PRIVATE)
  }

  async function newOptions(request: Request) {
    const { administrator } = await requireAdmin(request)
    return json(await passkeys.registrationOptions(request, await stored(administrator.id)))
  }

  async function add(request: Request) {
    const { administrator } = await requireAdmin(request)
    if (!passkeys.isAvailable(request)) throw new NotFoundError(PASSKEYS_UNAVAILABLE)
    await passkeys.add(request, administrator.id, parseOrThrow(NewPasskeySchema, await readJson(request)))
    await audit(request, 'passkey.added')
    return json({ message: 'The passkey is stored.' }, { status: 201 })
  }

  async function rename(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    const changes = parseOrThrow(PasskeyNameSchema, await readJson(request))
    await administrators.change((before) => changePasskey(before, administrator.id, id, changes))
    return json({ message: 'The passkey is renamed.' })
  }

  /** Ends all other sessions: they may have been started with what is no longer enough. */
  const changeAndEndOthers = (request: Request, { administrator, session }: Identity, edit: Edit) =>
    changeAndEnd({
      ...{ change: administrators.change, edit },
      end: () => sessions.endOthers(administrator.id, session.id),
      onlyEnded: () => audit(request, 'sessions.ended', { detail: 'others' }),
    })

  async function remove(request: Request, id: string) {
    const identity = await requireAdmin(request)
    await changeAndEndOthers(request, identity, (before) => removePasskey(before, identity.administrator.id, id))
    await audit(request, 'passkey.removed')
    return json({ message: 'The passkey is removed, and all other sessions are ended.' })
  }

  async function setMethod(request: Request) {
    const identity = await requireAdmin(request)
    const { method } = parseOrThrow(LoginMethodSchema, await readJson(request))
    const usedSince = new Date(now().getTime() - CONFIRMATION_MS)
    await changeAndEndOthers(request, identity, (before) =>
      setLoginMethod(before, identity.administrator.id, method, usedSince),
    ).catch((error) => {
      throw error instanceof PasskeyUnusedError ? new ConfirmationNeededError('passkey') : error
    })
    await audit(request, 'login-method.changed', { detail: method })
    return json({ message: 'Your login method is changed, and all other sessions are ended.' })
  }

  async function confirmationOptions(request: Request) {
    const { administrator, session } = await requireAdmin(request)
    return json(await passkeys.assertionOptions(request, `confirm ${session.id}`, await stored(administrator.id)))
  }

  async function confirm(request: Request) {
    const identity = await requireAdmin(request)
    const { administrator, session } = identity
    const { passkey } = parseOrThrow(PasskeyAssertionSchema, await readJson(request))
    // Counted like wrong passwords, so that the audit log cannot be flooded.
    await limits?.take(request, identity)
    try {
      await passkeys.acceptAssertion(request, `confirm ${session.id}`, passkey, { of: administrator.id })
    } catch (error) {
      if (error instanceof PasskeyRejectedError) await audit(request, 'confirmation.failed', { detail: 'passkey' })
      throw error
    }
    limits?.succeeded(identity)
    return confirmSession(sessions, identity)
  }

  return new Elysia({ name: 'passkeys' })
    .get(adminPaths.passkeys, ({ request }) => list(request))
    .post(adminPaths.passkeys, ({ request }) => add(request), { parse: 'none' })
    .post(adminPaths.newPasskeyOptions, ({ request }) => newOptions(request), { parse: 'none' })
    .post(ONE, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .delete(ONE, ({ request, params }) => remove(request, params.id), { parse: 'none' })
    .post(adminPaths.loginMethod, ({ request }) => setMethod(request), { parse: 'none' })
    .post(adminPaths.passkeyConfirmationOptions, ({ request }) => confirmationOptions(request), { parse: 'none' })
    .post(adminPaths.passkeyConfirmation, ({ request }) => confirm(request), { parse: 'none' })
}
