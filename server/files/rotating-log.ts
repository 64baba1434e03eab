import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StorageFailed } from '#server/http/refusals.ts'
import { type AppendLog, createAppendLog } from './append-line.ts'
import { type LogDisk, realLogDisk } from './log-disk.ts'
import { oneAtATime } from './one-at-a-time.ts'

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
 * A log of bounded size. Another process may append to it, too, or put it aside: a command of the shell beside the site.
 * Never throws when made; where nothing can be written it is unhealthy.
 */
export async function createRotatingLog(path: string, { maxBytes, older, failed, ...options }: RotatingLogOptions) {
  const { disk = realLogDisk } = options
  const oneByOne = oneAtATime()
  let log: AppendLog | undefined
  let opens = true

  /** At the end of the file as it is now. */
  async function atEnd(): Promise<AppendLog> {
    if (log && (await sizeOf(path)) === log.end()) return log
    await close()
    log = await createAppendLog(path, { disk, failed })
    return log
  }

  async function close() {
    const old = log
    log = undefined
    await old?.close()
  }

  /** What cannot be put aside grows on: better a long log than none. */
  async function putAside() {
    await close()
    for (let age = older - 1; age >= 1; age--) await moved(olderLog(path, age), olderLog(path, age + 1))
    await moved(path, olderLog(path, 1))
    await disk.syncFolder(dirname(path))
  }

  const moved = (from: string, to: string) =>
    disk.rename(from, to).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })

  async function appendNow(line: string) {
    const { end } = await atEnd()
    if (end() > 0 && end() + Buffer.byteLength(line) + 1 > maxBytes) await putAside().catch(failed)
    await (await atEnd()).append(line)
  }

  /** An opening that fails is told here; what the open log fails at, it tells itself. */
  async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      opens = true
      return result
    } catch (error) {
      if (error instanceof StorageFailed) throw error
      opens = false
      failed(error)
      throw new StorageFailed(error)
    }
  }

  await tried(atEnd).catch(() => {})

  return {
    /** Returns once the line, which holds no line break, is on the disk. Throws `StorageFailed`: then it is not there. */
    append: (line: string): Promise<void> => oneByOne(() => tried(() => appendNow(line))),
    /** Whether the last attempt to write went well. */
    healthy: () => opens && (log?.healthy() ?? true),
    /** Waits for what is being written. */
    close: () => oneByOne(close),
  }
}
export type RotatingLog = Awaited<ReturnType<typeof createRotatingLog>>

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
