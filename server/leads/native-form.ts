import { type FormPage, formErrorPage, isExpectedError, redirect303 } from '#server/http/errors.ts'
import type { RateLimiter } from '#server/http/rate-limiter.ts'
import { assertSameOrigin } from '#server/http/request-tools.ts'
import { DomainError } from '#server/lib/errors.ts'
import type { Captcha } from './captcha/captcha.ts'

/** What the routes of both forms need. */
export type FormOptions = {
  /** `undefined`: RATE_LIMITS is off. */
  limits: RateLimiter | undefined
  /** `undefined`: CAPTCHA is off. */
  captcha?: Pick<Captcha, 'redeem'> | undefined
  addressOf(request: Request): string
  /** The vendor's e-mail address, for visitors who cannot use the form. */
  email(): string
  /** The public URL is https. */
  tls: boolean
}

/** A form that was sent without JavaScript cannot solve the captcha. */
class ScriptRequiredError extends DomainError {
  readonly kind = 'invalid'
  constructor(email: string) {
    super(`This form needs JavaScript for its robot check. Please switch JavaScript on, or write to ${email} instead.`)
  }
}

/** Handles a form that a browser sent without JavaScript: redirects to the URL that `store` returns, or shows the errors. */
export async function handleNativeForm(
  request: Request,
  form: Omit<FormPage, 'tls'>,
  { captcha, email, tls }: FormOptions,
  store: () => Promise<string>,
): Promise<Response> {
  try {
    assertSameOrigin(request)
    if (captcha) throw new ScriptRequiredError(email())
    return redirect303(await store())
  } catch (error) {
    if (isExpectedError(error)) return formErrorPage(error, { ...form, tls })
    throw error
  }
}
