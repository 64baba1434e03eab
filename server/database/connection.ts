import { SQL } from 'bun'
import { DeadlineError, startDeadline } from '#server/lib/deadline.ts'
import { DatabaseAwayError, OperatorError, StorageError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'

/** A restart of the server usually takes less. */
const DEADLINE_MS = 1_200
/** While the database is known to be away. */
const AWAY_DEADLINE_MS = 400
/** After a query has failed, others fail at once for so long: a request that waits for several must not add them up. */
const FAIL_FAST_MS = 250
const RETRY_MS = 50
const CONNECTIONS_MAX = 10
/** Seconds. */
const CONNECT_LIMIT = 5
const IDLE_LIMIT = 60
/** Ends what a process that was frozen or cut off has left open in the server. */
const SERVER_LIMITS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 10_000 }
/**
 * SQLSTATEs of states that pass: lost connections, a server that starts, stops, is read-only after a failover or lacks
 * resources, deadlocks.
 */
const PASSING = /^(?:08|25006|40|53|57|58)/
/** No login, no database: not soon another answer, but nothing reaches the database. */
const REJECTED = /^(?:28|3D)/
/** Missing databases, passwords, roles and rights: the message at startup. */
const SETUP_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'PostgreSQL does not accept the user or the password of DATABASE_URL.'],
  [/^3D/, 'The database that DATABASE_URL names does not exist.'],
  [
    /^(?:42501|3F)/,
    'The user of DATABASE_URL may not create the tables of the site. Make it the owner of the database.',
  ],
]

type ConnectionOptions = {
  url: string
  /** Runs once before the first query. */
  prepare(sql: SQL): Promise<void>
  log: Pick<Log, 'warn' | 'info' | 'error'>
}

/** A pool of connections to PostgreSQL that survives the server's absence. */
export function createConnection({ url, prepare, log }: ConnectionOptions) {
  let pool = connect(url)
  let preparing: Promise<void> | undefined
  let awaySince: number | undefined
  /** The last query that was given up. */
  let givenUp: { at: number; error: DatabaseAwayError } | undefined
  let failures = 0

  /** Shared by the queries that wait for it. */
  function prepared(): Promise<void> {
    preparing ??= prepare(pool).catch((error) => {
      preparing = undefined
      throw error
    })
    return preparing
  }

  function succeeded() {
    givenUp = undefined
    if (awaySince === undefined) return
    log.info('database connection recovered', { awayMs: Math.round(performance.now() - awaySince) })
    awaySince = undefined
  }

  function failed(error: unknown, used: SQL) {
    failures++
    if (awaySince === undefined) log.warn('database connection lost', { reason: reasonOf(error) })
    awaySince ??= performance.now()
    // Its connections wait for a server that does not answer, and would do so for minutes.
    if (error instanceof DeadlineError && used === pool) {
      pool = connect(url)
      used.close({ timeout: 0 }).catch(() => {})
    }
  }

  /**
   * Runs queries, and runs them again after a failure that passes, within a deadline. `work` must have the same effect when
   * an earlier run was committed and its answer lost. Throws `DatabaseAwayError`, `StorageError` for other errors of
   * PostgreSQL, and what `work` throws.
   */
  async function run<T>(work: (sql: SQL) => Promise<T>, limitMs?: number): Promise<T> {
    if (limitMs === undefined && givenUp && performance.now() - givenUp.at < FAIL_FAST_MS) throw givenUp.error
    const deadline = startDeadline(limitMs ?? (givenUp ? AWAY_DEADLINE_MS : DEADLINE_MS))
    try {
      for (;;) {
        const used = pool
        try {
          const result = await deadline.limit(prepared().then(() => work(used)))
          succeeded()
          return result
        } catch (error) {
          if (!isPassing(error) && !isRejected(error)) {
            if (!(error instanceof SQL.PostgresError)) throw error
            log.error('database query failed', { reason: reasonOf(error) })
            throw new StorageError(error)
          }
          failed(error, used)
          if (isRejected(error) || deadline.leftMs() <= RETRY_MS) {
            givenUp = { at: performance.now(), error: new DatabaseAwayError(error) }
            throw givenUp.error
          }
          await Bun.sleep(RETRY_MS)
        }
      }
    } finally {
      deadline.end()
    }
  }

  return {
    run,
    /** Whether the last query reached the database. */
    isReachable: () => awaySince === undefined,
    /** How many queries have failed because the database was away. */
    failures: () => failures,
    /** Waits a moment for queries. */
    close: () => pool.close({ timeout: 1 }).catch(() => {}),
  }
}
export type Connection = ReturnType<typeof createConnection>

const connect = (url: string) =>
  new SQL(url, {
    max: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_LIMIT,
    idleTimeout: IDLE_LIMIT,
    connection: { application_name: 'palletry', ...SERVER_LIMITS },
  })

/** Errors of the server have a SQLSTATE in `errno`, all others a name in `code`. */
const isPassing = (error: unknown): boolean =>
  error instanceof DeadlineError ||
  (error instanceof SQL.PostgresError &&
    (error.errno === undefined ? error.code.startsWith('ERR_POSTGRES_CONNECTION_') : PASSING.test(error.errno)))

const isRejected = (error: unknown): boolean => error instanceof SQL.PostgresError && REJECTED.test(error.errno ?? '')

/** A code: messages of the server may quote data, and those of the driver the host. */
export function reasonOf(error: unknown): string {
  if (error instanceof SQL.PostgresError) return error.errno ?? error.code
  return error instanceof DeadlineError ? error.message : 'unknown'
}

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno === '23505'

/** Returns an `OperatorError` for what an operator has to set up, and `undefined` for all else. */
export function setupProblem(error: unknown): OperatorError | undefined {
  const { cause } = error instanceof Error ? error : {}
  const state = cause instanceof SQL.PostgresError ? (cause.errno ?? '') : ''
  const [, message] = SETUP_PROBLEMS.find(([pattern]) => pattern.test(state)) ?? []
  return message === undefined ? undefined : new OperatorError(message)
}
