import pino from 'pino'
import { withoutSecrets } from './log-redact.ts'
import { currentRequest } from './request-context.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]
export const isLogLevel = (text: string): text is LogLevel => levels.some((level) => level === text)

/** One event, named in few words, with plain facts beside it: never a password, a token or a whole e-mail address. */
export type LogEvent = (event: string, facts?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogEvent>

/**
 * A log that writes one JSON line per event from `level` upwards: time, level, event, the id of the request that is being
 * handled, and the facts, cleaned of what looks personal or secret. `write` takes the line without its line break, at once.
 */
export function createLog(level: LogLevel, write: (line: string) => void, now = () => new Date()): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      mixin: requestFacts,
    },
    { write: (line) => write(line.slice(0, -1)) },
  )
  const at =
    (one: LogLevel): LogEvent =>
    (event, facts) =>
      logger[one]({ event, ...facts })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function requestFacts(): Record<string, string> {
  const request = currentRequest()
  return request ? { request: request.id } : {}
}
