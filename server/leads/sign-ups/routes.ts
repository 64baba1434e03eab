import { Elysia } from 'elysia'
import * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { shortAddress } from '#server/http/anonymize-ip.ts'
import { isExpectedError } from '#server/http/errors.ts'
import { isPageItself, seeOther } from '#server/http/form-fallback.ts'
import { otherMethods } from '#server/http/method-not-allowed.ts'
import type { AddressLimits } from '#server/http/rate-limiter.ts'
import { readFields, readForm } from '#server/http/read-body.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { accept } from '#server/http/validate.ts'
import type { Captcha } from '#server/leads/captcha/captcha.ts'
import { ScriptRequiredError } from '#server/leads/captcha/needs-script.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { redirectAnswer, registrationErrorPage } from './responses.ts'
import type { Registrations } from './sign-ups.ts'

const PAGE_WITH_TOKEN = `${pagePaths.tryForFree}/:token` as const

/** The checkbox of the form; no part of what a script sends (§3). */
const AgreedSchema = v.object({ subscriptionAgreement: v.string() })
/** The token of a form without JavaScript at the address without one (decision 17: a token may be any word). */
const NO_TOKEN = 'form'
const NOT_AGREED = { subscriptionAgreement: { message: 'Please agree to the subscription agreement.' } }

export type RegistrationRoutesOptions = {
  registrations: Pick<Registrations, 'add'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: AddressLimits | undefined
  /** `undefined`: CAPTCHA is off. */
  captcha?: Pick<Captcha, 'spend'> | undefined
  addressOf(request: Request): string
  /** Lets the connection wait for its turn; gives what ends that. */
  patient(request: Request): () => void
  /** Where the browser goes next; from content/site.yml. */
  redirect(): string
  /** Of the vendor, for whoever cannot use the form. */
  email(): string
  /** The public address is https. */
  tls: boolean
}

/**
 * POST /company/register (§7, decisions 17–26): from a script, or by a browser without one. The form of the page itself is
 * posted to the page's own address, for that is where its token stands.
 */
export function registrationRoutes({ registrations, captcha, redirect, ...options }: RegistrationRoutesOptions) {
  async function register(request: Request, fields: unknown) {
    const registration = accept(RegistrationSchema, fields)
    const address = options.addressOf(request)
    options.limits?.take(address)
    const impatient = options.patient(request)
    const spend = async () => captcha?.spend(registration.reCaptchaToken)
    await registrations.add(registration, shortAddress(address), spend).finally(impatient)
  }

  async function registerByScript(request: Request) {
    sameOrigin(request)
    await register(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    return redirectAnswer(redirect())
  }

  /** Nothing of the form's script is there to look after the checkbox. `token`: that of the address it was posted to. */
  async function registerByPage(request: Request, token?: string) {
    try {
      sameOrigin(request)
      if (captcha) throw new ScriptRequiredError(options.email())
      const typed = Object.fromEntries(await readForm(request, { maxBytes: JSON_MAX_BYTES }))
      const fields = { ...typed, ...(token !== undefined && { token }) }
      if (!hasAgreed(fields)) throw new ValidationError({ ...errorsIn(fields), ...NOT_AGREED })
      await register(request, fields)
      return seeOther(redirect())
    } catch (error) {
      if (isExpectedError(error)) return registrationErrorPage(error, options.tls)
      throw error
    }
  }

  const answer = (request: Request) => (isPageItself(request) ? registerByPage(request) : registerByScript(request))

  return new Elysia({ name: 'registration' })
    .post(apiPaths.register, ({ request }) => answer(request), { parse: 'none' })
    .post(pagePaths.tryForFree, ({ request }) => registerByPage(request, NO_TOKEN), { parse: 'none' })
    .post(PAGE_WITH_TOKEN, ({ request, params }) => registerByPage(request, params.token), { parse: 'none' })
    .use(otherMethods({ [apiPaths.register]: ['POST'] }))
    .use(otherMethods({ [pagePaths.tryForFree]: ['GET', 'POST'], [PAGE_WITH_TOKEN]: ['GET', 'POST'] }, { page: true }))
}

const hasAgreed = (fields: unknown) => v.is(AgreedSchema, fields)

function errorsIn(fields: unknown): FieldErrors {
  const found = validate(RegistrationSchema, fields)
  return found.ok ? {} : found.errors
}
