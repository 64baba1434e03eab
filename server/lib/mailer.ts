import { cutText } from '#contract/cut-text.ts'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { isEmail } from '#contract/validate.ts'
import { DeliveryError } from './delivery.ts'

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
  from: string
  /** Who is notified of leads; `undefined`: no notifications. */
  to: string | undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/** Checks the environment variables. Returns an error message for invalid ones, and `undefined` without any. */
export function mailSettings(
  url: string | undefined,
  to: string | undefined,
  from: string | undefined,
): MailSettings | string | undefined {
  if (url === undefined && to === undefined && from === undefined) return
  if (url === undefined || from === undefined)
    return 'SMTP_URL and MAIL_FROM must be set together, and MAIL_TO only with them.'
  const server = parseServer(url)
  if (!server) return 'SMTP_URL must be like smtps://user:password@mail.example.com or smtp://localhost:25.'
  if (to !== undefined && !isEmail(to)) return 'MAIL_TO must be an e-mail address.'
  if (!isEmail(from)) return 'MAIL_FROM must be an e-mail address.'
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

/** One mail. Nothing in it needs to be safe for a header. */
export type Letter = {
  to: string
  subject: string
  text: string
  /** The part of the `Message-ID` before the @: the same at every repeat. */
  id: string
  /** Left out unless it is one plain address. */
  replyTo?: unknown
}

type MailerOptions = Pick<MailSettings, 'server' | 'from'> & {
  /** The product's name. */
  site(): string
  /** For one mail, from the first byte to the last. */
  limitMs?: number | undefined
}

const LIMIT_MS = 30_000
const SUBJECT_MAX_CHARACTERS = 150
/** Stops auto-responders, whose replies would go to people who never asked for them. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
/** One plain address, which no mail program can read as two addresses or as a name. */
const PLAIN_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

export const isPlainAddress = (email: unknown): email is string =>
  typeof email === 'string' && email.length <= EMAIL_MAX_CHARACTERS && PLAIN_ADDRESS.test(email)

/** Sends plain text to one address. */
export function createMailer({ server, from, site, limitMs = LIMIT_MS }: MailerOptions) {
  const createMessage = ({ to, subject, text, id, replyTo }: Letter) => ({
    envelope: { from, to: [to] },
    from: { name: site(), address: from },
    to: { name: '', address: to },
    ...(isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
    subject: cutText(toLine(subject), SUBJECT_MAX_CHARACTERS),
    text,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    /** Resolves once the server has accepted the mail. Throws `DeliveryError`. `signal` aborts at shutdown. */
    async send(letter: Letter, signal: AbortSignal): Promise<void> {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      // Imported on first use, because it takes 20 MB.
      const { default: nodemailer } = await import('nodemailer')
      const transport = nodemailer.createTransport(server)
      await transport.sendMail({ ...createMessage(letter), signal: limit }).catch(toDeliveryError)
    },
  }
}
export type Mailer = ReturnType<typeof createMailer>

/** Connects and logs in, without sending a mail. Returns the code of a failure. */
export async function tryMailServer(
  { server }: Pick<MailSettings, 'server'>,
  limitMs: number,
): Promise<string | undefined> {
  const { default: nodemailer } = await import('nodemailer')
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs }
  const transport = nodemailer.createTransport({ ...server, ...limits })
  try {
    await transport.verify()
  } catch (error) {
    return codesOf(error)
  } finally {
    transport.close()
  }
}

/** Codes only: a server's message may contain addresses, or even the password. */
function toDeliveryError(error: unknown): never {
  throw new DeliveryError(codesOf(error))
}

function codesOf(error: unknown): string {
  const { code, responseCode } = Object(error)
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'unknown'
}

/** Replaces characters that break a line, hide text or change the reading direction. */
export const toLine = (value: unknown): string =>
  String(value ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

/** "Nov 23, 2026, 3:05 PM UTC". */
export function formatTime(at: unknown): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(String(at)).toLocaleString('en-US', options)} UTC`.replace('\u202f', ' ')
}
