import { randomBytes } from 'node:crypto'
import { CONFIRMATION_LIFETIME_MINUTES } from '#contract/confirmation.ts'
import { isExpectedError } from '#server/http/errors.ts'
import { DAY_MS, MINUTE_MS } from '#server/lib/clock.ts'
import { StorageError } from '#server/lib/errors.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { AllSessions, SessionStore, StoredSession } from './session-file.ts'

export const SESSION_DAYS = { idle: 14, max: 30 }
/** The clock may be set back by this much without a session appearing to come from the future. */
const CLOCK_LEEWAY_MS = 5 * MINUTE_MS
/** `lastUsed` is not written more often. */
const USE_INTERVAL_MS = MINUTE_MS
/** A new login beyond it ends the session that was not used for longest. */
export const SESSIONS_PER_ADMINISTRATOR = 20
const ID_BYTES = 16

export type SessionOptions = {
  store: SessionStore
  now(): Date
  log: Log
  /** Days without use after which a session ends, and days after which it ends in any case. */
  days?: { idle: number; max: number } | undefined
}
type Login = { administrator: string; address: string; browser: string }

/**
 * The sessions of all administrators, shared by the server and the shell commands. Each change is stored before it is returned,
 * and throws `StorageError` if it cannot be. In PostgreSQL, reading throws it, too.
 */
export function createSessions({ store, now, log, days = SESSION_DAYS }: SessionOptions) {
  const { current } = store
  /** Session ids whose use is being written. */
  const touching = new Map<string, Promise<void>>()
  /** When writing a use failed last: while the disk is full, not every request tries. */
  let failedMs = 0

  /** Stores what `edit` returns, without sessions that have ended. Returns whether anything changed. */
  const change = (edit: (before: AllSessions) => AllSessions): Promise<boolean> =>
    store
      .change((before) => {
        const after = edit(before)
        return after === before ? before : { ...after, sessions: after.sessions.filter(isOpen) }
      })
      .catch((error) => {
        throw isExpectedError(error) ? error : new StorageError(error)
      })

  function isOpen({ started, lastUsed }: StoredSession): boolean {
    return isWithin(started, days.max * DAY_MS) && isWithin(lastUsed, days.idle * DAY_MS)
  }
  /** Whether a time is in the last `ms` milliseconds. One from the future was stored while the clock was ahead. */
  function isWithin(time: string, ms: number): boolean {
    const age = now().getTime() - Date.parse(time)
    return age < ms && age > -CLOCK_LEEWAY_MS
  }

  /** Stores `changes` of a session, unless it has ended or `isDone` says that it has them already. */
  const update = (id: string, changes: Partial<StoredSession>, isDone = (_: StoredSession) => false) =>
    change((before) =>
      before.sessions.some((one) => one.id === id && !isDone(one))
        ? { ...before, sessions: before.sessions.map((one) => (one.id === id ? { ...one, ...changes } : one)) }
        : before,
    )

  let onEnd = () => {}
  /** Like `change`. What was known of sessions is void even if it is not certain that they ended. */
  const endSome = (edit: (before: AllSessions) => AllSessions) => change(edit).finally(() => onEnd())

  const isJustUsed = ({ lastUsed }: StoredSession) => isWithin(lastUsed, USE_INTERVAL_MS)

  /** The use may have been written since the session was read, by another request. */
  async function writeUse(id: string): Promise<void> {
    await update(id, { lastUsed: now().toISOString() }, isJustUsed).catch((error) => {
      failedMs = now().getTime()
      log.error('use of a session not written', errorFields(error.cause ?? error))
    })
    touching.delete(id)
  }

  return {
    /** Starts a confirmed session. `browser`: a name like `Firefox on Linux`. */
    async start({ administrator, address, browser }: Login): Promise<StoredSession> {
      const at = now().toISOString()
      const id = randomBytes(ID_BYTES).toString('base64url')
      const times = { started: at, lastUsed: at, confirmed: at }
      const session = { id, administrator, ...times, browser, address: anonymizeIp(address) }
      await change(({ sessions, links, ...before }) => {
        const own = sessions.filter((one) => one.administrator === administrator && isOpen(one)).sort(latestFirst)
        const ended = new Set(own.slice(SESSIONS_PER_ADMINISTRATOR - 1))
        return {
          ...before,
          sessions: [...sessions.filter((one) => !ended.has(one)), session],
          links: { [administrator]: newLinks(), ...links },
        }
      })
      return session
    },
    /** Returns a session that is still valid. */
    find: async (id: string) => (await current()).sessions.find((one) => one.id === id && isOpen(one)),
    /** Writes that a session is in use, at most once a minute. Never throws. */
    touch(session: StoredSession): void {
      const { id } = session
      if (isJustUsed(session) || touching.has(id)) return
      if (Math.abs(now().getTime() - failedMs) < USE_INTERVAL_MS) return
      touching.set(id, writeUse(id))
    },
    /** Returns whether there was such a session of this administrator. */
    end: (id: string, administrator: string) =>
      endSome((before) => {
        const sessions = before.sessions.filter((one) => one.id !== id || one.administrator !== administrator)
        return sessions.length === before.sessions.length ? before : { ...before, sessions }
      }),
    /** Ends all sessions of an administrator except one, and invalidates their preview links and device tokens. */
    endOthers: (administrator: string, id: string) =>
      endSome((before) => ({
        ...before,
        links: { ...before.links, [administrator]: newLinks() },
        sessions: before.sessions.filter((one) => one.id === id || one.administrator !== administrator),
      })),
    /** Ends all sessions of an administrator, and invalidates their preview links and device tokens. */
    endAllOf: (administrator: string) =>
      endSome(({ links: { [administrator]: _, ...links }, ...before }) => ({
        ...before,
        links,
        sessions: before.sessions.filter((one) => one.administrator !== administrator),
      })),
    /** Ends the sessions of everyone else, who may exist again once an older `admin.json` is restored. */
    endUnknown: (administrators: ReadonlySet<string>) =>
      endSome((before) => {
        const sessions = before.sessions.filter((one) => administrators.has(one.administrator))
        return sessions.length === before.sessions.length ? before : { ...before, sessions }
      }),
    /** Ends every session, and invalidates all preview links and device tokens. */
    endAll: () => endSome((before) => ({ ...before, sessions: [], links: {} })),
    /** Stores that the administrator was asked for the password, a code or a passkey just now. */
    confirm: (id: string) => update(id, { confirmed: now().toISOString() }),
    /** The valid sessions of an administrator, the last used first. */
    listOf: async (administrator: string) =>
      (await current()).sessions.filter((one) => one.administrator === administrator && isOpen(one)).sort(latestFirst),
    /** Whether sensitive actions need no confirmation. */
    isConfirmed: ({ confirmed }: StoredSession) => isWithin(confirmed, CONFIRMATION_LIFETIME_MINUTES * MINUTE_MS),
    /** What preview links and device tokens of this administrator contain until all their sessions are ended. */
    linksOf: async (administrator: string): Promise<string> => (await current()).links[administrator] ?? '',
    hasLinks: async (links: string) => Object.values((await current()).links).includes(links),
    /** What links to the preview of a branch contain until they are ended. */
    async startBranchLinks(name: string): Promise<string> {
      await change((before) => {
        const key = branchKey(name)
        return before.links[key] ? before : { ...before, links: { ...before.links, [key]: newLinks() } }
      })
      return (await current()).links[branchKey(name)] ?? ''
    },
    branchLinksOf: async (name: string): Promise<string> => (await current()).links[branchKey(name)] ?? '',
    /** Ends all links to the preview of a branch. Returns whether there were any. */
    endBranchLinks: (name: string) =>
      change((before) => {
        const { [branchKey(name)]: ended, ...links } = before.links
        return ended === undefined ? before : { ...before, links }
      }),
    /** Calls the one listener after this process has ended sessions. */
    onEnd(listener: () => void): void {
      onEnd = listener
    },
    /** Resolves when everything is written. */
    close: () => Promise.all(touching.values()),
  }
}
export type Sessions = ReturnType<typeof createSessions>

/** Until when sensitive actions of a session need no confirmation, ISO 8601. */
export const confirmedUntil = ({ confirmed }: Pick<StoredSession, 'confirmed'>): string =>
  new Date(Date.parse(confirmed) + CONFIRMATION_LIFETIME_MINUTES * MINUTE_MS).toISOString()

const latestFirst = (a: StoredSession, b: StoredSession) => b.lastUsed.localeCompare(a.lastUsed)
/** The id of an administrator has no colon. */
const branchKey = (name: string) => `branch:${name}`
const newLinks = () => randomBytes(ID_BYTES).toString('base64url')
