import { Elysia } from 'elysia'
import * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { RegistrationSchema, registrationLabels } from '#contract/registration.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { isExpectedError } from '#server/http/errors.ts'
import { formErrorPage, isNativeFormPost, redirect303 } from '#server/http/form-fallback.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { anonymizeIp } from '#server/http/ip.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { RateLimiter } from '#server/http/rate-limiter.ts'
import { parseOrThrow, readFields, readForm } from '#server/http/read-body.ts'
import { assertSameOrigin } from '#server/http/require-admin.ts'
import { type Captcha, ScriptRequiredError } from '#server/leads/captcha/captcha.ts'

import { ValidationError } from '#server/lib/errors.ts'
import type { SignUps } from './sign-ups.ts'

const PAGE_WITH_TOKEN = `${pagePaths.tryForFree}/:token` as const

/** The checkbox of the form. Scripts do not send it. */
const AgreedSchema = v.object({ subscriptionAgreement: v.string() })
/** The token of a form that was sent without JavaScript from the page's URL without a token. */
const NO_TOKEN = 'form'
const NOT_AGREED = { subscriptionAgreement: { message: 'Please agree to the subscription agreement.' } }
const form = { title: 'Your sign-up was not sent', labels: registrationLabels, path: pagePaths.tryForFree }

export type SignUpRoutesOptions = {
  signUps: Pick<SignUps, 'add'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: RateLimiter | undefined
  /** `undefined`: CAPTCHA is off. */
  captcha?: Pick<Captcha, 'redeem'> | undefined
  addressOf(request: Request): string
  /** Extends the request's idle timeout while it waits for its hash; returns what restores it. */
  extendTimeout(request: Request): () => void
  /** The URL after a sign-up, from content/site.yml. */
  redirect(): string
  /** The vendor's e-mail address, for visitors who cannot use the form. */
  email(): string
  /** The public URL is https. */
  tls: boolean
}

/**
 * POST /company/register, from a script or from a browser without JavaScript. The page's own form is posted to the page's
 * URL, because that URL contains the token.
 */
export function signUpRoutes({ signUps, captcha, redirect, ...options }: SignUpRoutesOptions) {
  async function register(request: Request, fields: unknown) {
    const registration = parseOrThrow(RegistrationSchema, fields)
    const address = options.addressOf(request)
    options.limits?.consume(address)
    const restoreTimeout = options.extendTimeout(request)
    const redeem = async () => captcha?.redeem(registration.reCaptchaToken)
    await signUps.add(registration, anonymizeIp(address), redeem).finally(restoreTimeout)
  }

  async function registerFromScript(request: Request) {
    assertSameOrigin(request)
    await register(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    return new Response(redirect(), { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })
  }

  /** The server checks the agreement, which the form's script would have done. `token` is the one in the URL. */
  async function registerFromPage(request: Request, token?: string) {
    try {
      assertSameOrigin(request)
      if (captcha) throw new ScriptRequiredError(options.email())
      const typed = Object.fromEntries(await readForm(request, { maxBytes: JSON_MAX_BYTES }))
      const fields = { ...typed, ...(token !== undefined && { token }) }
      if (!v.is(AgreedSchema, fields)) throw new ValidationError({ ...errorsIn(fields), ...NOT_AGREED })
      await register(request, fields)
      return redirect303(redirect())
    } catch (error) {
      if (isExpectedError(error)) return formErrorPage(error, { ...form, tls: options.tls })
      throw error
    }
  }

  const handle = (request: Request) =>
    isNativeFormPost(request) ? registerFromPage(request) : registerFromScript(request)

  return new Elysia({ name: 'sign-up' })
    .post(apiPaths.register, ({ request }) => handle(request), { parse: 'none' })
    .post(pagePaths.tryForFree, ({ request }) => registerFromPage(request, NO_TOKEN), { parse: 'none' })
    .post(PAGE_WITH_TOKEN, ({ request, params }) => registerFromPage(request, params.token), { parse: 'none' })
    .use(rejectOtherMethods({ [apiPaths.register]: ['POST'] }))
    .use(
      rejectOtherMethods(
        { [pagePaths.tryForFree]: ['GET', 'POST'], [PAGE_WITH_TOKEN]: ['GET', 'POST'] },
        { page: true },
      ),
    )
}

function errorsIn(fields: unknown): FieldErrors {
  const result = validate(RegistrationSchema, fields)
  return result.ok ? {} : result.errors
}
