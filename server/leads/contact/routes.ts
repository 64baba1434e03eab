import { Elysia } from 'elysia'
import { ContactMessageSchema, contactLabels, SENT_ID } from '#contract/contact.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { isNativeFormPost, rejectOtherMethods } from '#server/http/errors.ts'
import { parseOrThrow, readFields } from '#server/http/read-body.ts'
import { assertSameOrigin } from '#server/http/request-tools.ts'
import { json } from '#server/http/responses.ts'
import { type FormOptions, handleNativeForm } from '#server/leads/native-form.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import type { Messages } from './messages.ts'

type ContactRoutesOptions = FormOptions & { messages: Pick<Messages, 'add'> }

const THANKS_URL = `${pagePaths.contact}#${SENT_ID}`
const form = { title: 'Your message was not sent', labels: contactLabels, path: pagePaths.contact }

/** POST /api/contact-messages, from a script or from a browser without JavaScript. */
export function contactRoutes({ messages, ...options }: ContactRoutesOptions) {
  async function store(request: Request) {
    const message = parseOrThrow(ContactMessageSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    const address = options.addressOf(request)
    options.limits?.consume(address)
    await messages.add(message, anonymizeIp(address), async () => options.captcha?.redeem(message.reCaptchaToken))
  }

  async function storeFromScript(request: Request) {
    assertSameOrigin(request)
    await store(request)
    return json({ message: 'Thank you. Your message has arrived.' }, { status: 201 })
  }

  const storeFromPage = (request: Request) =>
    handleNativeForm(request, form, options, async () => {
      await store(request)
      return THANKS_URL
    })

  const handle = (request: Request) => (isNativeFormPost(request) ? storeFromPage(request) : storeFromScript(request))

  return new Elysia({ name: 'contact' })
    .post(apiPaths.contactMessages, ({ request }) => handle(request), { parse: 'none' })
    .use(rejectOtherMethods({ [apiPaths.contactMessages]: ['POST'] }))
}
