import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'

export type MailSettings = {
  server: {
    host: string
    port: number
    /** TLS from the first byte (smtps). */
    secure: boolean
    /** No TLS, no mail. */
    requireTLS: boolean
    auth?: { user: string; pass: string }
  }
  to: string
  from: string
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/
const AddressSchema = v.pipe(v.string(), v.maxLength(EMAIL_MAX_CHARACTERS), v.email())

/** How mail is sent, or what is wrong with the variables, as a sentence; `undefined`: none is wanted. */
export function mailSettings(
  url: string | undefined,
  to: string | undefined,
  from: string | undefined,
): MailSettings | string | undefined {
  if (url === undefined && to === undefined && from === undefined) return
  if (url === undefined || to === undefined || from === undefined)
    return 'SMTP_URL, MAIL_TO and MAIL_FROM must be set together.'
  const server = serverIn(url)
  if (!server) return 'SMTP_URL must be like smtps://user:password@mail.example.com or smtp://localhost:25.'
  if (!v.is(AddressSchema, to)) return 'MAIL_TO must be an e-mail address.'
  if (!v.is(AddressSchema, from)) return 'MAIL_FROM must be an e-mail address.'
  return { server, to, from }
}

/** A password goes over TLS only, unless the server is on this machine. */
function serverIn(typed: string): MailSettings['server'] | undefined {
  const url = URL.parse(typed)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const auth = authIn(url)
  if (auth === 'unreadable') return
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && auth !== undefined && !LOOPBACK.test(host),
    ...(auth && { auth }),
  }
}

/** Percent signs stand for characters that an address cannot hold. */
function authIn({ username, password }: URL): { user: string; pass: string } | undefined | 'unreadable' {
  if (username === '' && password === '') return
  if (username === '' || password === '') return 'unreadable'
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return 'unreadable'
  }
}
