import { useState } from 'react'
import { sendMessage } from '#client/api/forms.ts'
import { createFormDraft, randomId } from '#client/ui/form/form-draft.ts'
import { usePublicForm } from '#client/ui/form/use-public-form.ts'
import { type ContactField, ContactMessageSchema, contactLabels, SENT_ID } from '#contract/contact.ts'

export type SendMessage = (message: Record<string, unknown>, reCaptchaToken: string) => Promise<void>

/** What the visitor typed. */
export type SentMessage = Partial<Record<ContactField, string>>

export const fieldId = (name: ContactField) => `contact-${name}`

const isFieldName = (name: string): name is ContactField => Object.hasOwn(contactLabels, name)
export const contactFields = Object.keys(contactLabels).filter(isFieldName)

/** Name of the field with the idempotency key. It is stored too: a message sent again after a reload is still the same. */
const KEY = 'sending'
const draft = createFormDraft('contact_message', [...contactFields, KEY])

/** The contact form. `solver`: URL of the code that solves the captcha, if it is on. */
export function useContact(solver: string | undefined, send: SendMessage = sendMessage) {
  const [idempotencyKey, setIdempotencyKey] = useState('')
  const [message, setMessage] = useState<SentMessage>()
  const form = usePublicForm({
    schema: ContactMessageSchema,
    fieldNames: contactFields,
    draft,
    solver,
    async send({ reCaptchaToken, ...submission }) {
      await send(submission, reCaptchaToken)
      return typedIn(submission)
    },
    onSent: setMessage,
    wasSent: () => location.hash === `#${SENT_ID}`,
    onRestored({ elements }) {
      const stored = elements.namedItem(KEY)
      setIdempotencyKey((stored instanceof HTMLInputElement && stored.value) || randomId())
    },
  })
  return { ...form, idempotencyKey, message }
}

const typedIn = (submission: Record<string, unknown>): SentMessage =>
  Object.fromEntries(contactFields.map((name) => [name, String(submission[name] ?? '').trim()]))
