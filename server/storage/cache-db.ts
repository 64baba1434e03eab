import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorFields, type Log } from '#server/lib/log.ts'

/** Raise this when the meaning of stored data changes. A changed table is noticed without it. */
const VERSION = 7
const FILE_NAME = `cache-v${VERSION}.sqlite`
/** Files of other versions, and folders of releases before the database. */
const OUTDATED = /^(?:cache-v\d+\.sqlite(?:-wal|-shm)?|html|sources)$/
/** Otherwise any overlap with another reader of the file throws at once. */
const BUSY_TIMEOUT_MS = 2000

/** The database was lost and replaced by an empty one: derived data has to be made again. */
export class CacheLostError extends Error {
  override name = 'CacheLostError'
}

type Options = {
  /** `undefined`: in memory, for commands that must not write. */
  privateDir: string | undefined
  /** Statements that create the tables of each feature. */
  schema: readonly string[]
  log: Pick<Log, 'warn' | 'info'>
}

/**
 * Opens the database of data that can be made again from the content and the logs. Creates it where it is missing, and
 * replaces a damaged one. Works in memory where the folder or the disk does not take it. Only the server writes to it.
 * Statements come from `db.query(sql)` inside the action, which caches them, because the database may be another one at
 * the next call. Actions are synchronous: a transaction would commit at the first `await`. Never throws.
 */
export function openCacheDb({ privateDir, schema, log }: Options) {
  const path = join(privateDir ?? '', FILE_NAME)
  const tables = schema.join(';\n')
  const listeners = new Set<() => void>()
  const failures = createFailureLog(log, 'database')
  if (privateDir !== undefined) removeOutdated(privateDir)
  let isClosed = false
  let db = privateDir === undefined ? openDatabase(':memory:', tables) : open('file')

  function open(attempt: 'file' | 'new file'): Database {
    try {
      if (attempt === 'new file') removeDatabase(path)
      // SQLite gives the files beside it the same rights.
      closeSync(openSync(path, 'a', 0o600))
      return openDatabase(path, tables)
    } catch (error) {
      const next = attempt === 'file' && canReplace(error) ? 'new file' : 'memory'
      log.warn('cache database not opened', { attempt, next, ...errorFields(error) })
      return next === 'memory' ? openDatabase(':memory:', tables) : open(next)
    }
  }

  /** Throws `CacheLostError` after replacing a database that is damaged or can no longer be written. */
  function read<T>(action: (db: Database) => T): T {
    const used = db
    try {
      return action(used)
    } catch (error) {
      if (!isLost(error)) throw error
      if (used === db) replace(error)
      throw new CacheLostError('The cache database was replaced.', { cause: error })
    }
  }

  function replace(error: SQLiteError): void {
    log.warn('cache database replaced', errorFields(error))
    db.close()
    // On a full disk, derived data makes room for the logs.
    if (error.code === 'SQLITE_FULL') removeDatabase(path)
    db = canReplace(error) ? open('new file') : openDatabase(':memory:', tables)
    for (const listener of listeners) listener()
  }

  /** Runs the action in one transaction. Throws like `read`. */
  const write = <T>(action: (db: Database) => T): T => read((used) => used.transaction(() => action(used)).immediate())

  function attempt<T>(access: () => T): T | undefined {
    if (isClosed) return undefined
    try {
      return access()
    } catch (error) {
      if (error instanceof SQLiteError) failures.failed(error)
      else if (!(error instanceof CacheLostError)) throw error
      return undefined
    }
  }

  return {
    read,
    write,
    /** The same for data that may be missing: returns `undefined` after logging a failure, and once the database is closed. */
    tryRead: <T>(action: (db: Database) => T): T | undefined => attempt(() => read(action)),
    tryWrite: <T>(action: (db: Database) => T): T | undefined =>
      attempt(() => {
        const result = write(action)
        failures.succeeded()
        return result
      }),
    /** Calls the listener when an empty database has replaced the one in use. */
    onLost: (listener: () => void) => void listeners.add(listener),
    close(): void {
      isClosed = true
      db.close()
    },
  }
}
export type CacheDb = ReturnType<typeof openCacheDb>

function openDatabase(path: string, schema: string): Database {
  const db = new Database(path, { strict: true })
  try {
    db.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = normal')
    // Overwrites deleted rows, so that an erased lead leaves no bytes behind.
    db.run('pragma secure_delete = on')
    // Also shows whether it can be written.
    db.transaction(() => createTables(db, schema)).immediate()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

class SchemaChangedError extends Error {}

function createTables(db: Database, schema: string): void {
  const checksum = Bun.hash.crc32(`${VERSION} ${schema}`) & 0x7fffffff
  const stored = db.query<{ user_version: number }, []>('pragma user_version').get()?.user_version
  if (stored === checksum) return
  if (stored !== 0) throw new SchemaChangedError('The cache database has other tables.')
  db.run(schema)
  db.run(`pragma user_version = ${checksum}`)
}

function removeOutdated(folder: string): void {
  try {
    const names = readdirSync(folder).filter((name) => OUTDATED.test(name) && !name.startsWith(FILE_NAME))
    for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // They cost space only; the next start tries again.
  }
}

/** With its write-ahead log: SQLite would replay that into a new file. */
function removeDatabase(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { recursive: true, force: true })
}

/** Whether a new file may work where this one does not. */
const canReplace = (error: unknown) =>
  error instanceof SchemaChangedError ||
  (error instanceof Error && 'code' in error && /^(?:SQLITE_(?:CORRUPT|NOTADB|CANTOPEN)|EISDIR)/.test(`${error.code}`))

/** Whether the open database is of no more use. The rest are bugs, or a lock that another process holds. */
const isLost = (error: unknown): error is SQLiteError =>
  error instanceof SQLiteError && /^SQLITE_(?:CORRUPT|NOTADB|FULL|READONLY|IOERR|CANTOPEN)/.test(error.code ?? '')

/** Logs the first failed write of a cache and its recovery, instead of every failure. */
export function createFailureLog(log: Pick<Log, 'warn' | 'info'> | undefined, cache: string) {
  let isFailing = false
  return {
    failed(error: unknown): void {
      if (!isFailing) log?.warn('cache write failed', { cache, ...errorFields(error) })
      isFailing = true
    },
    succeeded(): void {
      if (isFailing) log?.info('cache write recovered', { cache })
      isFailing = false
    },
  }
}
