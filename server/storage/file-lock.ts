import { Database, SQLiteError } from 'bun:sqlite'
import { stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensurePrivateDir } from './folders.ts'

/** Between two attempts, plus up to as much at random, so that two processes do not keep blocking each other. */
const PAUSE_MS = 5
/** Longer than any work under a lock that commands and the server share. */
const WAIT_MS = 10_000

/** A lock on a file, which the operating system releases when the process ends. */
export type FileLock = {
  /** Device and inode of the locked file. */
  identity: string
  release(): void
}

/**
 * Waits up to `waitMs` for the lock on the file at `path`; returns `undefined` if another holder still has it. The file is
 * created if missing, stays empty and is never deleted. Bun has no flock, so the lock is an exclusive SQLite transaction. No
 * other code may open this file: closing it would drop the lock of the whole process. Throws file system errors.
 */
export async function acquireFileLock(path: string, waitMs: number): Promise<FileLock | undefined> {
  await ensurePrivateDir(dirname(path))
  const deadline = performance.now() + waitMs
  for (;;) {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    const lock = await attempt(path)
    if (lock || performance.now() >= deadline) return lock
    await Bun.sleep(PAUSE_MS * (1 + Math.random()))
  }
}

/**
 * Runs `work` under the lock on this file. Throws what `work` throws, file system errors, and an error if another process
 * holds the lock for ten seconds.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await acquireFileLock(path, WAIT_MS)
  if (!lock) throw new Error(`Another process has locked ${path} for ${WAIT_MS / 1000} s. Try again.`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Device and inode of a file; `undefined` if it is missing. Throws file system errors. */
export const identityOf = (path: string): Promise<string | undefined> =>
  stat(path, { bigint: true }).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    (error) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    },
  )

async function attempt(path: string): Promise<FileLock | undefined> {
  const before = await identityOf(path)
  const database = locked(path)
  if (!database) return
  // If the file was deleted or replaced in between, another process may hold the lock on the file that is there now.
  const identity = await identityOf(path)
  if (identity !== undefined && identity === before) return { identity, release: () => database.close(true) }
  database.close(true)
  return
}

function locked(path: string): Database | undefined {
  let database: Database | undefined
  try {
    database = new Database(path, { readwrite: true })
    // Nothing is ever written. A journal file would fail on a full disk.
    database.run('PRAGMA journal_mode = MEMORY')
    database.run('PRAGMA busy_timeout = 0')
    database.run('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY')) return
    throw error
  }
}
