import { Database, SQLiteError } from 'bun:sqlite'
import { stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensurePrivateDir } from './folders.ts'

/** Between two attempts, with as much again at random, so that two processes do not block each other again and again. */
const PAUSE_MS = 5
/** Longer than any work under a lock that is shared by commands and the server. */
const WAIT_MS = 10_000

/** A lock on a file that the operating system gives to one holder at a time, and takes back when the process ends. */
export type FileLock = {
  /** Device and inode of the locked file. */
  identity: string
  release(): void
}

/**
 * Waits up to `waitMs` for the lock on the file at `path`; `undefined`: another holder still has it. The file is made where
 * it is missing, stays empty and is never deleted. Bun has no flock, so the lock is SQLite's exclusive transaction. No other
 * code may open this file: closing it would drop the lock of the whole process. Throws what the disk throws.
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
 * Runs `work` while no other process runs work under the lock on this file. Throws what `work` and the disk throw, and an
 * error where another process keeps the lock for ten seconds.
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

/** Device and inode of a file; `undefined` where it is missing. Throws what the disk throws. */
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
  // Deleted or replaced between the two: another process may hold the lock on the file that is in its place now.
  const identity = await identityOf(path)
  if (identity !== undefined && identity === before) return { identity, release: () => database.close(true) }
  database.close(true)
  return
}

function locked(path: string): Database | undefined {
  let database: Database | undefined
  try {
    database = new Database(path, { readwrite: true })
    // Nothing is ever written, so no journal beside it, which a full disk would refuse.
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
