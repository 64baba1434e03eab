import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import type { Edit } from './append-log-rewrite.ts'
import { type LogDisk, realLogDisk } from './log-disk.ts'
import { createLogWriter } from './log-writer.ts'
import { privateFolder } from './private-folder.ts'
import { isTemporary } from './replace-file.ts'
import { type LogReader, scanLog } from './scan-log.ts'

/** How often a log that cannot be written tries again by itself, so that the health answer comes true. */
const RETRY_MS = 5_000

export type AppendLogOptions = LogReader & {
  disk?: LogDisk | undefined
  retryMs?: number
  /** Told why, each time that writing fails. */
  failed?: ((error: unknown) => void) | undefined
}

type Waiting = { line: string; done(offset: number): void; refuse(error: StorageError): void }

/**
 * A file of lines, one JSON record each, that only grows. What is there is read first (`record`, `damage`); a torn last
 * line is set aside in `<path>.torn`, a missing line break is healed. The folder is made private.
 * Throws what the disk throws where the file cannot be read; where it cannot be written, it is unhealthy from the start.
 */
export async function createAppendLog(path: string, options: AppendLogOptions = {}) {
  const { disk = realLogDisk, retryMs = RETRY_MS, failed } = options
  await privateFolder(dirname(path))
  await removeCopies(path, disk)
  const writer = createLogWriter(path, await scanLog(path, options), disk)
  const listeners = new Set<() => void>()
  const rewrites: (() => Promise<void>)[] = []
  let queue: Waiting[] = []
  let working: Promise<void> | undefined
  let retry: Timer | undefined
  let appended = 0

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
    const bytes = now.map(({ line }) => Buffer.from(`${line}\n`))
    try {
      await writer.write(Buffer.concat(bytes))
      appended += now.length
      notifyListeners()
      answer(
        now,
        bytes.map(({ length }) => length),
      )
    } catch (error) {
      await fail(error)
      for (const { refuse } of now) refuse(new StorageError(error))
      return
    }
    recover()
  }

  /** Where the lines are that were just written: the last ends where the log does. */
  function answer(written: Waiting[], lengths: number[]) {
    let offset = writer.end() - lengths.reduce((sum, one) => sum + one, 0)
    for (const [n, { done }] of written.entries()) {
      done(offset)
      offset += lengths[n] ?? 0
    }
  }

  /** As microtasks, before anybody hears that it is written: what a listener throws is not the log's. */
  function notifyListeners() {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** In its turn between two batches. What fails before the new file is in place does not touch the old one. */
  async function rewriteNow(edit: Edit): Promise<number> {
    try {
      const changed = await writer.rewrite(edit)
      notifyListeners()
      return changed
    } catch (error) {
      failed?.(error)
      await writer.open().catch(fail)
      throw new StorageError(error)
    }
  }

  /** One batch after the other until nobody waits; before them the probe of a log that failed. */
  function work(probe?: () => Promise<void>) {
    working ??= (async () => {
      await probe?.().then(recover, fail)
      while (rewrites.length + queue.length > 0) await (rewrites.shift() ?? batch)()
      working = undefined
    })()
  }

  await writer.open().catch(fail)

  return {
    path,
    /** Gives the byte at which the line begins, once it is on the disk. It holds no line break. Throws `StorageError`: then it is not there. */
    append: (line: string) =>
      new Promise<number>((done, refuse) => {
        queue.push({ line, done, refuse })
        work()
      }),
    /** How many bytes of the file are on the disk for good: nobody may read on behind them. */
    end: writer.end,
    /** How many lines have come to be on the disk since the start. */
    appended: () => appended,
    /** Calls after every batch that is on the disk, and after a rewrite. Gives what ends that. */
    onGrown(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Puts a copy in the log's place in which `edit` has changed some lines, and gives how many; `undefined` leaves a line
     * as it is, byte for byte, and so does damage. Lines stay where they are: a shorter one is filled up with spaces.
     * What is appended meanwhile waits. Throws `StorageError`: then the old log is in place, or, where only the folder
     * could not be synced, the new one.
     */
    rewrite: (edit: Edit) =>
      new Promise<number>((done, refuse) => {
        rewrites.push(() => rewriteNow(edit).then(done, refuse))
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

/** What a crash in the middle of a rewrite left. */
async function removeCopies(path: string, disk: LogDisk) {
  const own = (name: string) => isTemporary(name) && name.startsWith(`.${basename(path)}.`)
  for (const name of (await readdir(dirname(path))).filter(own)) await disk.remove(join(dirname(path), name))
}

export type AppendLog = Awaited<ReturnType<typeof createAppendLog>>
