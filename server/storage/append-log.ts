import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { ensurePrivateDir } from './folders.ts'
import { type LogDisk, realLogDisk } from './log-disk.ts'
import { createLogWriter, type Edit } from './log-writer.ts'
import { isTemporary } from './replace-file.ts'

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
