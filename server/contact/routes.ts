import { Elysia } from 'elysia'
import { ContactMessageSchema } from '#contract/contact.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { accept } from '#server/http/accept.ts'
import type { AddressLimits } from '#server/http/address-limits.ts'
import { json } from '#server/http/json.ts'
import { otherMethods } from '#server/http/methods.ts'
import { readFields } from '#server/http/read-body.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { shortAddress } from '#server/http/short-address.ts'
import type { Messages } from './messages.ts'

export type ContactRoutesOptions = {
  messages: Pick<Messages, 'add'>
  /** `undefined`: RATE_LIMITS is off. */
  limits: AddressLimits | undefined
  addressOf(request: Request): string
}

/** POST /api/contact-messages (decision 34). */
export function contactRoutes({ messages, limits, addressOf }: ContactRoutesOptions) {
  async function send(request: Request) {
    sameOrigin(request)
    const message = accept(ContactMessageSchema, await readFields(request, { maxBytes: JSON_MAX_BYTES }))
    const address = addressOf(request)
    limits?.take(address)
    await messages.add(message, shortAddress(address))
    return json({ message: 'Thank you. Your message has arrived.' }, { status: 201 })
  }

  return new Elysia({ name: 'contact' })
    .post(apiPaths.contactMessages, ({ request }) => send(request), { parse: 'none' })
    .use(otherMethods({ [apiPaths.contactMessages]: ['POST'] }))
}
