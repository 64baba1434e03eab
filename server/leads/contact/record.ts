import type { ContactMessage } from '#contract/contact.ts'
import type { LeadMark } from '#contract/lead-query.ts'
import { FILL_TIME_MIN_MS } from '#contract/limits.ts'

/** One line of `storage/private/contact-messages.jsonl`. */
export type MessageRecord = Omit<ContactMessage, 'homepage' | 'filledInMs' | 'sending'> & {
  /** UUIDv7: sorts by time. */
  id: string
  /** ISO 8601. */
  at: string
  marks: LeadMark[]
  /** Shortened: `203.0.113.0/24`. */
  address: string
  /** The id that the form gave it, where it did. */
  sending?: string
}

/** What is kept of a message: each field by its name. */
export function recordOf(from: ContactMessage, { now, address }: { now: Date; address: string }): MessageRecord {
  const { name, company, email, phone, message, sending } = from
  return {
    id: Bun.randomUUIDv7('hex', now),
    at: now.toISOString(),
    name,
    company,
    email,
    phone,
    message,
    marks: marksOf(from),
    address,
    ...(sending && { sending }),
  }
}

const marksOf = ({ homepage, filledInMs }: ContactMessage): LeadMark[] => [
  ...(homepage ? (['honeypot'] as const) : []),
  ...(filledInMs !== undefined && filledInMs < FILL_TIME_MIN_MS ? (['fast'] as const) : []),
]
