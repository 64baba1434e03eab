import type * as v from 'valibot'
import { CONFIRMATION_NEEDED, type ConfirmationKind } from '#contract/confirmation.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { validate } from '#contract/validate.ts'
import { browserName } from '#server/lib/browser-name.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { clientIp, type TrustedProxies } from '#server/lib/ip.ts'
import { currentRequest } from '#server/lib/log.ts'
import type { AuditEvent, AuditFields } from './audit-event.ts'
import { isConfirmedOperation } from './confirmed-operations.ts'
import { HttpError, UnauthorizedError } from './errors.ts'

/**
 * A request must arrive, and its response be made, within this time (Bun checks every four seconds, so after twelve at the
 * latest). A route may extend it.
 */
export const IDLE_SECONDS = 10

/** A list of 500 posts that were never rendered takes five seconds on an idle machine, longer behind other lists. */
export const LIST_TIMEOUT_SECONDS = 180

/** Uploaded images arrive over slow connections and wait for their turn: as long as `readBytes` allows for the largest one. */
const ADMIN_TIMEOUT_SECONDS = 190

/** Who sent a request. */
export type Identity = {
  session: { id: string; isConfirmed: boolean }
  administrator: { id: string; name: string; email: string; author: string | null }
  /** How this administrator confirms a sensitive action. */
  confirmation: ConfirmationKind
}

type Options = {
  /** The app; it has a server once it listens. */
  app: { server: Pick<Bun.Server<undefined>, 'timeout' | 'requestIP'> | null }
  /** Returns who has this token; `undefined` without a valid session. Throws `DatabaseAwayError` when that cannot be known. */
  identify(token: string, request: Request): Promise<Identity | undefined>
  trustedProxies: TrustedProxies
  /** Throws 403 for a browser's write from another origin. */
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

/** What routes need to know about a request's client and session. */
export function createRequestTools({ app, identify, trustedProxies, assertSameOrigin, note }: Options) {
  const identities = new WeakMap<Request, Identity>()
  const addressOf = (request: Request) => {
    const peer = app.server?.requestIP(request)?.address ?? ''
    return clientIp(peer, request.headers.get('x-forwarded-for'), trustedProxies)
  }

  const clientOf = (request: Request) => ({
    address: addressOf(request),
    browser: browserName(request.headers.get('user-agent') ?? ''),
  })

  const assertConfirmed = ({ session, confirmation }: Identity) => {
    if (!session.isConfirmed) throw new ConfirmationNeededError(confirmation)
  }

  async function requireAdmin(request: Request): Promise<Identity> {
    const token = bearerOf(request)
    const identity = token === undefined ? undefined : await identify(token, request)
    if (!identity) throw new UnauthorizedError()
    if (!['GET', 'HEAD'].includes(request.method)) assertSameOrigin(request)
    app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
    identities.set(request, identity)
    const context = currentRequest()
    if (context) context.administrator = identity.administrator.id
    if (isConfirmedOperation(request.method, context?.route)) assertConfirmed(identity)
    return identity
  }

  return {
    /**
     * Returns who sent the request. Throws `UnauthorizedError` without a valid session, and 403 for a write from another website, or
     * without a confirmation within the last ten minutes where the operation always requires one (see `confirmedEffects`).
     * Must be called first in every administrator's route, before the body is read or anything is looked up.
     */
    requireAdmin,
    /** Throws 403 when the session was not confirmed within the last ten minutes: for operations that sometimes require that. */
    async requireConfirmation(request: Request): Promise<void> {
      assertConfirmed(identities.get(request) ?? (await requireAdmin(request)))
    },
    /** Throws 403 for a browser's write from another website. Routes without `requireAdmin` call it first. */
    assertSameOrigin,
    /** The client's IP address, behind trusted proxies too. */
    addressOf,
    /** The client's IP address, and the name of its browser. */
    clientOf,
    /** Appends an event to the audit log; the actor is who sent the request, unless given. Resolves once it is on disk, or has failed; never throws. */
    audit: (request: Request, event: AuditEvent, fields?: Omit<Partial<AuditFields>, 'request'>): Promise<void> =>
      note(event, {
        ...clientOf(request),
        actor: identities.get(request)?.administrator.email ?? 'unknown',
        by: identities.get(request)?.administrator.id,
        ...fields,
        request: currentRequest()?.id,
      }),
    /** Returns a function that extends a request's idle timeout and returns what restores it. */
    extendTimeout: (seconds: number) => (request: Request) => {
      app.server?.timeout(request, seconds)
      return () => app.server?.timeout(request, IDLE_SECONDS)
    },
  }
}
export type RequestTools = ReturnType<typeof createRequestTools>
export type RequireAdmin = RequestTools['requireAdmin']
export type RequireConfirmation = RequestTools['requireConfirmation']
export type Audit = RequestTools['audit']

/** The bearer token of a request; `undefined` without one, or if it is much longer than any of ours (300 characters). */
export const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer ([^ ]{1,2048})$/i.exec(headers.get('authorization') ?? '')?.[1]

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']
const JSON_MAX_DEPTH = 32
/** Of bodies without files. */
const TEXT_LIMITS: BodyLimits = { maxBytes: JSON_MAX_BYTES }

/**
 * Reads the body as JSON, not validated. Throws `HttpError`, like all functions here. Every route reads its body with one of them
 * (`parse: 'none'`): Elysia's own parser turns the title `{"a":1}` into an object.
 */
export async function readJson(
  request: Request,
  { maxDepth = JSON_MAX_DEPTH, ...limits }: BodyLimits & { maxDepth?: number } = TEXT_LIMITS,
): Promise<unknown> {
  if (mediaType(request) !== 'application/json') throw new HttpError(415, 'Please send JSON.')
  const parsed = parseJson(await readBytes(request, limits))
  if (isDeeper(parsed, maxDepth)) throw new HttpError(400, 'This JSON is nested too deeply.')
  return parsed
}

/** Reads the body as form fields, multipart or urlencoded. */
export async function readForm(request: Request, limits = TEXT_LIMITS): Promise<FormData> {
  if (!FORM_TYPES.includes(mediaType(request))) throw new HttpError(415, 'Please send a form.')
  const bytes = await readBytes(request, limits)
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new HttpError(400, 'This form could not be read.')
  }
}

/** Reads text fields from JSON or a form; of repeated names the last value wins. */
export async function readFields(request: Request, limits = TEXT_LIMITS): Promise<unknown> {
  if (!FORM_TYPES.includes(mediaType(request))) return readJson(request, limits)
  return Object.fromEntries(await readForm(request, limits))
}

const mediaType = ({ headers }: Request) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'This is not valid JSON.')
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

/** The deadline of a body … */
const BODY_DEADLINE_MS = 10_000
/** … is extended by what has arrived, for large images over slow connections: 64 kB per second. */
const SLOWEST_BYTES_PER_MS = 64

type BodyLimits = { maxBytes: number; deadlineMs?: number }

/**
 * Reads the whole body, at most `maxBytes`: a longer one is rejected by its Content-Length, a chunked one as soon as it passes the
 * limit. The rest of a body that is too large or late is not read, so the connection closes.
 */
export async function readBytes(request: Request, { maxBytes, deadlineMs = BODY_DEADLINE_MS }: BodyLimits) {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const due = performance.now() + deadlineMs
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { value } = await inTime(() => reader.read(), due + size / SLOWEST_BYTES_PER_MS - performance.now())
      if (!value) return new Uint8Array(Buffer.concat(chunks))
      size += value.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    // The connection broke.
    throw error instanceof HttpError ? error : new HttpError(400, 'This request could not be read.')
  }
}

const CLOSE = { connection: 'close' }
const MB = 1024 * 1024

function tooLarge(maxBytes: number): HttpError {
  const size = maxBytes >= MB ? `${Math.floor(maxBytes / MB)} MB` : `${Math.floor(maxBytes / 1024)} kB`
  return new HttpError(413, `This is too large: at most ${size} can be sent.`, CLOSE)
}

/** Throws a 408 after `ms`; at once if none are left, because a timer may wait behind chunks that keep arriving. */
async function inTime<T>(work: () => Promise<T>, ms: number): Promise<T> {
  const tooLate = () => new HttpError(408, 'The request took too long to arrive. Please try again.', CLOSE)
  if (ms <= 0) throw tooLate()
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(tooLate()), ms)
  try {
    return await Promise.race([work(), deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the validated output of the schema. Throws `ValidationError`, which never repeats the input. */
export function parseOrThrow<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = validate(schema, input)
  if (!result.ok) throw new ValidationError(result.errors)
  return result.value
}

/** The query parameters. The last value of a repeated one counts. */
export const queryOf = ({ url }: Request): Record<string, string> => Object.fromEntries(new URL(url).searchParams)

/** The same without parameters of an empty value. */
export const filledQueryOf = ({ url }: Request): Record<string, string> =>
  Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''))
