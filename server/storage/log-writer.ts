import { dirname } from 'node:path'
import { copyEdited, type Edit } from './append-log-rewrite.ts'
import type { LogDisk, LogFile } from './log-disk.ts'
import { setAside } from './quarantine-tail.ts'
import { temporaryFor } from './replace-file.ts'
import { type LogEnd, scanLog } from './scan-log.ts'

/** Written and cut off again, to see whether there is space: more than one record. */
const PROBE = Buffer.alloc(128 * 1024, '\n')
const NEWLINE = Buffer.from('\n')

/** Writes behind the end of a log that was read. Everything throws what the disk throws; after that, call `reopen`. */
export function createLogWriter(path: string, found: LogEnd, disk: LogDisk) {
  let { end, rest } = found
  let file: LogFile | undefined
  /** Its name may still lead to an older file after a power cut. */
  let renamed = false

  const open = async () => {
    file ??= await opened()
    return file
  }

  /** At its end, with nothing behind the last whole line: what a failure left there was never acknowledged. */
  async function opened(): Promise<LogFile> {
    const fresh = await disk.open(path)
    try {
      if (renamed) await disk.syncFolder(dirname(path))
      renamed = false
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

  /** Open, in the file that its path leads to: somebody may have put another one there. */
  async function inPlace(): Promise<LogFile> {
    const target = await open()
    if (await target.isInPlace()) return target
    await close()
    ;({ end, rest } = await scanLog(path))
    return open()
  }

  /** A copy of the whole log beside it, on the disk. Leaves nothing behind where it fails. */
  async function copied(edit: Edit) {
    const copy = temporaryFor(path)
    try {
      return { copy, ...(await copyEdited(path, copy, edit, disk)) }
    } catch (error) {
      await disk.remove(copy).catch(() => {})
      throw error
    }
  }

  /** Throws where the old file is still in place. */
  async function putInPlace(copy: string, bytes: number) {
    try {
      await disk.rename(copy, path)
    } catch (error) {
      await disk.remove(copy).catch(() => {})
      throw error
    }
    renamed = true
    await close()
    end = bytes
  }

  return {
    open,
    /** How many bytes are on the disk for good. What stands behind them may still be taken back. */
    end: () => end,
    /** Whole lines. Returns once they are on the disk, in the file that its path leads to. */
    async write(bytes: Uint8Array): Promise<void> {
      const target = await open()
      await put(target, bytes)
      // If somebody put another file in place while we wrote, our lines went with the old one.
      const now = await inPlace()
      if (now !== target) await put(now, bytes)
    },
    /** Gives how many lines `edit` changed. Throws what the disk throws; `open` then says whether writing goes on. */
    async rewrite(edit: Edit): Promise<number> {
      await inPlace()
      const { copy, bytes, changed } = await copied(edit)
      if (changed === 0) await disk.remove(copy)
      else {
        await putInPlace(copy, bytes)
        await open()
      }
      return changed
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
