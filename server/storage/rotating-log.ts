import { dirname } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { withFileLock } from './locks.ts'
import { inspectTail, type LogDisk, type LogFile, probeSpace, realLogDisk, repairTail } from './log-file.ts'

/** How often a log that cannot be written tries again on its own, so that the health check recovers without another line. */
const RETRY_MS = 5_000

type RotatingLogOptions = {
  /** A file that would grow beyond this size is rotated. */
  maxBytes: number
  /** How many rotated files are stored. */
  older: number
  disk?: LogDisk | undefined
  /** Called with each error. */
  onError(error: unknown): void
}

/** `audit.jsonl` becomes `audit.1.jsonl`, then `audit.2.jsonl`: higher numbers are older. */
export const olderLog = (path: string, age: number) => path.replace(/(\.[a-z]+)$/, `.${age}$1`)

/**
 * Opens a log of bounded size to which several processes append. Repairs, rotations and appends happen under one file
 * lock, in the file that is at the path at that moment. Never throws; a log that cannot be written is unhealthy.
 */
export async function createRotatingLog(path: string, { maxBytes, older, onError, ...options }: RotatingLogOptions) {
  const { disk = realLogDisk } = options
  const exclusively = createMutex()
  const lockFile = path.replace(/\.jsonl$/, '.lock')
  let retry: Timer | undefined

  /** Opens the log at the end of its last complete line, runs `work`, and cuts off what a failure left. */
  async function withLog(work: (file: LogFile, end: number) => Promise<void>): Promise<void> {
    const file = await disk.open(path)
    try {
      const end = await repairTail(path, file, await inspectTail(path), disk)
      await work(file, end).catch(async (error) => {
        await file.cut(end).catch(() => {})
        throw error
      })
    } finally {
      await file.close().catch(() => {})
    }
  }

  async function write(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`)
    let isFull = false
    await withLog(async (file, end) => {
      isFull = end > 0 && end + bytes.byteLength > maxBytes
      if (!isFull) await writeSynced(file, bytes)
    })
    if (!isFull) return
    // Without rotation the log grows on: better a long log than none.
    await rotate().catch(onError)
    await withLog((file) => writeSynced(file, bytes))
  }

  async function rotate() {
    for (let age = older - 1; age >= 1; age--) await rename(olderLog(path, age), olderLog(path, age + 1))
    await rename(path, olderLog(path, 1))
    await disk.syncFolder(dirname(path))
  }

  const rename = (from: string, to: string) =>
    disk.rename(from, to).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })

  const attempt = (work: () => Promise<void>): Promise<void> =>
    exclusively(async () => {
      try {
        await withFileLock(lockFile, work)
        clearInterval(retry)
        retry = undefined
      } catch (error) {
        onError(error)
        retry ??= setInterval(() => void attempt(() => withLog(probeSpace)).catch(() => {}), RETRY_MS).unref()
        throw new StorageError(error)
      }
    })

  await attempt(() => withLog(async () => {})).catch(() => {})

  return {
    /** Returns once the line, given without a line break, is on disk. Throws `StorageError` when nothing was stored. */
    append: (line: string): Promise<void> => attempt(() => write(line)),
    /** Whether the last attempt to write succeeded. */
    isHealthy: () => retry === undefined,
    /** Waits for pending writes. */
    close: () => exclusively(async () => clearInterval(retry)),
  }
}

async function writeSynced(file: LogFile, bytes: Uint8Array) {
  await file.write(bytes)
  await file.sync()
}
