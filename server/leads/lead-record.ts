import { type LeadKind, type LeadMark, leadMarks } from '#contract/lead-query.ts'
import type { Lead, LeadCard, LeadEvent } from '#contract/leads.ts'
import { registrationLabels, signUpEditions } from '#contract/registration.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import type { LeadStatus } from './lead-index.ts'

/** Reads what a line of a log says of a lead. People may have edited it: what is missing is empty. */

export type LeadRecord = LogRecord & { id: string; at: string }
type Tombstone = LogRecord & { id: string; erased: string }

const EXCERPT_CHARACTERS = 140

export const isTombstone = (record: LogRecord): record is Tombstone =>
  typeof record.id === 'string' && typeof record.erased === 'string'

export const isLead = (record: LogRecord): record is LeadRecord =>
  typeof record.id === 'string' && typeof record.at === 'string' && record.erased === undefined

export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Of the sign-up's fields, those that are kept. */
const { password, password_confirmation, subscriptionAgreement, ...signUpLabels } = registrationLabels
const messageLabels = { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone' }
const labels: Record<LeadKind, Record<string, string>> = {
  registration: { ...signUpLabels, token: 'Token' },
  message: messageLabels,
}
/** Of both kinds: a column each. */
export const fieldLabels = [...new Set(Object.values(labels).flatMap(Object.values))]

const edition = (plan: unknown) => signUpEditions.find((one) => one.plan === plan)?.label ?? ''

/** What was filled in, in form order. */
export const fieldsOf = (kind: LeadKind, record: LogRecord): Lead['fields'] =>
  Object.entries(labels[kind]).map(([key, label]) => ({
    label,
    value: key === 'plan' ? edition(record.plan) : textIn(record[key]),
  }))

/** Everything that a search looks into, in small letters. */
export const wordsOf = (kind: LeadKind, record: LogRecord): string => {
  const values = Object.keys(labels[kind]).map((key) => (key === 'plan' ? edition(record.plan) : textIn(record[key])))
  return folded([nameOf(kind, record), ...values, textIn(record.message)].join('\n'))
}

export const folded = (text: string) => text.normalize('NFC').toLowerCase()

const nameOf = (kind: LeadKind, { name, firstName, lastName }: LogRecord) =>
  kind === 'message' ? textIn(name) : [firstName, lastName].map(textIn).filter(Boolean).join(' ')

/** None where none are told: lines of an earlier day have no marks. */
export const marksOf = ({ marks }: LogRecord): LeadMark[] =>
  Array.isArray(marks) ? leadMarks.filter((mark) => marks.includes(mark)) : []

export function cardOf(kind: LeadKind, record: LeadRecord, { state, read }: LeadStatus): LeadCard {
  return {
    id: record.id,
    kind,
    at: record.at,
    name: nameOf(kind, record),
    company: textIn(record.company),
    email: textIn(record.email),
    phone: textIn(record.phone),
    ...(kind === 'message'
      ? { excerpt: excerptOf(textIn(record.message)) }
      : typeof record.plan === 'number' && { plan: record.plan }),
    marks: marksOf(record),
    state,
    read,
  }
}

const excerptOf = (message: string) => {
  const line = message
    .slice(0, 4 * EXCERPT_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length > EXCERPT_CHARACTERS ? `${letters.slice(0, EXCERPT_CHARACTERS).join('').trimEnd()}…` : line
}

export const leadOf = (kind: LeadKind, record: LeadRecord, standing: LeadStatus, events: LeadEvent[]): Lead => ({
  ...cardOf(kind, record, standing),
  fields: fieldsOf(kind, record),
  ...(kind === 'message' && { message: textIn(record.message) }),
  address: textIn(record.address),
  events,
})
