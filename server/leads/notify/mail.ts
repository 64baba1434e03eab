import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import { fieldsOf, marksOf } from '#server/leads/lead-record.ts'
import { type Channel, DeliveryError, type Notice } from './follow-log.ts'

export type MailSettings = {
  server: {
    host: string
    port: number
    /** TLS from the first byte (smtps). */
    secure: boolean
    /** Fails without TLS. */
    requireTLS: boolean
    auth?: { user: string; pass: string }
  }
  to: string
  from: string
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/
const AddressSchema = v.pipe(v.string(), v.maxLength(EMAIL_MAX_CHARACTERS), v.email())

/** Checks the environment variables. Returns an error message for invalid ones, and `undefined` without any. */
export function mailSettings(
  url: string | undefined,
  to: string | undefined,
  from: string | undefined,
): MailSettings | string | undefined {
  if (url === undefined && to === undefined && from === undefined) return
  if (url === undefined || to === undefined || from === undefined)
    return 'SMTP_URL, MAIL_TO and MAIL_FROM must be set together.'
  const server = parseServer(url)
  if (!server) return 'SMTP_URL must be like smtps://user:password@mail.example.com or smtp://localhost:25.'
  if (!v.is(AddressSchema, to)) return 'MAIL_TO must be an e-mail address.'
  if (!v.is(AddressSchema, from)) return 'MAIL_FROM must be an e-mail address.'
  return { server, to, from }
}

/** A password needs TLS, unless the server is on this machine. User name and password may be percent-encoded. */
function parseServer(input: string): MailSettings['server'] | undefined {
  const url = URL.parse(input)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash || !url.username !== !url.password) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const port = Number(url.port) || (secure ? 465 : 587)
  const requireTLS = !secure && url.password !== '' && !LOOPBACK.test(host)
  if (url.username === '') return { host, port, secure, requireTLS }
  try {
    const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    return { host, port, secure, requireTLS, auth }
  } catch {
    return
  }
}

type MailOptions = MailSettings & {
  /** The product's name. */
  site(): string
  publicUrl: string | undefined
  /** For one mail, from the first byte to the last. */
  limitMs?: number
}

const LIMIT_MS = 30_000
/** Stops auto-responders, whose replies would go to people who never asked for them. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
/** One plain address, which no mail program can read as two addresses or as a name. */
const PLAIN_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/** Mails each notice to the vendor, and to no other address: docs/product-rules.md#outgoing-mail. */
export function createMail({ server, to, from, site, publicUrl, limitMs = LIMIT_MS }: MailOptions): Channel {
  const createMessage = (notice: Notice) => ({
    envelope: { from, to: [to] },
    from: { name: site(), address: from },
    to: { name: '', address: to },
    ...replyTo(notice.record.email),
    subject: subjectOf(notice),
    text: textOf(notice, site(), publicUrl),
    // The same at every repeat.
    messageId: `<${notice.kind}.${notice.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    name: 'mail',
    async deliver(notice, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      // Imported on first use, because it takes 20 MB.
      const { default: nodemailer } = await import('nodemailer')
      const transport = nodemailer.createTransport(server)
      await transport.sendMail({ ...createMessage(notice), signal: limit }).catch(toDeliveryError)
    },
  }
}

const replyTo = (email: unknown) =>
  typeof email === 'string' && email.length <= EMAIL_MAX_CHARACTERS && PLAIN_ADDRESS.test(email)
    ? { replyTo: { name: '', address: email } }
    : {}

/** Codes only: a server's message may contain addresses, or even the password. */
function toDeliveryError({ code, responseCode }: { code?: unknown; responseCode?: unknown }): never {
  throw new DeliveryError([code, responseCode].filter((one) => one !== undefined).join(' ') || 'unknown')
}

const SUBJECT_MAX_CHARACTERS = 150

/** Replaces characters that break a line, hide text or change the reading direction. */
const toLine = (value: unknown): string =>
  String(value ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

const toLines = (value: unknown) =>
  String(value ?? '')
    .split(/\r\n|\r|\n/)
    .map(toLine)
    .join('\n')

function subjectOf({ kind, record }: Notice): string {
  const subject = kind === 'registration' ? `New trial: ${record.company}` : `New message from ${record.name}`
  return toLine(subject).slice(0, SUBJECT_MAX_CHARACTERS)
}

function textOf({ kind, record }: Notice, site: string, publicUrl: string | undefined): string {
  const marks = marksOf(record).join(', ')
  const fields = [
    ...fieldsOf(kind, record).map(({ label, value }) => [label === 'Token' ? 'Token of the link' : label, value]),
    ['Received', formatTime(record.at)],
    ['Network', record.address],
  ]
  const lines = fields.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${toLine(value)}`]))
  return [
    kind === 'registration' ? `A company signed up for ${site}.` : `Somebody wrote to ${site}.`,
    ...(marks === '' ? [] : [`Marks: ${marks} (a machine may have filled in the form)`]),
    lines.join('\n'),
    ...(kind === 'message' ? [`Message:\n${toLines(record.message)}`] : []),
    ...(publicUrl ? [`All leads: ${publicUrl}${pagePaths.adminLeads}`] : []),
  ].join('\n\n')
}

/** "Nov 23, 2026, 3:05 PM UTC". */
function formatTime(at: unknown): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(String(at)).toLocaleString('en-US', options)} UTC`.replace('\u202f', ' ')
}
