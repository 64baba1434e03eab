import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskError, isDiskFull } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { type Disk, realDisk } from '#server/storage/files.ts'

export type DiskState = 'ok' | 'full' | 'failing'

const EVERY_MS = 5_000
/** A save and its commit take less; below this, git may fail in the middle of a fetch. */
const FREE_MIN_BYTES = 4 * 1024 * 1024
/** After a save has failed. */
const FAILED_MS = 60_000
/** Like the temporary files of a save: no backup and no listing has it. */
const NAME = '.disk-check.000000000000.tmp'
const BYTES = randomBytes(4096)

type DiskCheckOptions = {
  /** On the disks that saves are written to. Not in the working tree: git would list the file. */
  folders: readonly string[]
  log: Pick<Log, 'warn' | 'info'>
  /** In milliseconds. */
  now?: () => number
  disk?: Disk
  freeBytes?: (folder: string) => Promise<number>
}
export type DiskCheck = ReturnType<typeof createDiskCheck>

/** Whether saves can be written: a small file is, every five seconds, and the space that is left is read. */
export function createDiskCheck(options: DiskCheckOptions) {
  const { folders, log, now = () => performance.now(), disk = realDisk, freeBytes = readFreeBytes } = options
  let state: DiskState = 'ok'
  let failedUntil = 0
  let timer: Timer | undefined

  async function check(): Promise<void> {
    const found = await Promise.all(folders.map(checkFolder))
    const next = found.find((one) => one === 'full') ?? found.find((one) => one !== 'ok') ?? 'ok'
    if (next !== 'ok' || now() >= failedUntil) set(next)
  }

  async function checkFolder(folder: string): Promise<DiskState> {
    try {
      const path = join(folder, NAME)
      const file = await disk.open(path, 'w', 0o600)
      try {
        await file.writeFile(BYTES)
      } finally {
        await file.close()
        await disk.unlink(path)
      }
      return (await freeBytes(folder)) < FREE_MIN_BYTES ? 'full' : 'ok'
    } catch (error) {
      return diskStateOf(error)
    }
  }

  function set(next: DiskState) {
    if (next !== state) log[next === 'ok' ? 'info' : 'warn']('disk', { state: next })
    state = next
  }

  return {
    state: () => state,
    check,
    /** A save has failed. Returns whether that was because of the disk. */
    failed(error: unknown): boolean {
      const cause = error instanceof Error ? error.cause : undefined
      if (!isDiskError(cause)) return false
      failedUntil = now() + FAILED_MS
      set(diskStateOf(cause))
      return true
    },
    /** A save was written. */
    succeeded: () => {
      failedUntil = 0
    },
    start() {
      void check()
      timer ??= setInterval(check, EVERY_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}

const diskStateOf = (error: unknown): DiskState => (isDiskFull(error) ? 'full' : 'failing')

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
