import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'
import { Elysia } from 'elysia'
import pino from 'pino'
import { withStrictTransport } from '#server/http/responses.ts'
import { systemClock } from './clock.ts'
import { NotFoundError } from './errors.ts'
import type { TrustedProxies } from './ip.ts'
import { redact } from './redact.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** An event, as noun and past participle, and its fields: never a password, a token or a whole e-mail address. */
type LogEvent = (event: string, fields?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogEvent>

/**
 * Creates a log that writes one JSON line per event from `level` upwards: time, level, event, the request's id, and the redacted
 * fields. `write` is synchronous and receives the line without its line break.
 */
export function createLog(level: LogLevel, write: (line: string) => void, now = systemClock): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      mixin: () => ({ request: currentRequest()?.id }),
    },
    { write: (line) => write(line.slice(0, -1)) },
  )
  const at =
    (one: LogLevel): LogEvent =>
    (event, fields) =>
      logger[one]({ event, ...fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Log fields of a thrown value. */
export const errorFields = (error: unknown) =>
  error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : { error: typeof error }

const COLORS = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const
type LogLine = { time: string; level: LogLevel; event: string; stack?: string }

/** Formats log lines for a terminal: `12:03:04 warn  commit deferred  waiting=2`, in local time. A stack trace follows below. */
export function prettyLog(write: (line: string) => void) {
  return (line: string): void => {
    const { time, level, event, stack, ...fields }: LogLine = JSON.parse(line)
    const pairs = Object.entries(fields).map(([name, value]) => `${styleText('dim', `${name}=`)}${plain(value)}`)
    const clock = new Date(time).toTimeString().slice(0, 8)
    const head = [clock, styleText(COLORS[level], level.padEnd(5)), styleText('bold', visible(event)), ...pairs]
    write(head.join(' ') + (stack ? `\n${styleText('dim', visible(stack))}` : ''))
  }
}

/** A plain word unquoted; anything else as JSON, so that its end is visible. */
const plain = (value: unknown) =>
  typeof value === 'string' && /^[\w./:*-]+$/.test(value) ? value : visible(JSON.stringify(value))

/** Control characters in user input must not move the cursor or color the terminal. */
const visible = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, '·')

/** The current request, in async local storage so that every log line names it. */
type RequestContext = {
  /** Short and not secret: users quote it to find their request in the log. */
  readonly id: string
  /** The matched pattern, never the path itself: `/api/blog-posts/:id`. */
  route: string
  /** Background work and timers that outlive the request do not belong to it. */
  isFinished: boolean
}
const requests = new AsyncLocalStorage<RequestContext>()

/** Returns `undefined` outside of a request. */
export function currentRequest(): RequestContext | undefined {
  const context = requests.getStore()
  return context?.isFinished ? undefined : context
}

/** A finished request. `route` is the pattern of its path; `method` is whatever the client sent. */
export type RequestSummary = { method: string; route: string; status: number; ms: number }

type Handle = (request: Request) => Response | Promise<Response>
/** Responds to a request with `handle`; `peer` returns the IP address at the other end of the socket. */
export type Observe = (request: Request, handle: Handle, peer: () => string) => Promise<Response>

const REQUEST_ID = 'x-request-id'
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
/** The route before the router has matched one: that of the pages. */
const UNROUTED = '/*'

/** Gives every request an id for its response and its log lines, and writes the access log. `tls`: the public URL is https. */
export function createAccessLog(log: Log, trustedProxies: TrustedProxies, tls: boolean) {
  let inFlight = 0
  let listener: ((summary: RequestSummary) => void) | undefined

  const observe: Observe = (request, handle, peer) => {
    const context = { id: idOf(request, peer), route: UNROUTED, isFinished: false }
    const startedMs = performance.now()
    inFlight++
    return requests.run(context, async () => {
      try {
        return finish(context, request.method, startedMs, await handle(request))
      } finally {
        inFlight--
      }
    })
  }

  /** Keeps the id that a trusted proxy set, so that its log and ours agree. */
  function idOf({ headers }: Request, peer: () => string): string {
    const sent = headers.get(REQUEST_ID)
    const isTrusted = sent !== null && ID_PATTERN.test(sent) && trustedProxies.includes(peer())
    return isTrusted ? sent : randomBytes(6).toString('hex')
  }

  function finish(context: RequestContext, method: string, startedMs: number, response: Response): Response {
    const { status, headers } = response
    const ms = Math.round((performance.now() - startedMs) * 10) / 10
    const summary = { method, route: context.route, status, ms }
    headers.set(REQUEST_ID, context.id)
    log[levelOf(summary)]('request', summary)
    listener?.(summary)
    context.isFinished = true
    return withStrictTransport(response, tls)
  }

  return {
    observe,
    inFlight: () => inFlight,
    /** Sets the listener for each finished request. */
    onFinished(next: (summary: RequestSummary) => void) {
      listener = next
    },
  }
}

const API = /^\/(?:api|company|pricing)(?:\/|$)/

/** Rejected clients and server errors need attention; API requests and client errors are the access log; pages are noise. */
function levelOf({ route, status }: RequestSummary): LogLevel {
  if ([401, 403, 429, 503, 507].includes(status)) return 'warn'
  if (status >= 500) return 'error'
  return status >= 400 || API.test(route) ? 'info' : 'debug'
}

/** Records the matched route for log and metrics. Throws `NotFoundError` for ids that no resource has. */
export const recordRoute = new Elysia({ name: 'record-route' }).onBeforeHandle(
  { as: 'global' },
  ({ route, params }) => {
    const request = currentRequest()
    if (request) request.route = route
    // Elysia passes an id that cannot be decoded, like `%zz`, as `null`, against its types.
    const ids: Record<string, unknown> = params ?? {}
    if (Object.values(ids).includes(null)) throw new NotFoundError()
  },
)
