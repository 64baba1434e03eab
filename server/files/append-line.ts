import { dirname } from 'node:path'
import { StorageFailed } from '#server/http/refusals.ts'
import { type LogDisk, realLogDisk } from './log-disk.ts'
import { createLogWriter } from './log-writer.ts'
import { privateFolder } from './private-folder.ts'
import { type LogReader, scanLog } from './scan-log.ts'

/** How often a log that cannot be written tries again by itself, so that the health answer comes true. */
const RETRY_MS = 5_000

export type AppendLogOptions = LogReader & {
  disk?: LogDisk | undefined
  retryMs?: number
  /** Told why, each time that writing fails. */
  failed?: ((error: unknown) => void) | undefined
}

type Waiting = { line: string; done(): void; refuse(error: StorageFailed): void }

/**
 * A file of lines, one JSON record each, that only grows. What is there is read first (`record`, `damage`); a torn last
 * line is set aside in `<path>.torn`, a missing line break is healed. The folder is made private.
 * Throws what the disk throws where the file cannot be read; where it cannot be written, it is unhealthy from the start.
 */
export async function createAppendLog(path: string, options: AppendLogOptions = {}) {
  const { disk = realLogDisk, retryMs = RETRY_MS, failed } = options
  await privateFolder(dirname(path))
  const writer = createLogWriter(path, await scanLog(path, options), disk)
  let queue: Waiting[] = []
  let working: Promise<void> | undefined
  let retry: Timer | undefined

  async function fail(error: unknown) {
    failed?.(error)
    retry ??= setInterval(() => work(writer.probe), retryMs).unref()
    await writer.reopen().catch(() => {})
  }

  function recover() {
    clearInterval(retry)
    retry = undefined
  }

  /** Everything that waits, with one write and one sync. */
  async function batch() {
    const now = queue
    queue = []
    try {
      await writer.write(Buffer.from(now.map(({ line }) => `${line}\n`).join('')))
      for (const { done } of now) done()
    } catch (error) {
      await fail(error)
      for (const { refuse } of now) refuse(new StorageFailed(error))
      return
    }
    recover()
  }

  /** One batch after the other until nobody waits; before them the probe of a log that failed. */
  function work(probe?: () => Promise<void>) {
    working ??= (async () => {
      await probe?.().then(recover, fail)
      while (queue.length > 0) await batch()
      working = undefined
    })()
  }

  await writer.open().catch(fail)

  return {
    /** Returns once the line is on the disk. It holds no line break. Throws `StorageFailed`: then it is not there. */
    append: (line: string) =>
      new Promise<void>((done, refuse) => {
        queue.push({ line, done, refuse })
        work()
      }),
    /** Whether the last attempt to write went well. */
    healthy: () => retry === undefined,
    /** Waits for what is being written. */
    async close() {
      await working
      recover()
      await writer.close()
    },
  }
}
export type AppendLog = Awaited<ReturnType<typeof createAppendLog>>
