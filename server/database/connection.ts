import { SQL } from 'bun'
import { DeadlineError, startDeadline } from '#server/lib/deadline.ts'
import { DatabaseAwayError, OperatorError, StorageError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { createSemaphore } from '#server/lib/mutex.ts'
import { createConnectionPool, SERVER_LIMITS } from './connection-pool.ts'

/** The default limit of a call. */
const LIMIT_MS = 1_200
/** Of every call while the database is known to be away. */
const AWAY_LIMIT_MS = 400
/** How long a call is repeated. A restart of the server usually takes less. */
const RETRIES_MS = 1_200
const RETRY_MS = 50
/** After a query has failed, others fail at once for so long: a request that waits for several must not add them up. */
const FAIL_FAST_MS = 250
/** How long a call may wait for a connection. Then its visitor is no longer there, or tries again. */
const QUEUE_LIMIT_MS = 8_000
/** Calls with a longer limit leave most connections to the others. */
const LONG_CALLS_MAX = 4
/** At startup, another process may be migrating. */
const PREPARE_LIMIT_MS = 30_000
/** In bytes per millisecond: 2 Mbit/s. */
const SLOWEST_LINK = 250

/** The limit of a call that may read many bytes. */
export const LARGE_READ_MS = 30_000
/** The limit of a call that sends so many bytes. */
export const limitFor = (bytes: number): number => LIMIT_MS + Math.ceil(bytes / SLOWEST_LINK)

/**
 * SQLSTATEs of states that pass: lost connections, a server that starts, stops, is read-only after a failover or lacks
 * resources, deadlocks. 57014 is a statement that took too long, and would again.
 */
const PASSING = /^(?:08|25006|40|53|57(?!014)|58)/
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

/** Connections to PostgreSQL that survive the server's absence. */
export function createConnection({ url, prepare, log }: ConnectionOptions) {
  const pool = createConnectionPool(url)
  const longCalls = createSemaphore(LONG_CALLS_MAX)
  let preparing: Promise<void> | undefined
  let awaySince: number | undefined
  /** The last call that was given up because the server was away. */
  let givenUp: { at: number; error: DatabaseAwayError } | undefined
  /** The last time that a call was answered. */
  let answeredAt = 0
  let failures = 0
  let isClosed = false

  /** Shared by the calls that wait for it. */
  function prepared(): Promise<void> {
    preparing ??= prepareOnce().catch((error) => {
      preparing = undefined
      throw error
    })
    return preparing
  }

  async function prepareOnce(): Promise<void> {
    const client = pool.take()
    const deadline = startDeadline(PREPARE_LIMIT_MS)
    try {
      await deadline.limit(prepare(client.sql))
    } finally {
      deadline.end()
      pool.drop(client)
    }
  }

  function succeeded() {
    answeredAt = performance.now()
    givenUp = undefined
    if (awaySince === undefined) return
    log.info('database connection recovered', { awayMs: Math.round(performance.now() - awaySince) })
    awaySince = undefined
  }

  function notReached(error: unknown) {
    if (awaySince === undefined) log.warn('database connection lost', { reason: reasonOf(error) })
    awaySince ??= performance.now()
  }

  function giveUp(error: unknown): never {
    givenUp = { at: performance.now(), error: new DatabaseAwayError(error) }
    throw givenUp.error
  }

  function assertAvailable() {
    if (isClosed) throw new DatabaseAwayError('closed')
    if (givenUp && performance.now() - givenUp.at < FAIL_FAST_MS) throw givenUp.error
  }

  /**
   * Runs queries on a separate connection, and runs them again after a failure that passes: `work` only reads, or has the
   * same effect twice, also when others have changed the same in between. For all else there is `transaction`. `limitMs` is
   * the limit of a run, without the time in the queue; one that takes longer ends with its connection, and no other call is
   * affected. Throws `DatabaseAwayError`, `StorageError` for other errors of PostgreSQL, and what `work` throws.
   */
  async function run<T>(work: (sql: SQL) => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
    assertAvailable()
    const queuedAt = performance.now()
    const call = () =>
      pool.semaphore(async () => {
        assertAvailable()
        if (performance.now() - queuedAt > QUEUE_LIMIT_MS) throw new DatabaseAwayError('too many calls wait')
        return runPatiently(work, limitMs)
      })
    return limitMs > LIMIT_MS ? longCalls(call) : call()
  }

  async function runPatiently<T>(work: (sql: SQL) => Promise<T>, limitMs: number): Promise<T> {
    let retries: ReturnType<typeof startDeadline> | undefined
    try {
      for (;;) {
        const client = pool.take()
        const startedAt = performance.now()
        const deadline = startDeadline(givenUp ? AWAY_LIMIT_MS : limitMs)
        try {
          const result = await deadline.limit(prepared().then(() => work(client.sql)))
          pool.giveBack(client)
          succeeded()
          return result
        } catch (error) {
          if (!isPassing(error) && !isRejected(error)) {
            pool.giveBack(client)
            throw toStorageError(error)
          }
          failures++
          if (error instanceof DeadlineError) await endOverdue(client, error, startedAt)
          pool.drop(client)
          notReached(error)
          retries ??= startDeadline(givenUp ? AWAY_LIMIT_MS : RETRIES_MS)
          if (isClosed || isRejected(error) || error instanceof DeadlineError || retries.leftMs() <= RETRY_MS)
            giveUp(error)
        } finally {
          deadline.end()
        }
        await Bun.sleep(RETRY_MS)
      }
    } finally {
      retries?.end()
    }
  }

  /** Throws `DatabaseAwayError` where the server answers others: only this call was too slow, or waited for a lock. */
  async function endOverdue(
    client: ReturnType<typeof pool.take>,
    error: DeadlineError,
    startedAt: number,
  ): Promise<void> {
    const isAnswering = await pool.end(client)
    if (!isAnswering && answeredAt < startedAt) return
    log.warn('database query ended', { reason: 'it took longer than its limit' })
    throw new DatabaseAwayError(error)
  }

  function toStorageError(error: unknown): unknown {
    if (!(error instanceof SQL.PostgresError)) return error
    log.error('database query failed', { reason: reasonOf(error) })
    return new StorageError(error)
  }

  /**
   * Runs `work` in a transaction that takes effect once: where the answer to COMMIT is lost, the server is asked whether it was
   * committed. Before that, `work` may run again. Everything else is as in `run`.
   */
  function transaction<T>(work: (tx: SQL) => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
    let last: { id: string; value: T } | undefined
    return run(async (sql) => {
      if (last && (await isCommitted(sql, last.id))) return last.value
      last = undefined
      return sql.begin(async (tx) => {
        if (limitMs > SERVER_LIMITS.idle_in_transaction_session_timeout) await raiseServerLimits(tx, limitMs)
        const value = await work(tx)
        const [{ id }] = await tx<[{ id: string }]>`select pg_current_xact_id()::text as id`
        last = { id, value }
        return value
      })
    }, limitMs)
  }

  return {
    run,
    transaction,
    /** Whether the last query reached the database. */
    isReachable: () => awaySince === undefined,
    /** How many queries have failed because the database was away or too slow. */
    failures: () => failures,
    /** Waits a moment for queries. */
    async close(): Promise<void> {
      isClosed = true
      await pool.close()
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

const STATUS_POLL_MS = 20

/** Waits until the server knows: it may not have noticed yet that the connection was lost. */
async function isCommitted(sql: SQL, id: string): Promise<boolean> {
  for (;;) {
    const [{ status }] = await sql<[{ status: string | null }]>`
      select pg_xact_status(${id}::text::xid8) as status`.catch(unlessUnknown)
    if (status !== 'in progress') return status === 'committed'
    await Bun.sleep(STATUS_POLL_MS)
  }
}

/** A promoted standby may never have heard of the transaction. */
function unlessUnknown(error: unknown): [{ status: null }] {
  if (error instanceof SQL.PostgresError && error.errno === '22023') return [{ status: null }]
  throw error
}

/** To the server, a large value that is still arriving is a transaction that waits. The limit of the call comes first. */
const raiseServerLimits = (tx: SQL, limitMs: number) => tx`
  select set_config('statement_timeout', ${String(2 * limitMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(2 * limitMs)}, true)`

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
