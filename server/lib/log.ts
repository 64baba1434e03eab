import { AsyncLocalStorage } from 'node:async_hooks'
import { styleText } from 'node:util'
import pino from 'pino'
import { systemClock } from './clock.ts'
import { isDiskFull } from './errors.ts'
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
  const limit = limitFullDisk(now)
  const at =
    (one: LogLevel): LogEvent =>
    (event, fields) => {
      const limited = limit(fields)
      if (limited) logger[one]({ event, ...limited })
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const FULL_DISK_LINE_MS = 60_000

/** A full disk rejects every write: one line a minute says so, with the number of those since that were not written. */
function limitFullDisk(now: () => Date) {
  let lastMs: number | undefined
  let unwritten = 0
  return (fields: Record<string, unknown> = {}): Record<string, unknown> | undefined => {
    if (fields.disk !== FULL_DISK.disk) return fields
    const nowMs = now().getTime()
    if (lastMs !== undefined && nowMs >= lastMs && nowMs < lastMs + FULL_DISK_LINE_MS) {
      unwritten++
      return
    }
    const line = { ...fields, ...(unwritten > 0 && { unwritten }) }
    lastMs = nowMs
    unwritten = 0
    return line
  }
}

const FULL_DISK = { disk: 'full' }

/** Log fields of a thrown value. A full disk needs no stack: it is no bug. */
export const errorFields = (error: unknown) =>
  isDiskFull(error)
    ? { error: error.name, reason: error.message, ...FULL_DISK }
    : error instanceof Error
      ? { error: error.name, reason: error.message, stack: error.stack }
      : { error: typeof error }

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
export type RequestContext = {
  /** Short and not secret: users quote it to find their request in the log. */
  readonly id: string
  /** The network that the request came from (`networkOf`). */
  readonly network: string
  /** The id of the administrator who sent the request, once that is known. */
  administrator?: string
  /** Keeps the connection open for so long without a response, until the returned function is called. */
  readonly holdOpen?: (ms: number) => () => void
  /** The matched pattern, never the path itself: `/api/blog-posts/:id`. */
  route: string
  /** Why the request was rejected, without anything that the client sent. */
  reason?: string
  /** Background work and timers that outlive the request do not belong to it. */
  isFinished: boolean
}
const requests = new AsyncLocalStorage<RequestContext>()

/** Returns `undefined` outside of a request. */
export function currentRequest(): RequestContext | undefined {
  const context = requests.getStore()
  return context?.isFinished ? undefined : context
}

/** Whose turn it is in queues: the administrator or the network of the current request; empty outside of one. */
export function currentClient(): string {
  const request = currentRequest()
  return request?.administrator ?? request?.network ?? ''
}

/** Runs `work` and everything that it starts with this request as the current one. */
export const runInRequest = <T>(context: RequestContext, work: () => T): T => requests.run(context, work)
