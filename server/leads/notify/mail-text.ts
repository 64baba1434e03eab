import { formatDateTime } from '#contract/dates.ts'
import { pagePaths } from '#contract/paths.ts'
import { registrationLabels, signUpEditions } from '#contract/registration.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import type { Notice } from './channel.ts'

/** What of a record is told, in this order, and what it is called. */
const labels: Record<Notice['kind'], Record<string, string>> = {
  registration: { ...registrationLabels, token: 'Token of the link' },
  message: { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone' },
}
const SUBJECT_MAX_CHARACTERS = 150

/** One line, whatever was typed: no character that breaks it, hides something, or turns the direction of reading. */
export const oneLine = (typed: unknown): string =>
  String(typed ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

export function subjectOf({ kind, record }: Notice): string {
  const subject = kind === 'registration' ? `New trial: ${record.company}` : `New message from ${record.name}`
  return oneLine(subject).slice(0, SUBJECT_MAX_CHARACTERS)
}

/** Every field by its label, and where to answer; plain text. `site` is the product's name. */
export function textOf({ kind, record }: Notice, site: string, publicUrl: string | undefined): string {
  const fields = Object.entries(labels[kind]).flatMap(([field, label]) => {
    const value = oneLine(valueIn(field, record))
    return value === '' ? [] : [`${label}: ${value}`]
  })
  return [
    kind === 'registration' ? `A company signed up for ${site}.` : `Somebody wrote to ${site}.`,
    ...marksIn(record),
    [...fields, `Received: ${formatDateTime(oneLine(record.at), 'UTC')}`, `Network: ${oneLine(record.address)}`].join(
      '\n',
    ),
    ...(kind === 'message' ? [`Message:\n${severalLines(record.message)}`] : []),
    ...(publicUrl ? [`All leads: ${publicUrl}${pagePaths.adminLeads}`] : []),
  ].join('\n\n')
}

function valueIn(field: string, record: LogRecord): unknown {
  if (field !== 'plan') return record[field]
  return signUpEditions.find(({ plan }) => plan === record.plan)?.label ?? record.plan
}

function marksIn({ marks }: LogRecord): string[] {
  const marked = Array.isArray(marks) && marks.length > 0
  return marked ? [`Marks: ${oneLine(marks.join(', '))} (a machine may have filled in the form)`] : []
}

const severalLines = (typed: unknown) =>
  String(typed ?? '')
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n')
