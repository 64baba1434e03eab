import type { WebhookSettings } from './webhook.ts'

const SECRET_MIN_BYTES = 24
const SECRET_MAX_BYTES = 64
/** This machine: nobody listens on the way. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Where the webhook goes, or what is wrong with the variables, as a sentence; `undefined`: none is wanted. */
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
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? ''
  const bytes = Buffer.from(encoded, 'base64')
  const whole = bytes.toString('base64') === encoded
  return whole && bytes.length >= SECRET_MIN_BYTES && bytes.length <= SECRET_MAX_BYTES
}
