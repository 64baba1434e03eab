import { Database, SQLiteError } from 'bun:sqlite'
import { stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, readText, realDisk, replaceFile, unlessMissing } from './files.ts'

/** Between two attempts, plus up to as much at random, so that two processes do not keep blocking each other. */
const PAUSE_MS = 5
/** Longer than any work under a lock that commands and the server share. */
const SHARED_WAIT_MS = 10_000

/** A lock on a file, which the operating system releases when the process ends. */
type FileLock = {
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
  const lock = await acquireFileLock(path, SHARED_WAIT_MS)
  if (!lock) throw new Error(`Another process has locked ${path} for ${SHARED_WAIT_MS / 1000} s. Try again.`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Device and inode of a file; `undefined` if it is missing. Throws file system errors. */
export async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(unlessMissing)
  return found && `${found.dev} ${found.ino}`
}

async function attempt(path: string): Promise<FileLock | undefined> {
  const before = await identityOf(path)
  const database = new Database(path, { readwrite: true })
  try {
    // Nothing is ever written. A journal file would fail on a full disk.
    database.run('PRAGMA journal_mode = MEMORY')
    database.run('PRAGMA busy_timeout = 0')
    database.run('BEGIN EXCLUSIVE')
    // If the file was deleted or replaced in between, another process may hold the lock on the file that is there now.
    const identity = await identityOf(path)
    if (identity !== undefined && identity === before) return { identity, release: () => database.close(true) }
    database.close()
  } catch (error) {
    database.close()
    if (!(error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY'))) throw error
  }
  return undefined
}

/** The empty file that is locked. */
const LOCK_FILE = 'process.lock'
/** Names the process that holds the lock. Without the lock it means nothing. */
const HOLDER_FILE = 'server.json'
export const PROCESS_LOCK_FILES: ReadonlySet<string> = new Set([LOCK_FILE, HOLDER_FILE])
/** Enough for several processes that start at the same moment. */
const START_WAIT_MS = 300
/** How often the holder checks that its lock file is still in place. */
const CHECK_MS = 200
/** After a lock file was deleted, the running process has this long to lock the new one before another process may. */
const TAKE_BACK_MS = 4 * CHECK_MS

const HolderSchema = v.object({
  pid: v.number(),
  host: v.string(),
  started: v.string(),
  /** Where the process answers on its machine; absent until it listens, and for commands. */
  url: v.optional(v.string()),
})
type LockHolder = v.InferOutput<typeof HolderSchema>

/** Another process holds the lock. `holder` is `undefined` if it cannot be read. */
export class FolderInUseError extends OperatorError {
  readonly holder: LockHolder | undefined
  constructor(folder: string, holder: LockHolder | undefined) {
    const who = holder ? ` (PID ${holder.pid} on ${holder.host}, started ${holder.started})` : ''
    super(`Another process${who} uses ${resolve(folder)}. Stop it, or set PRIVATE_DIR to another folder.`)
    this.holder = holder
  }
}

/**
 * Locks the folder of private files for this process until `release` or the end of the process. Only the holder may open,
 * repair or truncate the logs in it. Throws `FolderInUseError` or another `OperatorError`.
 */
export async function acquireProcessLock(folder: string) {
  const path = join(folder, LOCK_FILE)
  const holderPath = join(folder, HOLDER_FILE)
  const me: LockHolder = { pid: process.pid, host: hostname(), started: new Date().toISOString() }
  const mutex = createMutex()
  const lost = Promise.withResolvers<void>()
  let lock: FileLock | undefined = await firstLock(folder)

  /** Locks the file that replaced a deleted one. */
  async function check() {
    if (!lock || (await identityOf(path)) === lock.identity) return
    const again = await acquireFileLock(path, 0)
    if (!again) return lost.resolve()
    lock.release()
    lock = again
  }
  const timer = setInterval(() => void mutex(check).catch(() => {}), CHECK_MS).unref()

  const write = (holder: LockHolder) => replaceFile(holderPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  // Without the file, only the error message of another process lacks the name of this one.
  await write(me).catch(() => {})

  return {
    /** Publishes the URL of this process. Throws file system errors. */
    announce: (url: string) => write({ ...me, url }),
    /** Calls the listener if another process takes the lock, because the lock file was deleted. This process must then exit. */
    onLost: (listener: () => void) => void lost.promise.then(listener),
    release: () =>
      mutex(async () => {
        if (!lock) return
        clearInterval(timer)
        await realDisk.unlink(holderPath).catch(() => {})
        lock.release()
        lock = undefined
      }),
  }
}

async function firstLock(folder: string): Promise<FileLock> {
  const path = join(folder, LOCK_FILE)
  const acquire = () =>
    acquireFileLock(path, START_WAIT_MS).catch((error) => {
      throw new OperatorError(
        `${resolve(folder)} cannot be locked (${error.code ?? error.name}). Make it writable for the user of this process, on a file system that has file locks.`,
      )
    })
  let lock = await acquire()
  // A new lock file, and a process that did not release the old one: it may still run.
  const waitMs = TAKE_BACK_MS - (await ageMs(path))
  if (lock && waitMs > 0 && (await readHolder(folder))) {
    lock.release()
    await Bun.sleep(waitMs)
    lock = await acquire()
  }
  if (lock) return lock
  throw new FolderInUseError(folder, await readHolder(folder))
}

/** Reads the process that holds the lock, or the last one that did. */
async function readHolder(folder: string): Promise<LockHolder | undefined> {
  const text = await readText(join(folder, HOLDER_FILE)).catch(() => '')
  const holder = v.safeParse(v.pipe(v.string(), v.parseJson(), HolderSchema), text)
  return holder.success ? holder.output : undefined
}

/** Time since the file was created. After the clock was set back, the file counts as old. */
const ageMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ birthtimeMs }) => Math.abs(Date.now() - birthtimeMs),
    () => 0,
  )
