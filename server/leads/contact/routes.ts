import { Elysia } from 'elysia'
import { CaptchaTokenSchema } from '#contract/captcha.ts'
import { ContactMessageSchema, contactLabels, SENT_ID } from '#contract/contact.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { isExpectedError } from '#server/http/errors.ts'
import { formErrorPage, isNativeFormPost, redirect303 } from '#server/http/form-fallback.ts'
import { anonymizeIp } from '#server/http/ip.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { RateLimiter } from '#server/http/rate-limiter.ts'
import { parseOrThrow, readFields } from '#server/http/read-body.ts'
import { assertSameOrigin } from '#server/http/require-admin.ts'
import { type Captcha, ScriptRequiredError } from '#server/leads/captcha/captcha.ts'
import type { Messages } from './messages.ts'

export type ContactRoutesOptions = {
  messages: Pick<Messages, 'add'>
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

const THANKS_URL = `${pagePaths.contact}#${SENT_ID}`
const form = { title: 'Your message was not sent', labels: contactLabels, path: pagePaths.contact }

/** POST /api/contact-messages, from a script or from a browser without JavaScript. */
export function contactRoutes({ messages, limits, captcha, ...options }: ContactRoutesOptions) {
  async function add(request: Request, fields: unknown) {
    const message = parseOrThrow(ContactMessageSchema, fields)
    const { reCaptchaToken } = parseOrThrow(CaptchaTokenSchema, fields)
    const address = options.addressOf(request)
    limits?.consume(address)
    await messages.add(message, anonymizeIp(address), async () => captcha?.redeem(reCaptchaToken))
  }

  async function addFromScript(request: Request) {
    assertSameOrigin(request)
    await add(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    return json({ message: 'Thank you. Your message has arrived.' }, { status: 201 })
  }

  async function addFromPage(request: Request) {
    try {
      assertSameOrigin(request)
      if (captcha) throw new ScriptRequiredError(options.email())
      await add(request, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
      return redirect303(THANKS_URL)
    } catch (error) {
      if (isExpectedError(error)) return formErrorPage(error, { ...form, tls: options.tls })
      throw error
    }
  }

  const handle = (request: Request) => (isNativeFormPost(request) ? addFromPage(request) : addFromScript(request))

  return new Elysia({ name: 'contact' })
    .post(apiPaths.contactMessages, ({ request }) => handle(request), { parse: 'none' })
    .use(rejectOtherMethods({ [apiPaths.contactMessages]: ['POST'] }))
}
