import type { LogDisk, LogFile } from './log-disk.ts'
import { type LogEnd, scanLog } from './scan-log.ts'
import { setAside } from './set-aside.ts'

/** Written and cut off again, to see whether there is space: more than one record. */
const PROBE = Buffer.alloc(128 * 1024, '\n')
const NEWLINE = Buffer.from('\n')

/** Writes behind the end of a log that was read. Everything throws what the disk throws; after that, call `reopen`. */
export function createLogWriter(path: string, found: LogEnd, disk: LogDisk) {
  let { end, rest } = found
  let file: LogFile | undefined

  const open = async () => {
    file ??= await opened()
    return file
  }

  /** At its end, with nothing behind the last whole line: what a failure left there was never acknowledged. */
  async function opened(): Promise<LogFile> {
    const fresh = await disk.open(path)
    try {
      await heal(fresh)
      return fresh
    } catch (error) {
      await fresh.close().catch(() => {})
      throw error
    }
  }

  async function heal(fresh: LogFile) {
    if (rest === 'torn') await setAside(path, end, disk)
    if (fresh.size > end) await fresh.cut(end)
    end = Math.min(fresh.size, end)
    if (rest === 'a record') await put(fresh, NEWLINE)
    else await fresh.sync()
    rest = 'nothing'
  }

  async function put(to: LogFile, bytes: Uint8Array) {
    await to.write(bytes)
    await to.sync()
    end += bytes.byteLength
  }

  async function close() {
    const old = file
    file = undefined
    await old?.close().catch(() => {})
  }

  return {
    open,
    /** Whole lines. Returns once they are on the disk, in the file that its path leads to. */
    async write(bytes: Uint8Array): Promise<void> {
      const target = await open()
      await put(target, bytes)
      if (await target.isInPlace()) return
      // Somebody put another file in place while we wrote: our lines went with the old one.
      await close()
      ;({ end, rest } = await scanLog(path))
      await put(await open(), bytes)
    },
    /** After a failed sync nothing is known of what was written since: opened anew and cut back, never synced again. */
    async reopen(): Promise<void> {
      await close()
      await open()
    },
    /** Whether a line would find space. Leaves nothing behind. */
    async probe(): Promise<void> {
      const target = await open()
      await target.write(PROBE)
      await target.sync()
      await target.cut(end)
      await target.sync()
    },
    close,
  }
}
