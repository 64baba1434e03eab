import { dirname } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import {
  type Disk,
  ensurePrivateDir,
  type OpenFile,
  realDisk,
  syncFolder,
  temporaryFor,
  unlessMissing,
} from './files.ts'
import { withFileLock } from './locks.ts'
import { inspectTail, type LogLine, type LogRecord, readLines } from './read-log.ts'
import { logFileReader } from './record-log.ts'

/** How often a log that cannot be written tries again on its own, so that the health check recovers without a request. */
const RETRY_MS = 5_000
/** Accessible to this process's user only. */
const MODE = 0o600
const LINE_BREAK = Buffer.from('\n')
const SPACE = 32

export type AppendLogOptions = {
  disk?: Disk | undefined
  retryMs?: number
  /** Called with each write error. */
  onError?: ((error: unknown) => void) | undefined
  /**
   * For a log that several processes write: the file that they lock while writing. A log that would grow beyond `maxBytes` is
   * renamed (see `olderLog`), and `older` renamed files are stored.
   */
  shared?: { lockFile: string; maxBytes: number; older: number }
}

/** Returns the record to put in place of a line; `undefined` leaves the line as it is. */
type Edit = (record: LogRecord) => LogRecord | undefined

/** `audit.jsonl` becomes `audit.1.jsonl`, then `audit.2.jsonl`: higher numbers are older. */
export const olderLog = (path: string, age: number) => (age === 0 ? path : path.replace(/(\.[a-z]+)$/, `.${age}$1`))

/**
 * Opens a file of lines, one JSON record each, that only grows. A torn last line moves to `<path>.torn`; a missing line
 * break is added. The folder becomes private. Throws file system errors when the file cannot be read, unless it is shared;
 * a file that cannot be written makes the log unhealthy from the start.
 */
export async function createAppendLog(path: string, options: AppendLogOptions = {}) {
  const { disk = realDisk, retryMs = RETRY_MS, onError, shared } = options
  if (!shared) await ensurePrivateDir(dirname(path))
  const mutex = createMutex()
  const listeners = new Set<() => void>()
  /** The position after the last line that is on disk. What follows was never acknowledged. */
  let end = shared ? 0 : (await inspectTail(path)).end
  /** The inode of the file whose bytes after `end` are those of a failed write that could not be cut off yet. */
  let uncut: number | undefined
  /** Until the folder is synced, a power cut may bring the file from before a rewrite back. */
  let isFolderUnsynced = false
  let batch: { lines: string[]; written: Promise<void> } | undefined
  let retry: Timer | undefined
  let appended = 0

  /** Opens the file, makes it end at its last line, and cuts off what a failure of `work` left. */
  async function withFile(work: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await disk.open(path, 'a', MODE)
    try {
      const { ino, size, mode } = await file.stat()
      if ((mode & 0o777) !== MODE) await disk.chmod(path, MODE)
      if (isFolderUnsynced || size === 0) await finishRewrite()
      if (ino === uncut) await file.truncate(end)
      else end = await repairTail(path, file, disk)
      uncut = undefined
      await work(file).catch(async (error) => {
        await file.truncate(end).catch(() => {
          if (!shared) uncut = ino
        })
        throw error
      })
    } finally {
      await file.close().catch(() => {})
    }
  }

  async function finishRewrite() {
    await syncFolder(dirname(path), disk)
    isFolderUnsynced = false
  }

  /** Records whether `work` succeeds. Throws `StorageError`. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await (shared ? withFileLock(shared.lockFile, work) : work())
      clearInterval(retry)
      retry = undefined
    } catch (error) {
      onError?.(error)
      const probe = async () => retry && attempt(() => withFile((file) => probeSpace(file, end)))
      retry ??= setInterval(() => void mutex(probe).catch(() => {}), retryMs).unref()
      throw new StorageError(error)
    }
  }

  /** Group commit: one write and one sync for all lines that wait for earlier work. */
  function createBatch() {
    const lines: string[] = []
    const written = mutex(async () => {
      batch = undefined
      await attempt(() => write(Buffer.from(lines.join(''))))
      appended += lines.length
      notifyListeners()
    })
    return { lines, written }
  }

  async function write(bytes: Buffer): Promise<void> {
    const { size } = Bun.file(path)
    // Without rotation the log grows on: better a long log than none.
    if (shared && size > 0 && size + bytes.length > shared.maxBytes) await rotate(shared.older).catch(onError)
    await withFile(async (file) => {
      await file.writeFile(bytes)
      await file.sync()
      end += bytes.length
    })
  }

  async function rotate(older: number) {
    for (let age = older - 1; age >= 0; age--)
      await disk.rename(olderLog(path, age), olderLog(path, age + 1)).catch(unlessMissing)
    await syncFolder(dirname(path), disk)
  }

  /** Microtasks run before the callers of `append` continue, and a listener that throws does not affect the log. */
  function notifyListeners() {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Puts an edited copy in place of the log. A failure before that leaves the log as it is. */
  async function replaceWithCopy(edit: Edit): Promise<number> {
    const copy = temporaryFor(path)
    let changed = 0
    try {
      await withFile(async () => {
        const edited = await copyEdited(path, copy, edit, disk)
        if (edited === 0) return
        await disk.rename(copy, path)
        isFolderUnsynced = true
        changed = edited
        end = Bun.file(path).size
      })
      return changed
    } catch (error) {
      onError?.(error)
      throw new StorageError(error)
    } finally {
      await realDisk.unlink(copy).catch(() => {})
    }
  }

  await attempt(() => withFile(async () => {})).catch(() => {})

  /**
   * Replaces the log by a copy with some lines changed, and returns their number. Other lines stay as they are, damaged
   * ones too, and lines keep their offset unless a replacement is longer. Appends wait. Throws `StorageError`; then the
   * old log is in place, or the new one if only the folder could not be synced.
   */
  const rewrite = (edit: Edit): Promise<number> =>
    mutex(async () => {
      const changed = await replaceWithCopy(edit)
      if (changed > 0) await attempt(finishRewrite)
      notifyListeners()
      return changed
    })

  return {
    ...logFileReader(path, () => end),
    path,
    rewrite,
    /** Replaces all records with this id. */
    replace: ({ id }: { id: string }, record: LogRecord): Promise<number> =>
      rewrite((found) => (found.id === id ? record : undefined)),
    /** Returns once the line, given without a line break, is on disk. Throws `StorageError` when nothing was stored. */
    append(line: string): Promise<void> {
      batch ??= createBatch()
      batch.lines.push(`${line}\n`)
      return batch.written
    },
    /** How many lines were appended since startup. */
    appended: () => appended,
    /** Calls the listener after every batch that is on disk and after a rewrite. Returns what removes it. */
    onAppend(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether the last attempt to write succeeded. */
    isHealthy: () => retry === undefined,
    /** Waits for pending writes. */
    close: () => mutex(async () => clearInterval(retry)),
  }
}
export type AppendLog = Awaited<ReturnType<typeof createAppendLog>>

/** Copies a log in chunks until the copy is on disk. Returns the number of lines that `edit` changed. */
async function copyEdited(from: string, to: string, edit: Edit, disk: Disk): Promise<number> {
  const copy = await disk.open(to, 'wx', MODE)
  let changed = 0
  function edited({ bytes, record }: LogLine): Buffer {
    const replacement = record && edit(record)
    if (!replacement) return bytes
    changed++
    return padded(replacement, bytes.length)
  }
  try {
    for await (const lines of readLines(from)) await copy.writeFile(Buffer.concat(lines.map(edited)))
    await copy.sync()
    return changed
  } finally {
    await copy.close()
  }
}

/** A line of at least this length: a shorter replacement is padded with spaces, so that later lines keep their offset. */
function padded(record: LogRecord, length: number): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const line = Buffer.alloc(Math.max(length, text.length + 1), SPACE)
  text.copy(line)
  LINE_BREAK.copy(line, line.length - 1)
  return line
}

/**
 * Makes a log end with a complete line: adds a missing line break, or moves a torn line to `<path>.torn` for an operator
 * to look at. Returns the new size, not synced. Throws file system errors.
 */
async function repairTail(path: string, file: OpenFile, disk: Disk): Promise<number> {
  const { end, rest } = await inspectTail(path)
  if (rest === 'torn') {
    await quarantine(path, end, disk)
    await file.truncate(end)
  }
  if (rest !== 'record') return end
  await file.writeFile(LINE_BREAK)
  return end + LINE_BREAK.length
}

async function quarantine(path: string, from: number, disk: Disk): Promise<void> {
  const torn = await disk.open(`${path}.torn`, 'a', MODE)
  try {
    await torn.writeFile(Buffer.concat([await Bun.file(path).slice(from).bytes(), LINE_BREAK]))
    await torn.sync()
  } finally {
    await torn.close()
  }
  await syncFolder(dirname(path), disk)
}

/** More than a line. */
const PROBE = Buffer.alloc(128 * 1024, LINE_BREAK)

/** Checks whether there is space for a line, and removes what it wrote. Throws file system errors. */
async function probeSpace(file: OpenFile, end: number): Promise<void> {
  await file.writeFile(PROBE)
  await file.sync()
  await file.truncate(end)
  await file.sync()
}
