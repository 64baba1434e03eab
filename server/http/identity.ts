import { CONFIRMATION_NEEDED, type ConfirmationKind } from '#contract/confirmation.ts'
import { browserName } from '#server/lib/browser-name.ts'
import { clientIp, type TrustedProxies } from '#server/lib/ip.ts'
import { currentRequest } from '#server/lib/log.ts'
import type { AuditEvent, AuditFields } from './audit-event.ts'
import { queryOf } from './body.ts'
import { HttpError, UnauthorizedError } from './errors.ts'

/**
 * A request must arrive, and its response be made, within this time (Bun checks every four seconds, so after twelve at the
 * latest). A route may extend it.
 */
export const IDLE_SECONDS = 10

/** Uploaded images arrive over slow connections and wait for their turn: as long as `readBytes` allows for the largest one. */
const ADMIN_TIMEOUT_SECONDS = 190

/** An administrator. `author`: the id of the author that the account is linked to. */
export type Person = { id: string; name: string; email: string; author: string | null }

/** Who sent a request. */
export type Identity = {
  person: Person
  session: { id: string }
  /** Whether the session was confirmed within the last ten minutes. */
  confirmed: boolean
  /** How this administrator confirms a sensitive action. */
  confirmation(): ConfirmationKind
}

/**
 * Who may send a request. `public`: anybody, but no write from another website. `form`: a form of visitors, which a browser without
 * scripts may send; its errors are pages, so the handler checks the origin and reads the body. `administrator`: with a session.
 * `{ states }`: an administrator if the parameter `state` has one of these values, otherwise anybody. `metrics`: with METRICS_TOKEN,
 * which the handler checks.
 */
export type Access = 'public' | 'form' | 'administrator' | 'metrics' | { states: readonly string[] }

/** What a confirmation within the last ten minutes is required for, in the order of docs/administrators.md. */
export const confirmedEffects = [
  'reads leads at once',
  'ends other sessions',
  'deletes for good',
  'publishes a branch',
  'changes what pages say',
  'changes who logs in, and how',
] as const

/** `when`: only in these cases, which the handler knows; it calls `requireConfirmation`. */
export type Confirmation = { effect: (typeof confirmedEffects)[number]; when?: string }

/** The client of a request, and what is recorded of it. */
export type Sender = {
  request: Request
  /** The IP address at the other end of the connection: a proxy, or the client. */
  readonly peer: string
  /** The client's IP address, behind trusted proxies too. */
  readonly address: string
  /** The client's IP address, and the name of its browser. */
  readonly client: { address: string; browser: string }
  /** Appends an event to the audit log; the actor is who sent the request, unless given. Resolves once it is on disk, or has failed; never throws. */
  audit(event: AuditEvent, fields?: Omit<Partial<AuditFields>, 'request'>): Promise<void>
  /** Throws 403 for a browser's write from another website. Called for every write, except of access `form`. */
  assertSameOrigin(): void
  /** Extends the idle timeout of the request; returns what restores it. */
  extendTimeout(seconds: number): () => void
}

/** A sender whose session is known, if the request needs one. */
export type Identified<Who extends Identity | undefined = Identity | undefined> = Sender & {
  who: Who
  /** Throws 403 when the session was not confirmed within the last ten minutes: where only some requests require that. */
  requireConfirmation(): void
  /** Whether the session is valid at this moment: for responses that take long. */
  isLoggedIn(): Promise<boolean>
}

type Options = {
  /** The app; it has a server once it listens. */
  app: { server: Pick<Bun.Server<undefined>, 'timeout' | 'requestIP'> | null }
  /** Returns who has this token; `undefined` without a valid session. Throws `DatabaseAwayError` when that cannot be known. */
  identify(token: string, request: Request): Promise<Identity | undefined>
  trustedProxies: TrustedProxies
  assertSameOrigin(request: Request): void
  /** Appends to the audit log, and notifies administrators of what concerns them. Never throws. */
  note(event: AuditEvent, fields: AuditFields): Promise<void>
}

/** The administrator has to enter the password or a code again before this action. */
export class ConfirmationNeededError extends HttpError {
  constructor(confirmation: ConfirmationKind) {
    super(403, CONFIRMATION_NEEDED, {}, { confirmation })
  }
}

/**
 * Returns a function that finds out who sends a request, once, before its body is read or anything is looked up. It throws
 * `UnauthorizedError` without a valid session where one is needed, and 403 for a write from another website or without a
 * confirmation that the endpoint always requires.
 */
export function createIdentification({ app, identify, trustedProxies, assertSameOrigin, note }: Options) {
  async function identityOf(request: Request): Promise<Identity> {
    const token = bearerOf(request)
    const who = token === undefined ? undefined : await identify(token, request)
    if (!who) throw new UnauthorizedError()
    app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
    const context = currentRequest()
    if (context) context.administrator = who.person.id
    return who
  }

  const assertConfirmed = (who: Identity | undefined) => {
    if (who && !who.confirmed) throw new ConfirmationNeededError(who.confirmation())
  }

  return async (
    { access, confirms }: { access: Access; confirms?: Confirmation },
    request: Request,
  ): Promise<Identified> => {
    const isWrite = !['GET', 'HEAD'].includes(request.method)
    const who = requiresSession(access, request) ? await identityOf(request) : undefined
    if (isWrite && access !== 'form') assertSameOrigin(request)
    if (confirms && confirms.when === undefined) assertConfirmed(who)
    const peerOf = () => app.server?.requestIP(request)?.address ?? ''
    const addressOf = () => clientIp(peerOf(), request.headers.get('x-forwarded-for'), trustedProxies)
    const clientOf = () => ({
      address: addressOf(),
      browser: browserName(request.headers.get('user-agent') ?? ''),
    })
    return {
      request,
      who,
      get peer() {
        return peerOf()
      },
      get address() {
        return addressOf()
      },
      get client() {
        return clientOf()
      },
      audit: (event, fields) =>
        note(event, {
          ...clientOf(),
          actor: who?.person.email ?? 'unknown',
          by: who?.person.id,
          ...fields,
          request: currentRequest()?.id,
        }),
      assertSameOrigin: () => assertSameOrigin(request),
      requireConfirmation: () => assertConfirmed(who),
      isLoggedIn: async () => {
        const now = await identify(bearerOf(request) ?? '', request)
        return now !== undefined && now.session.id === who?.session.id
      },
      extendTimeout(seconds) {
        app.server?.timeout(request, seconds)
        return () => app.server?.timeout(request, IDLE_SECONDS)
      },
    }
  }
}
export type Identify = ReturnType<typeof createIdentification>

function requiresSession(access: Access, request: Request): boolean {
  if (access === 'administrator') return true
  return typeof access !== 'string' && access.states.includes(queryOf(request).state ?? '')
}

/** The bearer token of a request; `undefined` without one, or if it is much longer than any of ours (300 characters). */
export const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer ([^ ]{1,2048})$/i.exec(headers.get('authorization') ?? '')?.[1]
