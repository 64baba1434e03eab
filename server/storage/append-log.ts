import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { ensurePrivateDir, isTemporary, temporaryFor } from './files.ts'
import { inspectTail, type LogDisk, type LogFile, probeSpace, realLogDisk, repairTail } from './log-file.ts'
import { type LogLine, type LogRecord, readLines } from './read-log.ts'

/** How often a log that cannot be written tries again on its own, so that the health check recovers without a request. */
const RETRY_MS = 5_000

export type AppendLogOptions = {
  disk?: LogDisk | undefined
  retryMs?: number
  /** Called with each write error. */
  onError?: ((error: unknown) => void) | undefined
}

type Waiting = { line: Buffer; resolve(): void; reject(error: StorageError): void }

/**
 * Opens a file of lines, one JSON record each, that only grows. A torn last line moves to `<path>.torn`; a missing line
 * break is added. The folder becomes private. Throws file system errors when the file cannot be read; a file that cannot
 * be written makes the log unhealthy from the start.
 */
export async function createAppendLog(path: string, { disk = realLogDisk, ...options }: AppendLogOptions = {}) {
  const { retryMs = RETRY_MS, onError } = options
  await ensurePrivateDir(dirname(path))
  await removeCopies(path, disk)
  const writer = await createLogWriter(path, disk)
  const listeners = new Set<() => void>()
  const rewrites: (() => Promise<void>)[] = []
  let queue: Waiting[] = []
  let working: Promise<void> | undefined
  let retry: Timer | undefined
  let appended = 0

  async function fail(error: unknown) {
    onError?.(error)
    retry ??= setInterval(() => work(writer.probe), retryMs).unref()
    await writer.reopen().catch(() => {})
  }

  function recover() {
    clearInterval(retry)
    retry = undefined
  }

  /** Group commit: one write and one sync for all waiting lines. */
  async function writeBatch() {
    const batch = queue
    queue = []
    try {
      await writer.write(Buffer.concat(batch.map(({ line }) => line)))
    } catch (error) {
      await fail(error)
      for (const { reject } of batch) reject(new StorageError(error))
      return
    }
    recover()
    appended += batch.length
    notifyListeners()
    for (const { resolve } of batch) resolve()
  }

  /** Microtasks run before the callers of `append` continue, and a listener that throws does not affect the log. */
  function notifyListeners() {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Runs between two batches. A failure before the new file is in place leaves the old one untouched. */
  async function rewriteNow(edit: Edit): Promise<number> {
    try {
      const changed = await writer.rewrite(edit)
      notifyListeners()
      return changed
    } catch (error) {
      onError?.(error)
      await writer.open().catch(fail)
      throw new StorageError(error)
    }
  }

  /** Works until nothing waits. After a failure, the probe comes first. */
  function work(probe?: () => Promise<void>) {
    working ??= (async () => {
      await probe?.().then(recover, fail)
      while (rewrites.length + queue.length > 0) await (rewrites.shift() ?? writeBatch)()
      working = undefined
    })()
  }

  await writer.open().catch(fail)

  return {
    path,
    /** Returns once the line, given without a line break, is on disk. Throws `StorageError` when nothing was stored. */
    append: (line: string) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ line: Buffer.from(`${line}\n`), resolve, reject })
        work()
      }),
    /** How many bytes are on disk. Readers must stop there. */
    end: writer.end,
    /** How many lines were appended since startup. */
    appended: () => appended,
    /** Calls the listener after every batch that is on disk and after a rewrite. Returns what removes it. */
    onAppend(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Replaces the log by a copy with some lines changed, and returns their number. Other lines stay as they are, damaged
     * ones too, and lines keep their offset unless a replacement is longer. Appends wait. Throws `StorageError`; then the
     * old log is in place, or the new one if only the folder could not be synced.
     */
    rewrite: (edit: Edit) =>
      new Promise<number>((resolve, reject) => {
        rewrites.push(() => rewriteNow(edit).then(resolve, reject))
        work()
      }),
    /** Whether the last attempt to write succeeded. */
    isHealthy: () => retry === undefined,
    /** Waits for pending writes. */
    async close() {
      await working
      recover()
      await writer.close()
    },
  }
}
export type AppendLog = Awaited<ReturnType<typeof createAppendLog>>

/** Removes what a crash during a rewrite left. */
async function removeCopies(path: string, disk: LogDisk) {
  const isCopy = (name: string) => isTemporary(name) && name.startsWith(`.${basename(path)}.`)
  for (const name of (await readdir(dirname(path))).filter(isCopy)) await disk.remove(join(dirname(path), name))
}

const NEWLINE = 10
const SPACE = 32

/** Returns the record to put in place of a line of `length` bytes; `undefined` leaves the line as it is. */
export type Edit = (record: LogRecord, length: number) => LogRecord | undefined

/** Writes to the end of a log. Everything throws file system errors. After a failed write, call `reopen`. */
async function createLogWriter(path: string, disk: LogDisk) {
  let tail = await inspectTail(path)
  let file: LogFile | undefined
  /** Until the folder is synced, a power cut may bring the file from before a rewrite back. */
  let isFolderUnsynced = false

  async function open(): Promise<LogFile> {
    file ??= await openRepaired()
    return file
  }

  /** What follows the known end was never acknowledged. */
  async function openRepaired(): Promise<LogFile> {
    const opened = await disk.open(path)
    try {
      if (isFolderUnsynced) await disk.syncFolder(dirname(path))
      isFolderUnsynced = false
      const end = await repairTail(path, opened, tail, disk)
      await opened.sync()
      tail = { end, rest: 'nothing' }
      return opened
    } catch (error) {
      await opened.close().catch(() => {})
      throw error
    }
  }

  async function put(target: LogFile, bytes: Uint8Array) {
    await target.write(bytes)
    await target.sync()
    tail = { end: tail.end + bytes.byteLength, rest: 'nothing' }
  }

  async function close() {
    const closing = file
    file = undefined
    await closing?.close().catch(() => {})
  }

  /** Returns the file at the path, which another program may have replaced since it was opened. */
  async function reopenIfReplaced(): Promise<LogFile> {
    const target = await open()
    if (await target.isInPlace()) return target
    await close()
    tail = await inspectTail(path)
    return open()
  }

  async function replaceWith(copy: string, size: number) {
    await disk.rename(copy, path)
    isFolderUnsynced = true
    await close()
    tail = { end: size, rest: 'nothing' }
    await open()
  }

  return {
    open,
    /** How many bytes are on disk. Later bytes may still be removed. */
    end: () => tail.end,
    /** Appends complete lines. Returns once they are on disk, in the file at the path. */
    async write(bytes: Uint8Array): Promise<void> {
      const target = await open()
      await put(target, bytes)
      // If another program replaced the file during the write, the lines went to the old one.
      const current = await reopenIfReplaced()
      if (current !== target) await put(current, bytes)
    },
    /** Replaces the log by an edited copy; returns the number of changed lines. After an error, `open` tells whether writing is possible. */
    async rewrite(edit: Edit): Promise<number> {
      await reopenIfReplaced()
      const copy = temporaryFor(path)
      try {
        const { changed, size } = await copyEdited(path, copy, edit, disk)
        if (changed > 0) await replaceWith(copy, size)
        return changed
      } finally {
        await disk.remove(copy).catch(() => {})
      }
    },
    /** Opens the file again and cuts it back, because a failed sync leaves the fate of the bytes unknown. */
    async reopen(): Promise<void> {
      await close()
      await open()
    },
    /** Checks whether there is space for a line. */
    probe: async (): Promise<void> => probeSpace(await open(), tail.end),
    close,
  }
}

/** Copies a log in chunks until the copy is on disk. Returns its size and the number of lines that `edit` changed. */
async function copyEdited(from: string, to: string, edit: Edit, disk: LogDisk) {
  const copy = await disk.open(to)
  let changed = 0
  let size = 0
  function edited({ bytes, record }: LogLine): Buffer {
    const replacement = record && edit(record, bytes.length)
    if (!replacement) return bytes
    changed++
    return padded(replacement, bytes.length)
  }
  try {
    for await (const lines of readLines(from)) {
      const bytes = Buffer.concat(lines.map(edited))
      await copy.write(bytes)
      size += bytes.length
    }
    await copy.sync()
    return { changed, size }
  } finally {
    await copy.close()
  }
}

/** A line of at least this length: a shorter replacement is padded with spaces, so that later lines keep their offset. */
function padded(record: LogRecord, length: number): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const line = Buffer.alloc(Math.max(length, text.length + 1), SPACE)
  text.copy(line)
  line[line.length - 1] = NEWLINE
  return line
}
