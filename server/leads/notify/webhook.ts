import { Webhook } from 'standardwebhooks'
import { DeliveryError } from '#server/lib/delivery.ts'
import type { Channel, Notice } from './follow-log.ts'

export type WebhookSettings = {
  url: string
  /** `whsec_` and base64. */
  secret: string
}

/** For a receiver that never answers. */
const LIMIT_MS = 30_000
const SECRET_MIN_BYTES = 24
const SECRET_MAX_BYTES = 64
/** Traffic to this machine needs no encryption. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const GONE = 410

/** Checks the environment variables. Returns an error message for invalid ones, and `undefined` without any. */
export function webhookSettings(
  url: string | undefined,
  secret: string | undefined,
): WebhookSettings | string | undefined {
  if (url === undefined && secret === undefined) return
  if (url === undefined || secret === undefined) return 'WEBHOOK_URL and WEBHOOK_SECRET must be set together.'
  if (!isSafe(URL.parse(url)))
    return 'WEBHOOK_URL must begin with https://, or with http:// on this machine, and hold no user name.'
  if (!isSecret(secret))
    return `WEBHOOK_SECRET must be whsec_ and the base64 of ${SECRET_MIN_BYTES} to ${SECRET_MAX_BYTES} random bytes.`
  return { url, secret }
}

const isSafe = (url: URL | null) =>
  url !== null &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) &&
  url.username === '' &&
  url.password === ''

function isSecret(secret: string): boolean {
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const isWhole = secret === `whsec_${bytes.toString('base64')}`
  return isWhole && bytes.length >= SECRET_MIN_BYTES && bytes.length <= SECRET_MAX_BYTES
}

/**
 * Posts each notice to a URL, signed according to Standard Webhooks. 2xx: accepted. 410: the receiver is gone, and nothing
 * more is sent until the next start. Anything else, redirects included, is retried. Response bodies are not read.
 */
export function createWebhook({ url, secret }: WebhookSettings, now: () => Date, limitMs = LIMIT_MS): Channel {
  const webhook = new Webhook(secret)
  let isGone = false

  return {
    name: 'webhook',
    async deliver(notice, signal) {
      if (isGone) throw new DeliveryError('410', true)
      const body = JSON.stringify(bodyOf(notice))
      const id = `msg_${notice.id}`
      const at = now()
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      await response.body?.cancel()
      isGone = response.status === GONE
      if (!response.ok) throw new DeliveryError(String(response.status), isGone)
    },
  }
}

/** The password's hash is never sent. */
function bodyOf({ kind, record: { passwordHash, ...data } }: Notice) {
  return { type: `${kind}.created`, timestamp: data.at, data }
}
