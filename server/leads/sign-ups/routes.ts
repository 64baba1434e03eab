import { Elysia } from 'elysia'
import * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { RegistrationSchema, registrationLabels } from '#contract/registration.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { isNativeFormPost, rejectOtherMethods } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { parseOrThrow, readFields, readForm } from '#server/http/read-body.ts'
import { assertSameOrigin } from '#server/http/request-tools.ts'
import { type FormOptions, handleNativeForm } from '#server/leads/native-form.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import type { SignUps } from './sign-ups.ts'

const PAGE_WITH_TOKEN = `${pagePaths.tryForFree}/:token` as const

/** The checkbox of the form. Scripts do not send it. */
const AgreedSchema = v.object({ subscriptionAgreement: v.string() })
/** The token of a form that was sent without JavaScript from the page's URL without a token. */
const NO_TOKEN = 'form'
const NOT_AGREED = { subscriptionAgreement: { message: 'Please agree to the subscription agreement.' } }
const form = { title: 'Your sign-up was not sent', labels: registrationLabels, path: pagePaths.tryForFree }

type SignUpRoutesOptions = FormOptions & {
  signUps: Pick<SignUps, 'add'>
  /** Extends the request's idle timeout while it waits for its hash; returns what restores it. */
  extendTimeout(request: Request): () => void
  /** The URL after a sign-up, from content/site.yml. */
  redirect(): string
}

/**
 * POST /company/register, from a script or from a browser without JavaScript. The page's own form is posted to the page's
 * URL, because that URL contains the token.
 */
export function signUpRoutes({ signUps, redirect, ...options }: SignUpRoutesOptions) {
  async function register(request: Request, fields: unknown) {
    const registration = parseOrThrow(RegistrationSchema, fields)
    const address = options.addressOf(request)
    options.limits?.consume(address)
    const restoreTimeout = options.extendTimeout(request)
    const redeem = async () => options.captcha?.redeem(registration.reCaptchaToken)
    await signUps.add(registration, anonymizeIp(address), redeem).finally(restoreTimeout)
  }

  async function registerFromScript(request: Request) {
    assertSameOrigin(request)
    await register(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    return new Response(redirect(), { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })
  }

  /** The server checks the agreement, which the form's script would have done. `token` is the one in the URL. */
  const registerFromPage = (request: Request, token?: string) =>
    handleNativeForm(request, form, options, async () => {
      const entries = Object.fromEntries(await readForm(request, { maxBytes: JSON_MAX_BYTES }))
      const fields = { ...entries, ...(token !== undefined && { token }) }
      if (!v.is(AgreedSchema, fields)) throw new ValidationError({ ...errorsIn(fields), ...NOT_AGREED })
      await register(request, fields)
      return redirect()
    })

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
