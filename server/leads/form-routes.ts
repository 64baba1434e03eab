import { Elysia } from 'elysia'
import { ContactMessageSchema, contactLabels, SENT_ID } from '#contract/contact.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { countries, RegistrationSchema, registrationLabels, signUpEditions } from '#contract/registration.ts'
import { validate } from '#contract/validate.ts'
import { type ProofOfWork, redeemCaptcha } from '#server/http/captcha.ts'
import { isExpectedError, isNativeFormPost, redirect303 } from '#server/http/errors.ts'
import { type FormPage, formErrorPage } from '#server/http/form-page.ts'
import { parseOrThrow, readFields, readForm } from '#server/http/request.ts'
import { apiHeaders, json } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import type { RateLimiter } from '#server/lib/rate-limiter.ts'
import type { Messages } from './messages.ts'
import type { SignUps } from './sign-ups.ts'

/** What the routes of both forms need. */
type FormOptions = {
  /** `undefined`: RATE_LIMITS is off. */
  limits: RateLimiter | undefined
  /** `undefined`: CAPTCHA is off. */
  captcha?: ProofOfWork | undefined
  addressOf(request: Request): string
  /** Throws 403 for a browser's write from another website. */
  assertSameOrigin(request: Request): void
  /** The vendor's e-mail address, for visitors who cannot use the form. */
  email(): string
  /** The public URL is https. */
  tls: Tls
}

type SignUpRoutesOptions = FormOptions & {
  signUps: SignUps
  /** Extends the request's idle timeout while it waits for its hash; returns what restores it. */
  extendTimeout(request: Request): () => void
  /** The URL after a sign-up, from content/site.yml. */
  redirect(): string
}

const PAGE_WITH_TOKEN = `${pagePaths.tryForFree}/:token` as const
/** The token of a form that was sent without JavaScript from the page's URL without a token. */
const NO_TOKEN = 'form'
const NOT_AGREED = { subscriptionAgreement: { message: 'Please agree to the subscription agreement.' } }
const signUpForm: FormPage = {
  title: 'Your sign-up was not sent',
  labels: registrationLabels,
  path: pagePaths.tryForFree,
  kinds: {
    country: countries.map((country) => ({ value: country, label: country })),
    plan: signUpEditions.map(({ plan, label }) => ({ value: String(plan), label })),
    password: 'password',
    password_confirmation: 'password',
    subscriptionAgreement: 'checkbox',
  },
  hidden: ['token', 'homepage'],
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
    const redeem = () => redeemCaptcha(options.captcha, registration.reCaptchaToken)
    await signUps.add(registration, anonymizeIp(address), redeem).finally(restoreTimeout)
  }

  /** The server checks the agreement, which the form's script would have done. `token` is the one in the URL. */
  const registerFromPage = (request: Request, token?: string) =>
    handleNativeForm(request, signUpForm, options, async (entries) => {
      const fields = { ...entries, ...(token !== undefined && { token }) }
      if (typeof entries.subscriptionAgreement !== 'string') {
        const result = validate(RegistrationSchema, fields)
        throw new ValidationError({ ...(!result.ok && result.errors), ...NOT_AGREED })
      }
      await register(request, fields)
      return redirect()
    })

  async function handle(request: Request): Promise<Response> {
    if (isNativeFormPost(request)) return registerFromPage(request)
    options.assertSameOrigin(request)
    await register(request, await readFields(request))
    return new Response(redirect(), { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })
  }

  return new Elysia({ name: 'sign-up' })
    .post(apiPaths.register, ({ request }) => handle(request), { parse: 'none' })
    .post(pagePaths.tryForFree, ({ request }) => registerFromPage(request, NO_TOKEN), { parse: 'none' })
    .post(PAGE_WITH_TOKEN, ({ request, params }) => registerFromPage(request, params.token), { parse: 'none' })
}

const THANKS_URL = `${pagePaths.contact}#${SENT_ID}`
const contactForm: FormPage = {
  title: 'Your message was not sent',
  labels: contactLabels,
  path: pagePaths.contact,
  kinds: { message: 'area' },
  hidden: ['sending', 'homepage'],
}

/** POST /api/contact-messages, from a script or from a browser without JavaScript. */
export function contactRoutes({ messages, ...options }: FormOptions & { messages: Messages }) {
  async function store(request: Request, fields: unknown): Promise<string> {
    const message = parseOrThrow(ContactMessageSchema, fields)
    const address = options.addressOf(request)
    options.limits?.consume(address)
    await messages.add(message, anonymizeIp(address), () => redeemCaptcha(options.captcha, message.reCaptchaToken))
    return THANKS_URL
  }

  async function handle(request: Request): Promise<Response> {
    if (isNativeFormPost(request))
      return handleNativeForm(request, contactForm, options, (fields) => store(request, fields))
    options.assertSameOrigin(request)
    await store(request, await readFields(request))
    return json({ message: 'Thanks, we have your message.' }, { status: 201 })
  }

  return new Elysia({ name: 'contact' }).post(apiPaths.contactMessages, ({ request }) => handle(request), {
    parse: 'none',
  })
}

/** Handles a form that a browser sent without JavaScript: redirects to the URL that `store` returns, or shows the errors. */
async function handleNativeForm(
  request: Request,
  form: FormPage,
  { captcha, email, tls, assertSameOrigin }: FormOptions,
  store: (fields: Record<string, FormDataEntryValue>) => Promise<string>,
): Promise<Response> {
  let typed: Record<string, FormDataEntryValue> = {}
  try {
    assertSameOrigin(request)
    if (captcha) throw new ValidationError({}, needsScript(email()))
    typed = Object.fromEntries(await readForm(request))
    return redirect303(await store(typed))
  } catch (error) {
    const { pathname, search } = new URL(request.url)
    if (isExpectedError(error)) return formErrorPage(error, form, { action: pathname + search, typed, tls })
    throw error
  }
}

/** Without JavaScript, the captcha cannot be solved. */
const needsScript = (email: string) =>
  `This form needs JavaScript for its robot check. Please turn JavaScript on, or write to ${email} instead.`
