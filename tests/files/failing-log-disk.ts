import { type LogDisk, type LogFile, realLogDisk } from '#server/storage/log-disk.ts'

/** A disk for logs that can be full (half of what is written arrives), or fail to sync, until it is mended. */
export function failingLogDisk() {
  let mode: 'none' | 'full' | 'sync' | 'open' = 'none'
  let syncs = 0
  const failure = (code: string) => Object.assign(new Error(`${code}: the disk failed`), { code })

  const opened = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      if (mode !== 'full') return file.write(bytes)
      await file.write(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)))
      throw failure('ENOSPC')
    },
    async sync() {
      syncs++
      if (mode === 'sync') throw failure('EIO')
      await file.sync()
    },
  })

  const disk: LogDisk = {
    ...realLogDisk,
    async open(path) {
      if (mode === 'open') throw failure('EIO')
      return opened(await realLogDisk.open(path))
    },
  }
  return {
    disk,
    syncs: () => syncs,
    be(next: typeof mode) {
      mode = next
    },
  }
}

/** A disk for logs whose calls are counted from `arm` on; the one with that number fails, and all behind it until it is mended. */
export function breakingLogDisk() {
  let at = Number.POSITIVE_INFINITY
  let calls: string[] = []
  function step(name: string) {
    calls.push(name)
    if (calls.length >= at) throw Object.assign(new Error('EIO: the disk failed'), { code: 'EIO' })
  }
  const opened = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      step('write')
      await file.write(bytes)
    },
    async sync() {
      step('sync')
      await file.sync()
    },
    async cut(size) {
      step('cut')
      await file.cut(size)
    },
  })
  const disk: LogDisk = {
    async open(path) {
      step('open')
      return opened(await realLogDisk.open(path))
    },
    async rename(from, to) {
      step('rename')
      await realLogDisk.rename(from, to)
    },
    // What failed is tidied up on a disk that lets it: else the next start does it.
    remove: realLogDisk.remove,
    async syncFolder(folder) {
      step('sync folder')
      await realLogDisk.syncFolder(folder)
    },
  }
  return {
    disk,
    /** The names of the calls since `arm`. */
    calls: () => calls,
    arm(call: number) {
      at = call
      calls = []
    },
    mend() {
      at = Number.POSITIVE_INFINITY
    },
  }
}
