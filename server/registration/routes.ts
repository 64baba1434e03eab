import { Elysia } from 'elysia'
import * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { accept, Invalid } from '#server/http/accept.ts'
import type { AddressLimits } from '#server/http/address-limits.ts'
import { otherMethods } from '#server/http/methods.ts'
import { readFields } from '#server/http/read-body.ts'
import { Refusal } from '#server/http/refusal.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { shortAddress } from '#server/http/short-address.ts'
import { redirectAnswer, refusalPage, seeOther } from './answers.ts'
import type { Registrations } from './registrations.ts'

/** The checkbox of the form; no part of what a script sends (§3). */
const AgreedSchema = v.object({ subscriptionAgreement: v.string() })
const NOT_AGREED = { subscriptionAgreement: { message: 'Please agree to the subscription agreement.' } }

export type RegistrationRoutesOptions = {
  registrations: Pick<Registrations, 'add'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: AddressLimits | undefined
  addressOf(request: Request): string
  /** Lets the connection wait for its turn. */
  patient(request: Request): void
  /** Where the browser goes next; from content/site.yml. */
  redirect(): string
}

/** POST /company/register (§7, decisions 17–26): from a script, or by a browser without one. */
export function registrationRoutes({ registrations, redirect, ...options }: RegistrationRoutesOptions) {
  async function register(request: Request, fields: unknown) {
    const registration = accept(RegistrationSchema, fields)
    const address = options.addressOf(request)
    options.limits?.take(address)
    options.patient(request)
    await registrations.add(registration, shortAddress(address))
  }

  async function registerByScript(request: Request) {
    sameOrigin(request)
    await register(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    return redirectAnswer(redirect())
  }

  /** Nothing of the form's script is there to look after the checkbox. */
  async function registerByPage(request: Request) {
    try {
      sameOrigin(request)
      const fields = await readFields(request, { maxBytes: JSON_MAX_BYTES })
      if (!hasAgreed(fields)) throw new Invalid({ ...errorsIn(fields), ...NOT_AGREED })
      await register(request, fields)
      return seeOther(redirect())
    } catch (error) {
      if (error instanceof Refusal) return refusalPage(error)
      throw error
    }
  }

  const answer = (request: Request) => (isPageItself(request) ? registerByPage(request) : registerByScript(request))

  return new Elysia({ name: 'registration' })
    .post(apiPaths.register, ({ request }) => answer(request), { parse: 'none' })
    .use(otherMethods({ [apiPaths.register]: ['POST'] }))
}

const hasAgreed = (fields: unknown) => v.is(AgreedSchema, fields)

function errorsIn(fields: unknown): FieldErrors {
  const found = validate(RegistrationSchema, fields)
  return found.ok ? {} : found.errors
}

/** A form sent by the browser, which will show the answer. */
const isPageItself = ({ headers }: Request) =>
  (headers.get('accept') ?? '').includes('text/html') &&
  !headers.has('x-requested-with') &&
  !(headers.get('content-type') ?? '').startsWith('application/json')
