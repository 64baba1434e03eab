const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]
export const isLogLevel = (text: string): text is LogLevel => levels.some((level) => level === text)

/** One event, named in few words, with plain facts beside it: never a password, a token or a whole e-mail address. */
export type LogEvent = (event: string, facts?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogEvent>

/** A log that writes one JSON line per event from `level` upwards. `write` takes the line without its line break. */
export function createLog(level: LogLevel, write: (line: string) => void, now = () => new Date()): Log {
  const at = (one: LogLevel): LogEvent =>
    levels.indexOf(one) < levels.indexOf(level)
      ? () => {}
      : (event, facts) => write(JSON.stringify({ time: now().toISOString(), level: one, event, ...facts }))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
