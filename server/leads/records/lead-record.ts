import { type ContactMessage, contactFormFields } from '#contract/contact.ts'
import { cutText } from '#contract/cut-text.ts'
import { type FormField, storedIn } from '#contract/form-fields.ts'
import { type LeadKind, type LeadMark, leadMarks } from '#contract/lead-query.ts'
import type { Lead, LeadCard, LeadEvent } from '#contract/leads.ts'
import { FILL_TIME_MIN_MS } from '#contract/limits.ts'
import { registrationFields, signUpEditions } from '#contract/registration.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import { oneLine } from '#server/text/scan/lines.ts'

/** Reads the records of leads. Operators may have edited them: a missing field is an empty one. */

export type LeadRecord = LogRecord & { id: string; at: string }
/** The remaining record of an erased lead. */
type Tombstone = LeadRecord & { erased: string }

/** What became of a lead. */
export type LeadStatus = Pick<LeadCard, 'state' | 'read'>

const EXCERPT_CHARACTERS = 140

const hasIdAndTime = (record: LogRecord): record is LeadRecord =>
  typeof record.id === 'string' && typeof record.at === 'string'

export const isLead = (record: LogRecord): record is LeadRecord => hasIdAndTime(record) && record.erased === undefined

export const isTombstone = (record: LogRecord): record is Tombstone =>
  hasIdAndTime(record) && typeof record.erased === 'string'

export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

const storedLabels = (fields: Record<string, FormField>) =>
  Object.fromEntries(storedIn(fields).map((name) => [name, fields[name]?.label ?? '']))
const { message: _, ...messageFields } = contactFormFields
const labels: Record<LeadKind, Record<string, string>> = {
  registration: { ...storedLabels(registrationFields), token: 'Token' },
  message: storedLabels(messageFields),
}
/** The field columns of an export, which has both kinds. */
export const fieldLabels = [...new Set(Object.values(labels).flatMap(Object.values))]

const editionLabel = (plan: unknown) => signUpEditions.find((edition) => edition.plan === plan)?.label ?? ''

/** The submitted fields in form order, and the lead that a duplicate repeats. */
export const fieldsOf = (kind: LeadKind, record: LogRecord): Lead['fields'] => [
  ...Object.entries(labels[kind]).map(([key, label]) => ({
    label,
    value: key === 'plan' ? editionLabel(record.plan) : textIn(record[key]),
  })),
  // Two stores were merged by `bun run move`.
  ...(typeof record.duplicateOf === 'string' ? [{ label: 'Duplicate of', value: record.duplicateOf }] : []),
]

/** Makes texts comparable without regard to case and Unicode form. */
export const normalize = (text: string) => text.normalize('NFC').toLowerCase()

/** The text that a search looks into. */
export const searchText = (kind: LeadKind, record: LogRecord): string => {
  const values = fieldsOf(kind, record).map(({ value }) => value)
  return normalize([nameOf(kind, record), ...values, textIn(record.message)].join('\n'))
}

const nameOf = (kind: LeadKind, { name, firstName, lastName }: LogRecord) =>
  kind === 'message' ? textIn(name) : [firstName, lastName].map(textIn).filter(Boolean).join(' ')

/** Why a submission may come from a machine. Marked submissions are stored, never rejected: docs/product-rules.md#spam-signals. */
export const spamMarks = ({ homepage, filledInMs }: Pick<ContactMessage, 'homepage' | 'filledInMs'>): LeadMark[] => [
  ...(homepage ? (['honeypot'] as const) : []),
  ...(filledInMs !== undefined && filledInMs < FILL_TIME_MIN_MS ? (['fast'] as const) : []),
]

/** Copies the named fields, in this order. */
export const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** Older records have no marks. */
export const marksOf = ({ marks }: LogRecord): LeadMark[] =>
  Array.isArray(marks) ? leadMarks.filter((mark) => marks.includes(mark)) : []

export const cardOf = (kind: LeadKind, record: LeadRecord, { state, read }: LeadStatus): LeadCard => ({
  id: record.id,
  kind,
  at: record.at,
  name: nameOf(kind, record),
  company: textIn(record.company),
  email: textIn(record.email),
  phone: textIn(record.phone),
  ...(kind === 'message' && { excerpt: excerptOf(textIn(record.message)) }),
  ...(kind === 'registration' && typeof record.plan === 'number' && { plan: record.plan }),
  marks: marksOf(record),
  state,
  read,
})

/** The beginning of a message in one line. */
function excerptOf(message: string): string {
  const line = oneLine(message)
  return line.length > EXCERPT_CHARACTERS ? `${cutText(line, EXCERPT_CHARACTERS).trimEnd()}…` : line
}

export const leadOf = (kind: LeadKind, record: LeadRecord, status: LeadStatus, events: LeadEvent[]): Lead => ({
  ...cardOf(kind, record, status),
  fields: fieldsOf(kind, record),
  ...(kind === 'message' && { message: textIn(record.message) }),
  address: textIn(record.address),
  events,
})
