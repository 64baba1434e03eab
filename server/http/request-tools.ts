import { clientIp, type TrustedProxies } from '#server/lib/ip.ts'
import { HttpError, UnauthorizedError } from './errors.ts'
import { currentRequest } from './log.ts'

/**
 * A request must arrive, and its response be made, within this time (Bun checks every four seconds, so after twelve at the
 * latest). A route may extend it.
 */
export const IDLE_SECONDS = 10

/** A list of 500 posts that were never rendered takes five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180

/** Uploaded images arrive over slow connections and wait for their turn: as long as `readBytes` allows for the largest one. */
const ADMIN_TIMEOUT_SECONDS = 190

/** The events of the audit log. */
export type AuditEvent =
  | 'login.succeeded'
  /** `detail`: `password`, or `code` if the password was right. */
  | 'login.failed'
  /** The password was right; the code of the second factor was missing. */
  | 'login.code-requested'
  /** Logins from this IP address, or with this e-mail, are rejected for a while. */
  | 'login.locked'
  /** Logins with this e-mail require a proof of work for a while. */
  | 'login.proof-requested'
  | 'sessions.ended'
  | 'administrator.made'
  | 'administrator.changed'
  | 'password.reset'
  | 'second-factor.on'
  | 'second-factor.off'
  | 'recovery-code.used'
  | 'recovery-codes.made'
  | `${'post' | 'category' | 'tag'}.${'created' | 'changed' | 'deleted'}`
  | 'post.restored'
  | 'preview-link.issued'
  | `lead.${'marked' | 'erased'}`
  | 'leads.exported'

/** The fields of an event, besides its time. IP addresses and e-mails are passed in full; the log stores them shortened. */
export type AuditFields = {
  /** An e-mail, or `shell`, `environment`. */
  actor: string
  /** The client's IP address. */
  address?: string
  /** The id of the post, category, tag or lead. */
  subject?: string
  /** One word. Never user input. */
  detail?: string
  /** The request id in the server's log. */
  request?: string | undefined
}

/** Appends an event of a request to the audit log. Resolves once it is on disk, or has failed; never throws. */
export type Audit = (
  request: Request,
  event: AuditEvent,
  fields?: Omit<Partial<AuditFields>, 'request'>,
) => Promise<void>

/**
 * Throws `UnauthorizedError` without a valid session, and 403 for a write from another website. Must be called first in every
 * administrator's route, before the body is read or anything is looked up.
 */
export type RequireAdmin = (request: Request) => Promise<void>

/** What routes need to know about a request's client and session. */
export type RequestTools = {
  requireAdmin: RequireAdmin
  /** The client's IP address, behind trusted proxies too. */
  addressOf(request: Request): string
  audit: Audit
  /** Returns a function that extends a request's idle timeout and returns what restores it. */
  extendTimeout(seconds: number): (request: Request) => () => void
}

type Options = {
  /** The app; it has a server once it listens. */
  app: { server: Pick<Bun.Server<undefined>, 'timeout' | 'requestIP'> | null }
  /** Whether a session token is valid. Never throws. */
  isValid(token: string): Promise<boolean>
  trustedProxies: TrustedProxies
  /** Appends to the audit log. Never throws. */
  note(event: AuditEvent, fields: AuditFields): Promise<void>
  /** The administrator's e-mail. */
  email(): string
}

export function createRequestTools({ app, isValid, trustedProxies, note, email }: Options): RequestTools {
  const addressOf = (request: Request) => {
    const peer = app.server?.requestIP(request)?.address ?? ''
    return clientIp(peer, request.headers.get('x-forwarded-for'), trustedProxies)
  }
  return {
    async requireAdmin(request) {
      const token = bearerOf(request)
      if (token === undefined || !(await isValid(token))) throw new UnauthorizedError()
      if (!['GET', 'HEAD'].includes(request.method)) assertSameOrigin(request)
      app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
    },
    addressOf,
    audit: (request, event, fields) =>
      note(event, { actor: email(), address: addressOf(request), ...fields, request: currentRequest()?.id }),
    extendTimeout: (seconds) => (request) => {
      app.server?.timeout(request, seconds)
      return () => app.server?.timeout(request, IDLE_SECONDS)
    },
  }
}

/** The bearer token of a request; `undefined` without one, or if it is much longer than any of ours (300 characters). */
export const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer ([^ ]{1,2048})$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Rejects a browser's write from another origin with 403. Clients other than browsers send neither header. */
export function assertSameOrigin({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isForeign = origin !== null && URL.parse(origin)?.host !== headers.get('host')?.toLowerCase()
  if (isForeign || site === 'cross-site' || site === 'same-site')
    throw new HttpError(403, 'Writes from another website are refused.')
}
