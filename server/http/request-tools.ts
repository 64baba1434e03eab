import { clientIp, type TrustedProxies } from '#server/lib/ip.ts'
import { ForbiddenError, UnauthorizedError } from './errors.ts'

/**
 * A request must arrive, and its response be made, within this time (Bun checks every four seconds, so after twelve at the
 * latest). A route may extend it.
 */
export const IDLE_SECONDS = 10

/** A list of 500 posts that were never rendered takes five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180

/** Uploaded images arrive over slow connections and wait for their turn: as long as `readBytes` allows for the largest one. */
const ADMIN_TIMEOUT_SECONDS = 190

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
  app: {
    server: {
      timeout(request: Request, seconds: number): void
      requestIP(request: Request): { address: string } | null
    } | null
  }
  /** Whether a session token is valid. Never throws. */
  isValid(token: string): Promise<boolean>
  trustedProxies: TrustedProxies
  auditWith(addressOf: RequestTools['addressOf']): Audit
}

export function createRequestTools({ app, isValid, trustedProxies, auditWith }: Options): RequestTools {
  const isAdmin = requireAdmin(isValid)
  const addressOf = (request: Request) => {
    const peer = app.server?.requestIP(request)?.address ?? ''
    return clientIp(peer, request.headers.get('x-forwarded-for'), trustedProxies)
  }
  return {
    async requireAdmin(request) {
      await isAdmin(request)
      app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
    },
    addressOf,
    audit: auditWith(addressOf),
    extendTimeout: (seconds) => (request) => {
      app.server?.timeout(request, seconds)
      return () => app.server?.timeout(request, IDLE_SECONDS)
    },
  }
}

/** Throws `UnauthorizedError` without a valid session, and `ForbiddenError` for a write from another website. */
export type RequireAdmin = (request: Request) => Promise<void>

const READS = new Set(['GET', 'HEAD'])
/** Longer than any token of ours (300 characters), so that longer ones are not verified. */
const TOKEN_MAX_CHARACTERS = 2048

/**
 * Must be called first in every administrator's route, before the body is read or anything is looked up. `isValid` verifies a token;
 * it never throws.
 */
export function requireAdmin(isValid: (token: string) => Promise<boolean>): RequireAdmin {
  return async (request) => {
    const token = bearerOf(request)
    if (token === undefined || !(await isValid(token))) throw new UnauthorizedError()
    if (!READS.has(request.method)) assertSameOrigin(request)
  }
}

/** The bearer token of a request; `undefined` without one, or if it is too long to be ours. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token, ...rest] = (headers.get('authorization') ?? '').slice(0, TOKEN_MAX_CHARACTERS + 8).split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && token.length <= TOKEN_MAX_CHARACTERS && rest.length === 0
    ? token
    : undefined
}

/** Rejects a browser's write from another origin. Clients other than browsers send neither header. Throws `ForbiddenError`. */
export function assertSameOrigin({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === 'cross-site' || site === 'same-site')
    throw new ForbiddenError('Writes from another website are refused.')
  if (origin !== null && hostOf(origin) !== headers.get('host')?.toLowerCase()) {
    throw new ForbiddenError('Writes from another website are refused.')
  }
}

/** `undefined` for the opaque origin `null` and for invalid URLs. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

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
  address?: string | undefined
  /** The id of the post, category, tag or lead. */
  subject?: string | undefined
  /** One word. Never user input. */
  detail?: string | undefined
  /** The request id in the server's log. */
  request?: string | undefined
}

/** Appends an event of a request to the audit log. Resolves once it is on disk, or has failed; never throws. */
export type Audit = (
  request: Request,
  event: AuditEvent,
  fields?: Omit<Partial<AuditFields>, 'request'>,
) => Promise<void>
