import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'

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

/** A password needs TLS, unless the server is on this machine. */
function parseServer(input: string): MailSettings['server'] | undefined {
  const url = URL.parse(input)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const auth = parseAuth(url)
  if (auth === 'invalid') return
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && auth !== undefined && !LOOPBACK.test(host),
    ...(auth && { auth }),
  }
}

/** User name and password may be percent-encoded. */
function parseAuth({ username, password }: URL): { user: string; pass: string } | undefined | 'invalid' {
  if (username === '' && password === '') return
  if (username === '' || password === '') return 'invalid'
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return 'invalid'
  }
}
