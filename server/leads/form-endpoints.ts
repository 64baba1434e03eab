import { MessageSchema } from '#contract/api.ts'
import { ContactMessageSchema, contactLabels, SENT_ID } from '#contract/contact.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { countries, RegistrationSchema, registrationLabels, signUpEditions } from '#contract/registration.ts'
import { validate } from '#contract/validate.ts'
import { parseOrThrow, readFields, readForm } from '#server/http/body.ts'
import { created, type Endpoint, endpoint, formBody } from '#server/http/endpoint.ts'
import { isExpectedError, isNativeFormPost, redirect303 } from '#server/http/errors.ts'
import { type FormPage, formErrorPage } from '#server/http/form-page.ts'
import type { Sender } from '#server/http/identity.ts'
import { type ProofOfWork, redeemCaptcha } from '#server/http/proof-of-work.ts'
import { apiHeaders } from '#server/http/responses.ts'
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
  /** The vendor's e-mail address, for visitors who cannot use the form. */
  email(): string
  /** The public URL is https. */
  tls: Tls
}

type SignUpOptions = FormOptions & {
  signUps: SignUps
  /** The URL after a sign-up, from content/site.yml. */
  redirect(): string
}

/** A sign-up waits for its password hash. */
const SIGN_UP_TIMEOUT_SECONDS = 60
const NATIVE_FORM = 'A form sent by a browser without scripts gets a page or a redirect (303).'
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
export function signUpEndpoints({ signUps, redirect, ...options }: SignUpOptions): Endpoint[] {
  async function register(sender: Sender, fields: unknown) {
    const registration = parseOrThrow(RegistrationSchema, fields)
    const { address } = sender
    options.limits?.consume(address)
    const restoreTimeout = sender.extendTimeout(SIGN_UP_TIMEOUT_SECONDS)
    const redeem = () => redeemCaptcha(options.captcha, registration.reCaptchaToken)
    await signUps.add(registration, anonymizeIp(address), redeem).finally(restoreTimeout)
  }

  /** The server checks the agreement, which the form's script would have done. `token` is the one in the URL. */
  const registerFromPage = (sender: Sender, token?: string) =>
    handleNativeForm(sender, signUpForm, options, async (entries) => {
      const fields = { ...entries, ...(token !== undefined && { token }) }
      if (typeof entries.subscriptionAgreement !== 'string') {
        const result = validate(RegistrationSchema, fields)
        throw new ValidationError({ ...(!result.ok && result.errors), ...NOT_AGREED })
      }
      await register(sender, fields)
      return redirect()
    })

  const registering = endpoint({
    id: 'register',
    summary: 'Signs a company up for the free trial',
    description: `The same token, e-mail and username again returns the same and stores nothing. ${NATIVE_FORM}`,
    method: 'POST',
    path: apiPaths.register,
    access: 'form',
    body: formBody(RegistrationSchema),
    response: { description: 'Stored. The URL to which the browser goes next.', type: 'text/plain' },
    async handle(sender) {
      if (isNativeFormPost(sender.request)) return registerFromPage(sender)
      sender.assertSameOrigin()
      await register(sender, await readFields(sender.request))
      return new Response(redirect(), { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })
    },
  })

  return [
    registering,
    {
      ...registering,
      isHidden: true,
      path: pagePaths.tryForFree,
      handle: (sender) => registerFromPage(sender, NO_TOKEN),
    },
    {
      ...registering,
      isHidden: true,
      path: PAGE_WITH_TOKEN,
      handle: (sender) => registerFromPage(sender, sender.params.token),
    },
  ]
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
export function contactEndpoint({ messages, ...options }: FormOptions & { messages: Messages }) {
  async function store({ address }: Sender, fields: unknown): Promise<string> {
    const message = parseOrThrow(ContactMessageSchema, fields)
    options.limits?.consume(address)
    await messages.add(message, anonymizeIp(address), () => redeemCaptcha(options.captcha, message.reCaptchaToken))
    return THANKS_URL
  }

  return endpoint({
    id: 'sendMessage',
    summary: 'Sends a message to the vendor',
    description: `The response follows after the message is stored. ${NATIVE_FORM}`,
    method: 'POST',
    path: apiPaths.contactMessages,
    access: 'form',
    body: formBody(ContactMessageSchema),
    response: created(MessageSchema, 'Stored.'),
    async handle(sender) {
      if (isNativeFormPost(sender.request))
        return handleNativeForm(sender, contactForm, options, (fields) => store(sender, fields))
      sender.assertSameOrigin()
      await store(sender, await readFields(sender.request))
      return { message: 'Thanks, we have your message.' }
    },
  })
}

/** Handles a form that a browser sent without JavaScript: redirects to the URL that `store` returns, or shows the errors. */
async function handleNativeForm(
  { request, assertSameOrigin }: Sender,
  form: FormPage,
  { captcha, email, tls }: FormOptions,
  store: (fields: Record<string, FormDataEntryValue>) => Promise<string>,
): Promise<Response> {
  let typed: Record<string, FormDataEntryValue> = {}
  try {
    assertSameOrigin()
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
