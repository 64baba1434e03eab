import { SQL } from 'bun'
import { startDeadline } from '#server/lib/deadline.ts'
import { createSemaphore } from '#server/lib/mutex.ts'

const CONNECTIONS_MAX = 10
/** Seconds. */
const CONNECT_LIMIT = 5
const IDLE_LIMIT = 60
/** Ends what a process that was frozen or cut off has left open in the server. */
export const SERVER_LIMITS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 10_000 }
/** How long the server may take to end a connection: it does nothing else for it. */
const END_LIMIT_MS = 600

/** A client with one connection, so that a query that hangs can be ended without any other. `name`: PostgreSQL's for it. */
type Client = { sql: SQL; name: string }

export type ConnectionPool = ReturnType<typeof createConnectionPool>

/** Connections to PostgreSQL, each used by one call at a time. Throws what the driver throws for a URL that it rejects. */
export function createConnectionPool(url: string) {
  const idle: Client[] = [connect(url)]
  const all = new Set(idle)
  const semaphore = createSemaphore(CONNECTIONS_MAX)

  function take(): Client {
    const client = idle.pop() ?? connect(url)
    all.add(client)
    return client
  }

  function drop(client: Client): void {
    all.delete(client)
    client.sql.close({ timeout: 0 }).catch(() => {})
  }

  return {
    /** Runs `job` once a connection is free. */
    semaphore,
    take,
    /** Only after its queries have ended. */
    giveBack: (client: Client) => void idle.push(client),
    drop,
    /**
     * Ends a connection whose query has not ended, in the server too: there it would hold its locks, and might still be
     * committed. Returns whether the server answers.
     */
    async end(client: Client): Promise<boolean> {
      // First: without the lock that it waited for, it would go on to its COMMIT.
      drop(client)
      const other = connect(url)
      const deadline = startDeadline(END_LIMIT_MS)
      const ending = other.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${client.name}`
      try {
        await deadline.limit(ending)
        return true
      } catch {
        return false
      } finally {
        deadline.end()
        drop(other)
      }
    },
    /** Waits a moment for queries. */
    close: async (): Promise<void> => {
      await Promise.allSettled([...all].map(({ sql }) => sql.close({ timeout: 1 })))
    },
  }
}

function connect(url: string): Client {
  const name = `palletry ${crypto.randomUUID()}`
  const sql = new SQL(url, {
    max: 1,
    connectionTimeout: CONNECT_LIMIT,
    idleTimeout: IDLE_LIMIT,
    connection: { application_name: name, ...SERVER_LIMITS },
  })
  return { sql, name }
}
