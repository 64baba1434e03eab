import * as v from 'valibot'
import { editions } from '#contract/editions.ts'
import { field, labelsOf, schemasOf } from '#contract/form-fields.ts'
import { spamProtection } from '#contract/spam-protection.ts'
import { trimmed } from '#contract/trimmed.ts'
import { email, formCheck, isPhone, isPostalCode, maximum, minimum, required, sameAs } from '#contract/validate.ts'

export const countries = ['Canada', 'Mexico', 'United States'] as const
export type Country = (typeof countries)[number]
export const DEFAULT_COUNTRY: Country = 'United States'

/** The form names the first edition Basic, the pricing chart Essentials. */
export const signUpEditions = editions.map(({ plan, name }) => ({ plan, label: plan === 1 ? 'Basic' : name }))
const DEFAULT_PLAN = 1

/** A campaign word in a link, or a random token. */
export const TOKEN_PATTERN = /^[A-Za-z0-9_-]{1,128}$/

/** A line of text: trimmed, with messages built from its label. `shown` is the maximum in the message. */
const line = (label: string, max = 60, shown = max) =>
  v.pipe(
    v.optional(v.string(`${label} is required.`), ''),
    trimmed(),
    required(`${label} is required.`),
    maximum(max, `${label} must be at most ${shown} characters long`),
    isText(label),
  )

/** Passwords are not trimmed. */
const secret = (label: string, max = 60, shown = max) =>
  v.pipe(
    v.optional(v.string(`${label} is required.`), ''),
    required(`${label} is required.`),
    maximum(max, `${label} must be at most ${shown} characters long`),
    atLeast(label),
    isText(label),
  )

const atLeast = (label: string) => minimum(8, `${label} must be at least 8 characters long`)

const isText = (label: string) =>
  v.check((typed: string) => !/\p{Cc}/u.test(typed), `${label} must be one line of text.`)

/** A form can send only text. */
const planNumbers = [1, 2, 3, 4, '1', '2', '3', '4'] as const
/** The limit of username and password is 60, while the message says 30 (docs/product-rules.md#sign-up-limits). */
const credential = [60, 30] as const

/** A line of text. */
const text = (label: string, autoComplete: string, max?: number) => field(label, autoComplete, line(label, max))
/** Passwords are hashed, never stored. */
const secretField = (label: string, max?: number, shown?: number) => ({
  ...field(label, 'new-password', secret(label, max, shown)),
  stored: false,
})

/** The fields in form order. */
export const registrationFields = {
  firstName: text('First Name', 'given-name'),
  lastName: text('Last Name', 'family-name'),
  jobTitle: text('Job Title', 'organization-title'),
  email: field('Email', 'email', v.pipe(line('Email'), email('Email must be valid.'))),
  phone: field(
    'Phone',
    'tel',
    v.pipe(
      v.optional(v.string('Phone is required.'), ''),
      trimmed(),
      required('Phone is required.'),
      v.check(isPhone, 'Phone must be a valid phone number.'),
    ),
  ),
  company: text('Company', 'organization'),
  streetNumber: text('Street Number', 'on', 10),
  streetName: text('Street Name', 'address-line1'),
  city: text('City', 'address-level2'),
  state: text('State', 'address-level1'),
  postalCode: text('Postal Code', 'postal-code', 20),
  country: field(
    'Country',
    'country-name',
    v.optional(v.picklist(countries, 'Please choose a country.'), DEFAULT_COUNTRY),
  ),
  plan: field(
    'Software Edition',
    'on',
    v.pipe(v.optional(v.picklist(planNumbers, 'Please choose a software edition.'), DEFAULT_PLAN), v.transform(Number)),
  ),
  username: field('Username', 'username', v.pipe(line('Username', ...credential), atLeast('Username'))),
  password: secretField('Password', ...credential),
  password_confirmation: secretField('Password Confirmation'),
}
export const registrationLabels = {
  ...labelsOf(registrationFields),
  subscriptionAgreement: 'Subscription Agreement',
}
export type RegistrationField = keyof typeof registrationLabels

/** POST /company/register. The errors are in form order. */
export const RegistrationSchema = v.pipe(
  v.object({
    ...schemasOf(registrationFields),
    /** The last segment of the page's URL. */
    token: v.pipe(
      v.optional(v.string('Please open the sign-up page again.'), ''),
      v.regex(TOKEN_PATTERN, 'Please open the sign-up page again.'),
    ),
    ...spamProtection,
  }),
  formCheck(
    'postalCode',
    ({ country, postalCode }) => typeof postalCode !== 'string' || isPostalCode(postalCode, country),
    'This is not a valid Postal Code.',
  ),
  sameAs('password_confirmation', 'password', 'Does not match password'),
)
export type Registration = v.InferOutput<typeof RegistrationSchema>
