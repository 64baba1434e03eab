import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'
import { Elysia } from 'elysia'
import pino from 'pino'
import type { TrustedProxies } from '#server/lib/ip.ts'
import { redact } from '#server/lib/redact.ts'
import { withStrictTransport } from './headers.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** An event, as noun and past participle, and its fields: never a password, a token or a whole e-mail address. */
export type LogEvent = (event: string, fields?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogEvent>

/**
 * Creates a log that writes one JSON line per event from `level` upwards: time, level, event, the request's id, and the redacted
 * fields. `write` is synchronous and receives the line without its line break.
 */
export function createLog(level: LogLevel, write: (line: string) => void, now = () => new Date()): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redact },
      mixin: requestFacts,
    },
    { write: (line) => write(line.slice(0, -1)) },
  )
  const at =
    (one: LogLevel): LogEvent =>
    (event, fields) =>
      logger[one]({ event, ...fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function requestFacts(): Record<string, string> {
  const request = currentRequest()
  return request ? { request: request.id } : {}
}

const COLORS = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const
type Level = keyof typeof COLORS
const isLevel = (level: unknown): level is Level => typeof level === 'string' && Object.hasOwn(COLORS, level)

/** Formats log lines for a terminal: `12:03:04 warn  commit deferred  waiting=2`. A stack trace follows below. */
export const prettyLog =
  (write: (line: string) => void) =>
  (line: string): void =>
    write(format(JSON.parse(line)))

function format({ time, level, event, stack, ...fields }: Record<string, unknown>): string {
  const known = isLevel(level) ? level : 'info'
  const pairs = Object.entries(fields).map(([name, value]) => `${styleText('dim', `${name}=`)}${plain(value)}`)
  const head = [clockOf(time), styleText(COLORS[known], known.padEnd(5)), styleText('bold', visible(String(event)))]
  const first = [...head, ...pairs].join(' ')
  return typeof stack === 'string' ? `${first}\n${styleText('dim', visible(stack))}` : first
}

/** In the local time zone. */
const clockOf = (time: unknown) => new Date(String(time)).toTimeString().slice(0, 8)

/** A plain word unquoted; anything else as JSON, so that its end is visible. */
const plain = (value: unknown) =>
  typeof value === 'string' && /^[\w./:*-]+$/.test(value) ? value : visible(JSON.stringify(value) ?? '')

/** Control characters in user input must not move the cursor or color the terminal. */
const visible = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, '·')

/** Log fields of a thrown value. */
export const errorFields = (error: unknown) =>
  error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : { error: typeof error }

/** The current request, in async local storage so that every log line names it. */
export type RequestContext = {
  /** Short and not secret: users quote it to find their request in the log. */
  readonly id: string
  /** The matched pattern, never the path itself: `/api/blog-posts/:id`. */
  route: string
  /** Background work and timers that outlive the request do not belong to it. */
  isFinished: boolean
}

const storage = new AsyncLocalStorage<RequestContext>()

export const runInRequest = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work)

/** Returns `undefined` outside of a request. */
export function currentRequest(): RequestContext | undefined {
  const context = storage.getStore()
  return context?.isFinished ? undefined : context
}

/** A finished request. `route` is the pattern of its path; `method` is whatever the client sent. */
export type RequestSummary = { method: string; route: string; status: number; ms: number }

export type AccessLogOptions = {
  log: Log
  /** Proxies whose `x-request-id` is kept. */
  trustedProxies: TrustedProxies
  /** The site's public URL is https. */
  tls?: boolean
  /** Called for each finished request. */
  count?: ((summary: RequestSummary) => void) | undefined
}

export type Handle = (request: Request) => Response | Promise<Response>
/** Responds to a request with `handle`; `peer` returns the IP address at the other end of the socket. */
export type Observe = (request: Request, handle: Handle, peer: () => string) => Promise<Response>

export const REQUEST_ID = 'x-request-id'
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
/** The route before the router has matched one: that of the pages. */
const UNROUTED = '/*'

/** Gives every request an id for its response and its log lines, writes the access log, and counts requests. */
export function createAccessLog({ log, trustedProxies, tls = false, count }: AccessLogOptions) {
  let inFlight = 0

  const observe: Observe = (request, handle, peer) => {
    const context = { id: idOf(request, peer), route: UNROUTED, isFinished: false }
    const startedMs = performance.now()
    inFlight++
    return runInRequest(context, async () => {
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
    const summary = { method, route: context.route, status, ms: toTenths(performance.now() - startedMs) }
    headers.set(REQUEST_ID, context.id)
    log[levelOf(summary)]('request', summary)
    count?.(summary)
    context.isFinished = true
    return withStrictTransport(response, tls)
  }

  return { observe, inFlight: () => inFlight }
}

const toTenths = (ms: number) => Math.round(ms * 10) / 10

/** Rejected clients and server errors need attention; API requests and client errors are the access log; pages are noise. */
function levelOf({ route, status }: RequestSummary): LogLevel {
  if (status === 503 || status === 507) return 'warn'
  if (status >= 500) return 'error'
  if ([401, 403, 429].includes(status)) return 'warn'
  return status >= 400 || isApi(route) ? 'info' : 'debug'
}

const isApi = (route: string) => /^\/(?:api|company|pricing)(?:\/|$)/.test(route)

/** Records the matched route for log and metrics. */
export const recordRoute = new Elysia({ name: 'record-route' }).onBeforeHandle({ as: 'global' }, ({ route }) => {
  const request = currentRequest()
  if (request) request.route = route
})
