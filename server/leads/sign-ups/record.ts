import type { LeadMark } from '#contract/lead-query.ts'
import { FILL_TIME_MIN_MS } from '#contract/limits.ts'
import type { Registration } from '#contract/registration.ts'

/** One line of `storage/private/registrations.jsonl`. Never the password, its confirmation or the captcha's token (decision 25). */
export type RegistrationRecord = Omit<
  Registration,
  'password' | 'password_confirmation' | 'reCaptchaToken' | 'homepage' | 'filledInMs'
> & {
  /** UUIDv7: sorts by time. */
  id: string
  /** ISO 8601. */
  at: string
  /** argon2id, with its cost and salt. */
  passwordHash: string
  marks: LeadMark[]
  /** Shortened: `203.0.113.0/24`. */
  address: string
}

export type Circumstances = { now: Date; passwordHash: string; address: string }

/** What is kept of a registration: each field by its name. */
export function recordOf(from: Registration, { now, passwordHash, address }: Circumstances): RegistrationRecord {
  return {
    id: Bun.randomUUIDv7('hex', now),
    at: now.toISOString(),
    firstName: from.firstName,
    lastName: from.lastName,
    jobTitle: from.jobTitle,
    email: from.email,
    phone: from.phone,
    company: from.company,
    streetNumber: from.streetNumber,
    streetName: from.streetName,
    city: from.city,
    state: from.state,
    postalCode: from.postalCode,
    country: from.country,
    plan: from.plan,
    username: from.username,
    token: from.token,
    passwordHash,
    marks: marksOf(from),
    address,
  }
}

const marksOf = ({ homepage, filledInMs }: Registration): LeadMark[] => [
  ...(homepage ? (['honeypot'] as const) : []),
  ...(filledInMs !== undefined && filledInMs < FILL_TIME_MIN_MS ? (['fast'] as const) : []),
]
