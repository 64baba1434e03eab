import { dirname } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { withFileLock } from './file-lock.ts'
import { type LogDisk, type LogFile, realLogDisk } from './log-disk.ts'
import { LINE_MAX_BYTES, recordIn } from './log-lines.ts'
import { setAside } from './quarantine-tail.ts'

/** How often a log that cannot be written tries again, so that its health comes true without another line. */
const RETRY_MS = 5_000
/** Written and cut off again by that attempt: more than one line. */
const PROBE = Buffer.alloc(128 * 1024, '\n')
const NEWLINE = Buffer.from('\n')

export type RotatingLogOptions = {
  /** A file that would grow beyond this is put aside, and a new one is begun. */
  maxBytes: number
  /** How many that were put aside are kept. */
  older: number
  disk?: LogDisk | undefined
  /** Told why, each time that something fails. */
  failed(error: unknown): void
}

/** `audit.jsonl` was put aside as `audit.1.jsonl`, before that as `audit.2.jsonl`: the higher, the older. */
export const olderLog = (path: string, age: number) => path.replace(/(\.[a-z]+)$/, `.${age}$1`)

/**
 * A log of bounded size that several processes append to. Everything that changes it (repair of a torn last line, rotation,
 * the append itself) happens under one file lock, in the file that is in place then. Never throws when created; where nothing
 * can be written it is unhealthy.
 */
export async function createRotatingLog(path: string, { maxBytes, older, failed, ...options }: RotatingLogOptions) {
  const { disk = realLogDisk } = options
  const oneByOne = createMutex()
  const lockFile = path.replace(/\.jsonl$/, '.lock')
  let retry: Timer | undefined

  /** Opens the log after its last whole line, runs `work`, and cuts off what a failure left. */
  async function inFile(work: (file: LogFile, end: number) => Promise<void>): Promise<void> {
    const file = await disk.open(path)
    try {
      const end = await repaired(file)
      await work(file, end).catch(async (error) => {
        await file.cut(end).catch(() => {})
        throw error
      })
    } finally {
      await file.close().catch(() => {})
    }
  }

  /** Gives the size of the log once it ends with a whole line. */
  async function repaired(file: LogFile): Promise<number> {
    const { size } = file
    if (size === 0 || (await bytesOf(path, size - 1, size))[0] === NEWLINE[0]) return size
    const from = Math.max(0, size - LINE_MAX_BYTES)
    const tail = Buffer.from(await bytesOf(path, from, size))
    const begin = tail.lastIndexOf(NEWLINE) + 1
    if (recordIn(tail.subarray(begin))) {
      await file.write(NEWLINE)
      return size + 1
    }
    await setAside(path, from + begin, disk)
    await file.cut(from + begin)
    return from + begin
  }

  async function put(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`)
    let isFull = false
    await inFile(async (file, end) => {
      isFull = end > 0 && end + bytes.byteLength > maxBytes
      if (!isFull) await written(file, bytes)
    })
    if (!isFull) return
    // What cannot be put aside grows on: better a long log than none.
    await putAside().catch(failed)
    await inFile((file) => written(file, bytes))
  }

  async function putAside() {
    for (let age = older - 1; age >= 1; age--) await moved(olderLog(path, age), olderLog(path, age + 1))
    await moved(path, olderLog(path, 1))
    await disk.syncFolder(dirname(path))
  }

  const moved = (from: string, to: string) =>
    disk.rename(from, to).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })

  /** Whether a line would find space. Leaves nothing behind. */
  const probe = () =>
    inFile(async (file, end) => {
      await written(file, PROBE)
      await file.cut(end)
    })

  const attempt = (work: () => Promise<void>): Promise<void> =>
    oneByOne(async () => {
      try {
        await withFileLock(lockFile, work)
        clearInterval(retry)
        retry = undefined
      } catch (error) {
        failed(error)
        retry ??= setInterval(() => void attempt(probe).catch(() => {}), RETRY_MS).unref()
        throw new StorageError(error)
      }
    })

  await attempt(() => inFile(async () => {})).catch(() => {})

  return {
    /** Returns once the line, which holds no line break, is on the disk. Throws `StorageError`: then it is not there. */
    append: (line: string): Promise<void> => attempt(() => put(line)),
    /** Whether the last attempt to write went well. */
    healthy: () => retry === undefined,
    /** Waits for what is being written. */
    close: () => oneByOne(async () => clearInterval(retry)),
  }
}
export type RotatingLog = Awaited<ReturnType<typeof createRotatingLog>>

const bytesOf = (path: string, from: number, to: number) => Bun.file(path).slice(from, to).bytes()

async function written(file: LogFile, bytes: Uint8Array) {
  await file.write(bytes)
  await file.sync()
}
