import type { LogRecord } from '#server/storage/log-lines.ts'

/** `2026-03-01 10:00:00  login.failed  a…@example.com  203.0.113.0/24  password`: a line of the audit log for people, in UTC. */
export function auditLine(record: LogRecord): string {
  const { time, event, actor, address, subject, detail, request, unwritten } = record
  const facts = [actor, address, subject, detail].map(plain).filter(Boolean)
  const more = [
    request && `request ${plain(request)}`,
    unwritten && `${plain(unwritten)} failures before it not listed`,
  ]
  const when = plain(time).slice(0, 19).replace('T', ' ')
  return [when, plain(event).padEnd(EVENT_WIDTH), ...facts, ...more.filter(Boolean)].join('  ')
}

/** The longest name of an event. */
const EVENT_WIDTH = 'administrator.changed'.length

/** What somebody sent could otherwise give orders to the terminal. */
const plain = (value: unknown) => (value === undefined ? '' : String(value).replace(/\p{C}/gu, ' '))
