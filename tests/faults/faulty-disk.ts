import { type Disk, type OpenFile, type ReadableFile, realDisk } from '#server/storage/files.ts'

/**
 * The fault at the Nth call. `EIO`: that call fails once. `ENOSPC`: from then on the disk is full, so that nothing new is opened or
 * written, until repaired. `short`: half of that write arrives, then the disk is full, once. `crash`: that call and every later one
 * fail, as if the process had died before it.
 */
export type Fault = 'EIO' | 'ENOSPC' | 'short' | 'crash'
export const faults: readonly Fault[] = ['EIO', 'ENOSPC', 'short', 'crash']

/** Replaces the disk of this process until `release`. */
export function faultyDisk() {
  const real: Disk = { ...realDisk }
  let fault: Fault = 'EIO'
  let left = 0
  let lasting = false
  let failed: string | undefined
  let calls: string[] = []

  const failure = () => {
    const code = fault === 'short' ? 'ENOSPC' : fault
    return Object.assign(new Error(`${code}: the disk failed`), { code })
  }
  const counts = (call: string) => {
    if (fault === 'short') return call === 'write'
    if (fault === 'ENOSPC') return /^(?:open|open log|write|mkdir)$/.test(call)
    // After a crash, reads fail like writes.
    return fault !== 'crash' || lasting || !/read$/.test(call)
  }

  /** Runs before each call. Throws when it is to fail; returns whether only half of it may be written. */
  function step(call: string): boolean {
    calls.push(call)
    if (!counts(call)) return false
    if (lasting) throw failure()
    if (left === 0 || --left > 0) return false
    failed = call
    lasting = fault === 'crash' || fault === 'ENOSPC'
    if (fault === 'short') return true
    throw failure()
  }

  async function write(bytes: Uint8Array, really: (bytes: Uint8Array) => Promise<void>) {
    if (!step('write')) return really(bytes)
    await really(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)))
    throw failure()
  }

  const opened = (file: OpenFile, sync: string): OpenFile => ({
    writeFile: (data) => write(typeof data === 'string' ? Buffer.from(data) : data, (half) => file.writeFile(half)),
    async sync() {
      step(sync)
      await file.sync()
    },
    async truncate(size) {
      step('cut')
      await file.truncate(size)
    },
    stat: () => file.stat(),
    close: () => file.close(),
  })

  function openedToRead(file: ReadableFile): ReadableFile {
    const read: ReadableFile['read'] = (...args: unknown[]) => {
      step('read')
      return Reflect.apply(file.read, file, args)
    }
    const readFile: ReadableFile['readFile'] = (...args: unknown[]) => {
      step('read')
      return Reflect.apply(file.readFile, file, args)
    }
    const stat: ReadableFile['stat'] = (...args: unknown[]) => Reflect.apply(file.stat, file, args)
    const createReadStream: ReadableFile['createReadStream'] = (options) => file.createReadStream(options)
    return { stat, read, readFile, createReadStream, close: () => file.close() }
  }

  Object.assign(realDisk, {
    async open(path, flags, mode) {
      step(flags === 'r' ? 'open folder' : flags === 'a' ? 'open log' : 'open')
      return opened(await real.open(path, flags, mode), flags === 'r' ? 'sync folder' : 'sync')
    },
    async openToRead(path, flags) {
      step('open to read')
      return openedToRead(await real.openToRead(path, flags))
    },
    async rename(from, to) {
      step('rename')
      await real.rename(from, to)
    },
    async unlink(path) {
      step('unlink')
      await real.unlink(path)
    },
    async rmdir(path) {
      step('rmdir')
      await real.rmdir(path)
    },
    async mkdir(path, options) {
      step('mkdir')
      await real.mkdir(path, options)
    },
    async chmod(path, mode) {
      step('chmod')
      await real.chmod(path, mode)
    },
  } satisfies Disk)
  const repair = () => {
    left = 0
    lasting = false
  }
  return {
    /** Fails the Nth call from now on that the fault applies to. */
    failAt(nth: number, with_: Fault) {
      fault = with_
      left = nth
      lasting = false
      failed = undefined
      calls = []
    },
    /** The first call that failed since then. */
    failed: () => failed,
    /** All calls since then. */
    calls: () => calls,
    repair,
    release() {
      repair()
      Object.assign(realDisk, real)
    },
  }
}
export type FaultyDisk = ReturnType<typeof faultyDisk>
