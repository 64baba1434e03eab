import { systemClock } from '#server/lib/clock.ts'
import { DatabaseAwayError, OperatorError, StorageError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { assertFormat, jsonIn } from '#server/storage/stored-json.ts'
import { createClockCheck } from './clock-offset.ts'
import { createConnection, reasonOf, setupProblem } from './connection.ts'
import { createDeferredAppend } from './deferred-append.ts'
import { deleteExpired } from './delete-expired.ts'
import { createLogStates, type LogName } from './log-states.ts'
import { migrate } from './migrations.ts'
import { AUDIT_MAX_BYTES, createBackwardReader, createPostgresLog } from './postgres-log.ts'
import { createPostgresSaves } from './postgres-saves.ts'
import { createPushListener } from './push-listener.ts'
import { deleteRowsOfBefore } from './record-rows.ts'
import { createTableStore } from './table-store.ts'
import { tableOf } from './tables.ts'

/** How soon a process notices what others have stored, and that the database is back. */
const POLL_MS = 2_000
const CLEANING_MS = 10 * 60_000
/** At startup, another process may be migrating. */
const START_LIMIT_MS = 5_000

type DatabaseOptions = {
  url: string
  log: Pick<Log, 'warn' | 'info' | 'error'>
  /** Whether the process runs for long: then it may also start while the database is away. */
  isServer: boolean
  now?: () => Date
}

/**
 * Opens the site's tables in PostgreSQL, and creates them where they are missing. Throws `OperatorError` for what an
 * operator has to set up, and `DatabaseAwayError` unless `isServer`.
 */
export async function openDatabase({ url, log, isServer, now = systemClock }: DatabaseOptions) {
  const connection = connect({ url, log })
  const states = createLogStates(connection)
  const shared = { connection, states }
  const store = createTableStore(connection, tableOf)
  try {
    await connection.run((sql) => sql`select 1`, START_LIMIT_MS)
    await states.refresh()
    for (const { key, value } of await store.list(''))
      if (key.endsWith('.json')) assertFormat(jsonIn(value), `${key} in the database`)
  } catch (error) {
    const problem = setupProblem(error)
    if (!problem && isServer && error instanceof DatabaseAwayError) log.warn('database not reached at startup')
    else {
      await connection.close()
      throw problem ?? startError(error)
    }
  }
  const clock = isServer ? createClockCheck({ connection, now, log }) : undefined
  await clock?.measure()
  const auditLines = createPostgresLog('audit', { ...shared, maxBytes: AUDIT_MAX_BYTES })
  const auditAppend = createDeferredAppend(auditLines)
  const refresh = () => states.refresh().then(auditAppend.flush)
  const poll = isServer ? setInterval(() => void refresh().catch(() => {}), POLL_MS).unref() : undefined
  const cleaning = isServer
    ? setInterval(() => void deleteExpired(connection).catch(() => {}), CLEANING_MS).unref()
    : undefined

  return {
    connection,
    logOf: (name: LogName) => createPostgresLog(name, shared),
    audit: {
      lines: { ...auditLines, append: auditAppend.append },
      reader: createBackwardReader('audit', shared),
      /** Deletes the events of before a time (ISO 8601), unless all are. */
      removeBefore: (time: string) => connection.run((sql) => deleteRowsOfBefore(sql, 'audit', time)),
    },
    /** Accounts, sessions, keys, unsaved texts, used tokens, failed logins, and the progress of notifications. */
    store,
    saves: createPostgresSaves({ connection, url, onPush: createPushListener(url), log }),
    /** This process, as the holder of values. */
    holder: crypto.randomUUID() as string,
    /** Throws `DatabaseAwayError`. */
    assertReachable: async () => void (await connection.run((sql) => sql`select 1`)),
    /** For the readiness check. */
    state: (): 'ok' | 'away' => (connection.isReachable() ? 'ok' : 'away'),
    failures: connection.failures,
    /** `undefined` for a command. */
    clock,
    async close(): Promise<void> {
      clearInterval(poll)
      clearInterval(cleaning)
      clock?.close()
      await auditAppend.flush().catch(() => log.error('audit events lost', { count: auditAppend.waiting() }))
      await connection.close()
    },
  }
}

/** Throws `OperatorError` for a URL that the driver rejects, whose message may repeat parts of it. */
function connect({ url, log }: Pick<DatabaseOptions, 'url' | 'log'>) {
  try {
    return createConnection({ url, prepare: migrate, log })
  } catch {
    throw unusableUrl()
  }
}

/** A code is all that is certain not to contain the URL. */
function startError(error: unknown): unknown {
  if (error instanceof OperatorError || error instanceof DatabaseAwayError) return error
  if (!(error instanceof StorageError)) return unusableUrl()
  return new OperatorError(`PostgreSQL cannot be used with DATABASE_URL: ${reasonOf(error.cause)}.`)
}

const unusableUrl = () =>
  new OperatorError(
    'DATABASE_URL cannot be used. Check its port and parameters, and percent-encode special characters of user and password.',
  )

export type SiteDatabase = Awaited<ReturnType<typeof openDatabase>>
