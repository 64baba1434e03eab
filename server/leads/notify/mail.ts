import { pagePaths } from '#contract/paths.ts'
import { fieldsOf, marksOf } from '#server/leads/records/lead-record.ts'
import { createMailer, formatTime, type MailSettings, toLine } from '#server/lib/mailer.ts'
import type { Channel, Notice } from './follow-log.ts'

type MailOptions = Pick<MailSettings, 'server' | 'from'> & {
  to: string
  /** The product's name. */
  site(): string
  publicUrl: string | undefined
  /** For one mail, from the first byte to the last. */
  limitMs?: number
}

/** Mails each notice to the vendor, and to no other address: docs/product-rules.md#outgoing-mail. */
export function createMail({ to, site, publicUrl, ...options }: MailOptions): Channel {
  const mailer = createMailer({ ...options, site })
  return {
    name: 'mail',
    deliver: (notice, signal) =>
      mailer.send(
        {
          to,
          replyTo: notice.record.email,
          subject: subjectOf(notice),
          text: textOf(notice, site(), publicUrl),
          id: `${notice.kind}.${notice.id}`,
        },
        signal,
      ),
  }
}

const toLines = (value: unknown) =>
  String(value ?? '')
    .split(/\r\n|\r|\n/)
    .map(toLine)
    .join('\n')

const subjectOf = ({ kind, record }: Notice) =>
  kind === 'registration' ? `New trial: ${record.company}` : `New message from ${record.name}`

function textOf({ kind, record }: Notice, site: string, publicUrl: string | undefined): string {
  const marks = marksOf(record).join(', ')
  const fields = [
    ...fieldsOf(kind, record).map(({ label, value }) => [label === 'Token' ? 'Token of the link' : label, value]),
    ['Received', formatTime(record.at)],
    ['Network', record.address],
  ]
  const lines = fields.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${toLine(value)}`]))
  return [
    kind === 'registration' ? `A company signed up for ${site}.` : `Someone wrote to ${site}.`,
    ...(marks === '' ? [] : [`Marks: ${marks} (a machine may have filled in the form)`]),
    lines.join('\n'),
    ...(kind === 'message' ? [`Message:\n${toLines(record.message)}`] : []),
    ...(publicUrl ? [`All leads: ${publicUrl}${pagePaths.adminLeads}`] : []),
  ].join('\n\n')
}
