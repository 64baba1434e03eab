import * as v from 'valibot'
import { field, labelsOf, schemasOf } from '#contract/form-fields.ts'
import { CONTACT_MESSAGE_MAX_CHARACTERS, EMAIL_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#contract/limits.ts'
import { spamProtection } from '#contract/spam-protection.ts'
import { trimmed } from '#contract/trimmed.ts'
import { email, isPhone } from '#contract/validate.ts'

/** `shown` is the number in the message. */
const text = (label: string, max: number, shown = String(max)) =>
  v.pipe(
    v.optional(v.string(`${label} must be text.`), ''),
    trimmed(),
    v.maxLength(max, `${label} must be at most ${shown} characters long`),
    v.check((typed) => !typed.includes('\u0000'), `${label} must be text.`),
  )
const required = (label: string, max: number, shown?: string) =>
  v.pipe(text(label, max, shown), v.nonEmpty(`${label} is required.`))

const SENDING = /^(?:[\w-]{16,64})?$/

/** In form order. Phone and company may be empty. */
export const contactFormFields = {
  name: field('Name', 'name', required('Name', 60)),
  company: field('Company', 'organization', text('Company', 60)),
  email: field('Email', 'email', v.pipe(required('Email', EMAIL_MAX_CHARACTERS), email('Email must be valid.'))),
  phone: field(
    'Phone',
    'tel',
    v.pipe(
      text('Phone', PHONE_MAX_CHARACTERS),
      v.check((typed) => typed === '' || isPhone(typed), 'Phone must be a valid phone number.'),
    ),
  ),
  message: field('Message', 'on', required('Message', CONTACT_MESSAGE_MAX_CHARACTERS, '5,000')),
}
export const contactLabels = labelsOf(contactFormFields)
export type ContactField = keyof typeof contactFormFields

/** A message to the vendor. */
export const ContactMessageSchema = v.object({
  ...schemasOf(contactFormFields),
  ...spamProtection,
  /** Created when the form opens: a repeated message is recognized and stored once. Empty without JavaScript. */
  sending: v.optional(
    v.pipe(v.string('Please open the contact page again.'), v.regex(SENDING, 'Please open the contact page again.')),
    '',
  ),
})
export type ContactMessage = v.InferOutput<typeof ContactMessageSchema>

/** Id of the thank-you on the contact page: the redirect target of a form that is sent without JavaScript. */
export const SENT_ID = 'sent'
