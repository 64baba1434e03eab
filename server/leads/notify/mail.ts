import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { type Channel, CONNECT_LIMIT_MS, DELIVERY_LIMIT_MS, DeliveryError, type Notice } from './channel.ts'
import type { MailSettings } from './mail-settings.ts'
import { subjectOf, textOf } from './mail-text.ts'

export type MailOptions = MailSettings & {
  /** The product's name. */
  site(): string
  publicUrl: string | undefined
  /** For one mail, from the first byte to the last. */
  limitMs?: number
}

const timeouts = {
  dnsTimeout: CONNECT_LIMIT_MS,
  connectionTimeout: CONNECT_LIMIT_MS,
  greetingTimeout: CONNECT_LIMIT_MS,
  socketTimeout: DELIVERY_LIMIT_MS,
}
/** Answering machines keep quiet: their answer would go to somebody who never asked for it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
/** One plain address: nothing that a mail program could read as two, or as a name. */
const PLAIN_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/** Mails each notice to the vendor, and to nobody else (decision 26: whoever signed up has not verified the address). */
export function createMail({ server, to, from, site, publicUrl, limitMs = DELIVERY_LIMIT_MS }: MailOptions): Channel {
  const transport = lazily(async () => {
    // 20 MB that a site without mail does not need.
    const { default: nodemailer } = await import('nodemailer')
    return nodemailer.createTransport({ ...server, ...timeouts })
  })

  const mailOf = (notice: Notice) => ({
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
      const mailer = await transport()
      await mailer.sendMail({ ...mailOf(notice), signal: limit }).catch(failed)
    },
  }
}

/** Made when it is first asked for, once. */
function lazily<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const replyTo = (email: unknown) =>
  typeof email === 'string' && email.length <= EMAIL_MAX_CHARACTERS && PLAIN_ADDRESS.test(email)
    ? { replyTo: { name: '', address: email } }
    : {}

/** Codes only: what a server says may hold addresses, and in an unlucky moment the password. */
function failed(error: { code?: unknown; responseCode?: unknown }): never {
  throw new DeliveryError([error.code, error.responseCode].filter((one) => one !== undefined).join(' ') || 'unknown')
}
